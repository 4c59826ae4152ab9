"""The rule text's worked example: every step of the text, and its charts."""

from __future__ import annotations

PLAYERS = ("ariel", "beauregard", "chas", "dirk")
REGIONS = ("xenophobia", "yurt", "zen")

START = """
5 10 8 5
6 - 2 5
- 5 - 11
"""

# What the moderator types, the form for the same move, and, if the text prints one, the chart that
# follows. A form: its id, what is chosen, and the number.
STEPS: tuple[tuple[str, tuple[str, str, int | None], str], ...] = (
    ("xen 5", ("deploy-ariel", "Xenophobia", 5), ""),
    ("yurt 5", ("deploy-ariel", "Yurt", 5), "10 10 8 5 / 11 - 2 5 / - 5 - 11"),
    ("a beau xen 5", ("attack-ariel", "Beauregard in Xenophobia", 5), ""),
    ("a chas yurt 2", ("attack-ariel", "Chas in Yurt", 2), "5 5 8 5 / 9 - 0 5 / - 5 - 11"),
    ("a chas xen 2", ("attack-ariel", "Chas in Xenophobia", 2), "3 5 6 5 / 9 - - 5 / - 5 - 11"),
    ("end", ("end-turn-ariel", "", None), ""),
    ("yurt 4", ("deploy-beauregard", "Yurt", 4), ""),
    ("zen 11", ("deploy-beauregard", "Zen", 11), "3 5 6 5 / 9 4 - 5 / - 16 - 11"),
    ("a ariel yurt 4", ("attack-beauregard", "Ariel in Yurt", 4), ""),
    ("a dirk zen 11", ("attack-beauregard", "Dirk in Zen", 11), "3 5 6 5 / 5 0 - 5 / - 5 - 0"),
    ("end", ("end-turn-beauregard", "", None), ""),
    ("xen 20", ("deploy-chas", "Xenophobia", 20), "3 5 26 5 / 5 - - 5 / - 5 - -"),
    ("a dirk xen 5", ("attack-chas", "Dirk in Xenophobia", 5), ""),
    (
        "a beau xen 5",
        ("attack-chas", "Beauregard in Xenophobia", 5),
        "3 0 16 0 / 5 - - 5 / - 5 - -",
    ),
    ("end", ("end-turn-chas", "", None), ""),
    ("end", ("end-turn-dirk", "", None), "3 0 16 0 / 5 - - 5 / - 5 - -"),
)

PRESENCES = {"xenophobia": ["chas"], "yurt": ["ariel", "dirk"], "zen": ["beauregard"]}


def chart(text: str) -> dict[str, dict[str, int]]:
    """A chart of the text as numbers; `-` is an empty place, as 0 is."""
    rows = text.strip().replace("/", "\n").splitlines()
    assert len(rows) == len(REGIONS)
    return {
        region: {
            player: 0 if number == "-" else int(number)
            for player, number in zip(PLAYERS, row.split(), strict=True)
        }
        for region, row in zip(REGIONS, rows, strict=True)
    }
