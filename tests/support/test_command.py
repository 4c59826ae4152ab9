"""`manage.py test`: which tests run, in how many processes, and that a run without tests fails."""

import importlib.util
import subprocess
import sys

import pytest

from tests.support.command import MORE, PARALLEL, PARALLEL_QUICK, QUICK, USUAL, arguments
from tests.support.paths import ROOT
from tests.support.programs import EXTRAS, not_importable

RUN = "import sys; from tests.support.command import run; sys.exit(run(sys.argv[1:]))"
NOTHING_RAN = 5


@pytest.mark.parametrize("given", [[], ["-x"], ["tests/live"], ["--durations=3"]])
def test_all_tests_or_a_folder_of_them_run_in_parallel(given: list[str]) -> None:
    assert arguments(given) == [*PARALLEL, "-m", USUAL, *given]
    assert arguments(["--long", *given]) == [*PARALLEL, *given]


def test_who_chooses_by_marker_gets_long_ones_too() -> None:
    assert arguments(["-m", "browser"]) == [*PARALLEL, "-m", "browser"]


@pytest.mark.parametrize(
    "given",
    [
        ["tests/server/test_a.py"],
        ["tests/server/test_a.py::test_a_line"],
        ["-k", "dice"],
    ],
)
def test_a_file_or_a_name_has_one_process_and_all_of_its_tests(given: list[str]) -> None:
    assert arguments(given) == given


@pytest.mark.parametrize("given", [["-n", "3"], ["-n3"], ["-p", "no:xdist"], ["--pdb"]])
def test_a_number_of_processes_that_is_given_counts(given: list[str]) -> None:
    assert arguments(given) == ["-m", USUAL, *given]


def test_quick_is_a_choice_by_markers() -> None:
    assert arguments(["--quick", "-x"]) == [*PARALLEL_QUICK, "-m", QUICK, "-x"]
    assert arguments(["--quick", "tests/server/test_a.py"]) == [
        "-m",
        QUICK,
        "tests/server/test_a.py",
    ]


@pytest.mark.long
def test_the_first_case_of_each_test_alone() -> None:
    here = "tests/support/test_command.py"
    done = subprocess.run(
        [sys.executable, "-c", RUN, "--quick", "--first", "--collect-only", "-q", here],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    of_numbers = [line for line in done.stdout.splitlines() if "::test_a_number" in line]
    assert len(of_numbers) == 1, done.stdout + done.stderr
    assert "::test_quick_is_a_choice_by_markers" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("more", [[], ["-n", "2"]], ids=["one process", "two"])
def test_where_nothing_ran_it_fails(more: list[str]) -> None:
    """Every test of the file is slow, and therefore deselected."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, "--quick", "tests/durability/test_soak.py", *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == NOTHING_RAN, done.stdout + done.stderr
    assert MORE[QUICK] in done.stdout


@pytest.mark.slow
def test_modules_of_extras_that_are_not_here_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {*EXTRAS.values(), "requests", "jwcrypto", "joserfc"}
    find = importlib.util.find_spec
    monkeypatch.delenv("EXTRAS", raising=False)
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name in missing else find(name)
    )
    assert [one.relative_to(ROOT / "moderator").as_posix() for one in not_importable()] == [
        "core/outgoing.py",
        "features/accounts/provider.py",
        "features/accounts/webauthn.py",
        "features/lti/tool.py",
    ]
    monkeypatch.setenv("EXTRAS", ",".join(EXTRAS))
    assert not_importable() == []
