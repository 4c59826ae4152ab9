"""Shows that code was only moved, renamed or merged: compares the syntax trees of two states.

    python tests/compare/trees.py COMMIT_OR_FOLDER COMMIT_OR_FOLDER [--list]

Imports are resolved to the definitions that they lead to, and left out, as are docstrings, comments
and modules' paths. Definitions are then paired. Printed are pairs whose own trees differ, or where
a name stands for another definition than its pair, but not what depends on them. The order of a
module's statements and imports isn't compared. --list prints also what was only moved.
Exit code 1: something is neither moved, renamed nor merged with an identical definition.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import io
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

PACKAGE = "moderator"
DOTTED = re.compile(rf"{PACKAGE}(\.\w+)+")
OF_THE_PLACE = {"__file__", "__name__", "__package__", "__path__", "__spec__", "__doc__"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Reference = tuple["Unit", int]  # with the place among the names of that unit
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass
class Part:
    """A function, a constant, a statement; or a class's head, field or method."""

    tree: ast.Module
    own: str  # the tree, with ‹0›, ‹1›… for references
    refs: list[Reference]
    notes: list[str]  # modules as values, paths in strings, what depends on the file


@dataclass(eq=False)
class Unit:
    """A definition of a module: the statements that bind the same names, or one that binds none."""

    module: str
    names: tuple[str, ...]
    statements: list[ast.stmt]
    number: int = 0
    parts: dict[str, Part] = field(default_factory=dict)

    @property
    def name(self) -> str:
        name = ", ".join(self.names) or f"statement {self.number}"
        return name if len(name) < 70 else f"{name[:60]}…"

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"

    def may_hold_state(self) -> bool:
        kinds = ast.ClassDef | ast.Call | ast.List | ast.Dict | ast.Set | Comprehension
        nodes = (n for s in self.statements if not isinstance(s, Function) for n in ast.walk(s))
        return any(isinstance(node, kinds) for node in nodes)


