"""`manage.py test`: which tests run, in how many processes, and that a run without tests fails."""

import subprocess
import sys

import pytest

from tests.support.command import PARALLEL, PARALLEL_QUICK, QUICK, arguments
from tests.support.paths import ROOT

RUN = "import sys; from tests.support.command import run; sys.exit(run(sys.argv[1:]))"
NOTHING_RAN = 5


@pytest.mark.parametrize(
    "given", [[], ["-x"], ["-m", "browser"], ["tests/live"], ["--durations=3"]]
)
def test_all_tests_or_a_folder_of_them_run_in_parallel(given: list[str]) -> None:
    assert arguments(given) == [*PARALLEL, *given]


@pytest.mark.parametrize(
    "given",
    [
        ["tests/server/test_a.py"],
        ["tests/server/test_a.py::test_a_line"],
        ["-k", "dice"],
        ["-n", "3"],
        ["-n3"],
        ["-p", "no:xdist"],
        ["--pdb"],
    ],
)
def test_a_file_has_one_process_and_a_number_that_is_given_counts(given: list[str]) -> None:
    assert arguments(given) == given


def test_quick_is_a_choice_by_markers() -> None:
    assert arguments(["--quick", "-x"]) == [*PARALLEL_QUICK, "-m", QUICK, "-x"]
    assert arguments(["--quick", "tests/server/test_a.py"]) == [
        "-m",
        QUICK,
        "tests/server/test_a.py",
    ]


@pytest.mark.slow
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
    assert "1 deselected" in done.stdout or "no tests ran" in done.stdout
