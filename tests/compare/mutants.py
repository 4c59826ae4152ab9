"""Changes one small thing of the code at a time, and runs the tests that import that module.

    python tests/compare/mutants.py 100 1

A change that no test notices LIVES: a test is missing, or the code could be simpler.
"""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("moderator/rules", "moderator/core", "moderator/features")
COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
# The quick ones first: most changes are noticed by them.
CHOICES = ("not (slow or long or browser or started)", "slow and not (long or browser or started)")
LIMIT_S = 900


def other(node: ast.AST) -> ast.AST | None:
    """What stands there instead, if this can be changed."""
    match node:
        case ast.Compare(left, [op, *ops], rest) if type(op) in COMPARE:
            return ast.Compare(left, [COMPARE[type(op)](), *ops], rest)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            return ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
    return None


def inside(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions in it but for those in f-strings, whose places Python 3.11 doesn't know."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.expr):
            yield inner
        if not isinstance(inner, ast.JoinedStr):
            yield from inside(inner)


def places(source: str) -> Iterator[tuple[ast.expr, str]]:
    """What can be changed inside functions, and into what."""
    functions = (one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef))
    found = {node: None for one in functions for step in one.body for node in inside(step)}
    for node in found:
        if new := other(node):
            yield node, f"({ast.unparse(new)})"


def changed(source: str, node: ast.expr, new: str) -> str:
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    lines[first : last + 1] = [head + new.encode() + tail]
    return b"".join(lines).decode()


def tests_of(path: Path) -> list[str]:
    """The folder that mirrors it, and the files that import it."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    files = [
        str(file.relative_to(ROOT))
        for file in sorted(ROOT.glob("tests/**/test_*.py"))
        if f"{module} import" in (text := file.read_text()) or f"{package} import {name}\n" in text
    ]
    mirror = Path("tests", *path.parts[2 if path.parts[1] == "features" else 1 : 3])
    return [*files, str(mirror if (ROOT / mirror).is_dir() else mirror.parent)]


def killer(copy: Path, tests: list[str], choice: str) -> str:
    """The first test that fails there."""
    command = [sys.executable, "-m", "pytest", "-xq", "-rfE", "-m", choice, *tests]
    try:
        done = subprocess.run(
            command, cwd=copy, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return "they take too long"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "" if done.returncode in (0, 5) else (failed or [f"exit {done.returncode}"])[-1][:150]


def result_of(path: Path, node: ast.expr, new: str) -> bool:
    """Whether the change lives."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder, "site")
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "var"))
        source = (copy / path).read_text()
        (copy / path).write_text(changed(source, node, new))
        by = next(filter(None, (killer(copy, tests_of(path), one) for one in CHOICES)), "")
    old = " ".join((ast.get_source_segment(source, node) or "").split())
    print(f"{by or 'LIVES'}: {path}:{node.lineno}: {old} -> {new}", flush=True)
    return not by


if __name__ == "__main__":
    count, seed = map(int, sys.argv[1:])
    files = [file.relative_to(ROOT) for part in PARTS for file in (ROOT / part).rglob("*.py")]
    files = sorted(file for file in files if "migrations" not in file.parts)
    found = [(f, node, new) for f in files for node, new in places((ROOT / f).read_text())]
    print(sum(result_of(*one) for one in random.Random(seed).sample(found, count)), "live")