@dataclass
class Module:
    name: str
    is_package: bool = True
    imports: dict[str, str] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    names: dict[str, Reference] = field(default_factory=dict)

    def imported(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
        """The names that are bound, with the dotted names of what they stand for."""
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                parts = self.name.split(".") + ([""] if self.is_package else [])
                base = ".".join(parts[: -node.level]) if node.level else ""
                source = ".".join(filter(None, (base, node.module)))
                yield alias.asname or alias.name, f"{source}.{alias.name}"
            else:
                top = alias.name.split(".")[0]
                yield alias.asname or top, alias.name if alias.asname else top


@dataclass
class Scope:
    is_class: bool = False
    names: dict[str, None] = field(default_factory=dict)  # in their order
    imports: dict[str, str] = field(default_factory=dict)  # names that only stand for an import
    globals: set[str] = field(default_factory=set)


def bound(nodes: Iterable[ast.AST], module: Module) -> Scope:
    """What these nodes bind where they are, without what is inside functions and classes."""
    found: list[str] = []
    imports: dict[str, str] = {}
    declared: set[str] = set()
    outer: set[str] = set()
    open_ = list(nodes)[::-1]
    while open_:
        node = open_.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.append(node.name)
                continue
            case ast.Lambda():
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inside = (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
                found += [each.target.id for each in inside]
                continue
            case ast.Import() | ast.ImportFrom():
                for name, target in module.imported(node):
                    if imports.setdefault(name, target) != target:
                        found.append(name)
            case (
                ast.Name(id=name, ctx=ast.Store() | ast.Del())
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
                | ast.arg(arg=name)
            ):
                found.append(name)
            case ast.Global():
                declared.update(node.names)
            case ast.Nonlocal():
                outer.update(node.names)
        open_ += list(ast.iter_child_nodes(node))[::-1]
    names = dict.fromkeys(name for name in found if name not in declared | outer)
    only = {n: t for n, t in imports.items() if n not in {*names, *declared, *outer}}
    return Scope(False, names, only, declared)


class Reader(ast.NodeTransformer):
    """Resolves the names of one part."""

    def __init__(self, code: Code, module: Module, *scopes: Scope) -> None:
        self.code, self.module, self.scopes = code, module, list(scopes)
        self.refs: dict[Reference, int] = {}
        self.notes: list[str] = []
        self.in_annotation = False

    def part(self, statements: list[ast.stmt], rest: Iterable[str] = ()) -> Part:
        tree = ast.Module(body=self._block(statements), type_ignores=[])
        for name in rest:
            tree.body.append(ast.Expr(ast.Name(name, ast.Load())))
        return Part(tree, ast.dump(tree), list(self.refs), self.notes)

    def _block(self, statements: list[ast.stmt], *scope: Scope) -> list[ast.stmt]:
        """Without docstrings; imports of the package that follow each other are one."""
        self.scopes += scope
        block: list[ast.stmt] = []
        for statement in statements:
            in_class = self.scopes and self.scopes[-1].is_class
            names = bound([statement], self.module).names if in_class else {}
            found = self.visit(statement)
            for each in found if isinstance(found, list) else [found]:
                match each:
                    case ast.Expr(value=ast.Constant(value=str())):
                        continue
                    case ast.Import() if block and ast.dump(block[-1]) == ast.dump(each):
                        continue
                block.append(each)
            if in_class:
                self.scopes[-1].names.update(names)
        del self.scopes[len(self.scopes) - len(scope) :]
        return block

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            match value:
                case [ast.stmt(), *_]:
                    setattr(node, name, self._block(value) or [ast.Pass()])
                case list():
                    value[:] = [self.visit(v) if isinstance(v, ast.AST) else v for v in value]
                case ast.AST():
                    is_annotation = self.in_annotation or name in ("annotation", "returns")
                    setattr(node, name, self._visit_as(value, is_annotation))
        return node

    def _visit_as(self, node: ast.AST, annotation: bool) -> ast.AST:
        before, self.in_annotation = self.in_annotation, annotation
        node = self.visit(node)
        self.in_annotation = before
        return node

    # Scopes

    def _function(self, node: Function) -> ast.AST:
        node.name = self._definition(node.name)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        parameters = self._parameters(node.args)
        if node.returns:
            node.returns = self._visit_as(node.returns, True)
        scope = bound([*parameters, *node.body], self.module)
        node.body = self._block(node.body, scope) or [ast.Pass()]
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        parameters = self._parameters(node.args)
        self.scopes.append(bound([*parameters, node.body], self.module))
        node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._definition(node.name)
        for values in (node.decorator_list, node.bases, node.keywords):
            values[:] = [self.visit(each) for each in values]
        node.body = self._block(node.body, Scope(is_class=True)) or [ast.Pass()]
        return node

    def _comprehension(self, node: Comprehension) -> ast.AST:
        first = node.generators[0]
        outside = self.visit(first.iter)
        first.iter = ast.Constant(None)
        self.scopes.append(bound([each.target for each in node.generators], self.module))
        self.generic_visit(node)
        self.scopes.pop()
        first.iter = outside
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _parameters(self, args: ast.arguments) -> list[ast.arg]:
        self.visit(args)
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        return [ast.arg(each.arg) for each in every if each]

    def _definition(self, name: str) -> str:
        found = self._lookup(name, [], stored=True)
        return found.id if isinstance(found, ast.Name) else name

    # Names

    def _lookup(self, name: str, rest: list[str], stored: bool) -> ast.Name | ast.Attribute | None:
        """The reference that a name, with the attributes after it, is; nothing for a local name."""
        for depth, scope in enumerate(reversed(self.scopes)):
            if name in scope.globals:
                break
            if scope.is_class and stored and depth == 0:
                return None
            if scope.is_class and (depth or self.in_annotation):
                continue
            if name in scope.imports:
                return self._reference(scope.imports[name], rest)
            if name in scope.names:
                return None
        if name in self.module.names or name in self.module.imports:
            return self._reference(f"{self.module.name}.{name}", rest)
        if name in OF_THE_PLACE:
            self.notes.append(f"{name} in {self.module.name}")
        return None

    def _reference(self, dotted: str, rest: Iterable[str] = ()) -> ast.Name | ast.Attribute:
        found, attributes = self.code.find(".".join([dotted, *rest]))
        if isinstance(found, tuple):
            found = f"‹{self.refs.setdefault(found, len(self.refs))}›"
        elif isinstance(found, Module):
            self.notes.append(f"module {'.'.join([found.name, *attributes])}")
            found = "‹module›"
        node: ast.Name | ast.Attribute = ast.Name(found, ast.Load())
        for attribute in attributes:
            node = ast.Attribute(node, attribute, ast.Load())
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._replaced(node, node.id, [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        inner, rest = node, []
        while isinstance(inner, ast.Attribute):
            rest.insert(0, inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            return self._replaced(node, inner.id, rest)
        return self.generic_visit(node)

    def _replaced(self, node: ast.Name | ast.Attribute, name: str, rest: list[str]) -> ast.AST:
        found = self._lookup(name, rest, not (rest or isinstance(node.ctx, ast.Load)))
        if found:
            found.ctx = node.ctx
        return found or node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self._definition(name) for name in node.names]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and self.in_annotation:
            return self.visit(ast.parse(node.value, mode="eval").body)
        if isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            found, rest = self.code.find(node.value)
            if isinstance(found, tuple) or (isinstance(found, Module) and not rest):
                notes = [*self.notes, f'"{node.value}"']
                path = self._reference(node.value)
                self.notes = notes
                return ast.Call(ast.Name("path_of", ast.Load()), [path], [])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        is_literal = isinstance(node.value, ast.Name) and node.value.id == "typing.Literal"
        node.slice = self._visit_as(node.slice, self.in_annotation and not is_literal)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "typing.cast":
            match node.args[0]:
                case ast.Constant(value=str()):
                    node.args[0] = self._visit_as(node.args[0], True)
        return node

    def _import(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        targets = [target for _, target in self.module.imported(node)]
        own = [PACKAGE if t.split(".")[0] == PACKAGE else t for t in targets]
        return [ast.Import([ast.alias(target)]) for target in dict.fromkeys(own)]

    visit_Import = visit_ImportFrom = _import


class Code:
    """The definitions of all modules of one state."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.modules: dict[str, Module] = {}
        trees = {}
        for path, source in sources.items():
            parts = path.removesuffix(".py").split("/")
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            self.modules[name] = Module(name, is_package)
            trees[name] = ast.parse(source)
        for name in list(self.modules):
            parts = name.split(".")
            for count in range(1, len(parts)):  # packages without a file
                above = ".".join(parts[:count])
                self.modules.setdefault(above, Module(above))
        for name, tree in trees.items():
            self._split(self.modules[name], tree.body)
        self.units = [unit for module in self.modules.values() for unit in module.units]
        for unit in self.units:
            self._read(unit)

    def _split(self, module: Module, statements: list[ast.stmt]) -> None:
        for statement in statements:
            match statement:
                case ast.Import() | ast.ImportFrom():
                    module.imports.update(module.imported(statement))
                    continue
                case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                    self._split(module, statement.body + statement.orelse)
                    continue
                case ast.Expr(value=ast.Constant(value=str())):
                    continue
            scope = bound([statement], module)
            names = (*scope.names, *scope.imports)
            if names == ("__all__",):
                continue
            same = list(dict.fromkeys(module.names[n][0] for n in names if n in module.names))
            names = tuple(dict.fromkeys([*(n for unit in same for n in unit.names), *names]))
            before = [each for unit in same for each in unit.statements]
            number = 0 if names else 1 + sum(not each.names for each in module.units)
            unit = Unit(module.name, names, [*before, statement], number)
            module.units = [*(each for each in module.units if each not in same), unit]
            module.names.update({name: (unit, n) for n, name in enumerate(names)})

    def _read(self, unit: Unit) -> None:
        module = self.modules[unit.module]
        match unit.statements:
            case [ast.ClassDef() as node]:
                scope = Scope(is_class=True)
                members: dict[str, list[ast.stmt]] = defaultdict(list)
                for each in node.body:
                    if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)):
                        names = bound([each], module).names
                        members[", ".join(names) or f"statement {len(members)}"].append(each)
                methods = {n for n, m in members.items() if all(isinstance(s, Function) for s in m)}
                order = [name for name in members if name not in methods]
                node.body = [ast.Pass()]
                unit.parts[""] = Reader(self, module).part([node], [*order, *sorted(methods)])
                for name, statements in members.items():
                    unit.parts[f".{name}"] = Reader(self, module, scope).part(statements)
            case statements:
                unit.parts[""] = Reader(self, module).part(statements)

    def find(self, dotted: str, depth: int = 0) -> tuple[Reference | Module | str, list[str]]:
        """The definition, module or foreign name; and the attributes that follow it."""
        parts = dotted.split(".")
        if parts[0] != PACKAGE:
            return dotted, []
        module = self.modules[PACKAGE]
        for count, name in enumerate(parts[1:], start=2):
            below = f"{module.name}.{name}"
            target = module.imports.get(name, below)
            if name in module.names:
                return module.names[name], parts[count:]
            is_own = target.startswith(f"{below}.") and len(parts) > count  # named like its module
            if target != below and not is_own and depth < 20:
                return self.find(".".join([target, *parts[count:]]), depth + 1)
            if below not in self.modules:
                return module, parts[count - 1 :]
            module = self.modules[below]
        return module, []


class Pairing:
    """Which definition of the new code is which of the old: by everything that it says and refers
    to, by its own tree, by the same place in definitions that are paired, and by its name."""

    def __init__(self, old: Code, new: Code) -> None:
        self.old, self.new = old.units, new.units
        self.pair: dict[Unit, Unit] = {}
        self.taken: set[Unit] = set()
        self.merged: set[Unit] = set()
        self.fresh: list[Unit] = []
        self.own = self._numbered(lambda unit: tuple((n, p.own) for n, p in unit.parts.items()))
        self.full = self._refined()
        self.users: dict[Unit, list[Unit]] = defaultdict(list)
        for unit in self.old:
            for target in {target for part in unit.parts.values() for target, _ in part.refs}:
                self.users[target].append(unit)
        for kind in (self.full, self.own):
            self._by(lambda u, kind=kind: (kind[u], u.module, u.name))
            self._by(lambda u, kind=kind: (kind[u], u.name))
            self._by(lambda u, kind=kind: kind[u])
        self._by(lambda u: self.full[u], ambiguous=True)
        self._by(lambda u: (u.module, u.names) if u.names else u)
        self._merge()
        self._by(lambda u: u.names or u, loose=True)

    def _numbered(self, key: Callable[[Unit], Hashable]) -> dict[Unit, int]:
        numbers: dict[Hashable, int] = {}
        return {u: numbers.setdefault(key(u), len(numbers)) for u in (*self.old, *self.new)}

    def _refined(self) -> dict[Unit, int]:
        """Equal numbers for those that are equal with everything that they refer to."""
        refs = {
            u: [ref for part in u.parts.values() for ref in part.refs]
            for u in (*self.old, *self.new)
        }
        now, count = self.own, 0
        while len(set(now.values())) > count:
            before, count = now, len(set(now.values()))
            now = self._numbered(
                lambda u, of=before: (of[u], tuple((of[target], n) for target, n in refs[u]))
            )
        return now

    def _by(
        self, key: Callable[[Unit], Hashable], ambiguous: bool = False, loose: bool = False
    ) -> None:
        groups: dict[Hashable, tuple[list[Unit], list[Unit]]] = defaultdict(lambda: ([], []))
        for unit in self.old:
            if unit not in self.pair:
                groups[key(unit)][0].append(unit)
        for unit in self.new:
            if unit not in self.taken:
                groups[key(unit)][1].append(unit)
        for old, new in groups.values():
            if len(old) == len(new) == 1 or ambiguous:
                for a, b in zip(old, new, strict=False):
                    self._set(a, b)
        self._follow(loose)

    def _set(self, a: Unit, b: Unit) -> None:
        if a not in self.pair and b not in self.taken:
            self.pair[a] = b
            self.taken.add(b)
            self.fresh.append(a)

    def _follow(self, loose: bool) -> None:
        """Pair what stands at the same place in paired definitions."""
        self.fresh = list(self.pair) if loose else self.fresh
        while self.fresh:
            for (target, n), (other, m) in self._aligned(self.fresh.pop()):
                if n == m and (loose or self.own[target] == self.own[other]):
                    self._set(target, other)

    def _aligned(self, a: Unit) -> Iterator[tuple[Reference, Reference]]:
        others = self.pair[a].parts
        for name, part in a.parts.items():
            if name in others and others[name].own == part.own:
                yield from zip(part.refs, others[name].refs, strict=True)

    def _merge(self) -> None:
        """Pair the others of identical definitions with the one that is left."""
        left: dict[int, list[Unit]] = defaultdict(list)
        for a, b in self.pair.items():
            left[self.full[a]].append(b)
        for a in self.old:
            if a not in self.pair and (candidates := left.get(self.full[a])):
                used = [
                    other
                    for user in self.users[a]
                    if user in self.pair
                    for (target, _), (other, _) in self._aligned(user)
                    if target is a and other in candidates
                ]
                self.pair[a] = (used or candidates)[0]
                self.merged.add(a)

    def is_equal(self, old: Part, new: Part) -> bool:
        return old.own == new.own and all(
            self.pair.get(a) is b and n == m
            for (a, n), (b, m) in zip(old.refs, new.refs, strict=True)
        )

    def text(self, part: Part, is_old: bool) -> list[str]:
        """The code, with its references by the full names that the new code has for them."""
        names = []
        for unit, n in part.refs:
            now = self.pair.get(unit) if is_old else unit
            gone, unit = ("", now) if now else (" (only old)", unit)
            names.append(f"{unit.module}.{(*unit.names, *'?' * 9)[n]}{gone}")
        text = ast.unparse(ast.fix_missing_locations(part.tree))
        return re.sub(r"‹(\d+)›", lambda found: names[int(found[1])], text).splitlines()


def report(old: Code, new: Code, every: bool = False) -> tuple[list[str], bool]:
    """The lines to print, and whether something changed."""
    pairing = Pairing(old, new)
    titles = ("Moved", "Renamed", "Merged with an identical one", "Modules and paths as values")
    differences = ("Changed", "Only in the old code", "Only in the new code")
    lines: dict[str, list[str]] = {title: [] for title in (*titles, *differences)}
    moved, renamed, merged, values, changed, only_old, only_new = lines.values()
    only_old += [str(unit) for unit in old.units if unit not in pairing.pair]
    only_new += [str(unit) for unit in new.units if unit not in pairing.taken]
    equal = 0
    for a, b in pairing.pair.items():
        before = len(changed)
        for name in dict.fromkeys([*a.parts, *b.parts]):
            was, now = a.parts.get(name), b.parts.get(name)
            title = f"{a}{name}" if str(a) == str(b) else f"{a}{name} -> {b}{name}"
            if was and now:
                pairs = zip_longest(was.notes, now.notes)
                notes = (x if x == y else f"{x} -> {y}" for x, y in pairs)
                values += [f"{b}{name}: {note}" for note in notes if every or " -> " in note]
            if not was:
                only_new.append(f"{b}{name}")
            elif not now:
                only_old.append(f"{a}{name}")
            elif pairing.is_equal(was, now):
                equal += 1
            else:
                texts = pairing.text(was, True), pairing.text(now, False)
                diff = list(difflib.unified_diff(*texts, lineterm="", n=2))[2:]
                changed.append("\n    ".join([title, *diff]))
        title = f"{a} -> {b}"
        if a in pairing.merged:
            merged.append(title + (" (may hold state)" if a.may_hold_state() else ""))
        elif a.names != b.names and len(changed) == before:
            renamed.append(title)
        elif a.module != b.module:
            moved.append(title)
    counts = [sum(len(unit.parts) for unit in code.units) for code in (old, new)]
    text = ["{} definitions in the old code, {} in the new".format(*counts) + f", {equal} equal"]
    for title, found in lines.items():
        text.append(f"{title}: {len(found)}")
        text += [f"  {line}" for line in sorted(found) if title != "Moved" or every]
    return text, any(lines[title] for title in differences)


def sources(place: str) -> dict[str, str]:
    """The files of a folder that holds the package, or of a commit."""
    if Path(place).is_dir():
        found = {
            path.relative_to(place).as_posix(): path.read_bytes()
            for path in sorted(Path(place, PACKAGE).rglob("*.py"))
        }
    else:
        command = ["git", "archive", "--format=tar", place, PACKAGE]
        root = Path(__file__).resolve().parents[2]
        archive = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            found = {
                member.name: file.read()
                for member in files
                if member.name.endswith(".py") and (file := files.extractfile(member))
            }
    return {path: text.decode() for path, text in found.items() if "/migrations/" not in path}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--list", action="store_true", help="print what was only moved, too")
    args = parser.parse_args()
    lines, has_changed = report(Code(sources(args.old)), Code(sources(args.new)), args.list)
    print("\n".join(lines))
    return int(has_changed)


if __name__ == "__main__":
    sys.exit(main())
