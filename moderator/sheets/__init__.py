"""Printed sheets: functions that turn the state of a game and a stamp into a PDF."""

from moderator.sheets.debrief_answers import (
    AnswerSheet,
    PrintedAnswer,
    PrintedQuestion,
    answer_sheet,
)
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.games import sheets_for, sheets_of
from moderator.sheets.join_cards import CardSheet, JoinCard, join_cards
from moderator.sheets.layout.kind import SheetKind, SheetPart, When, pdf_of
from moderator.sheets.layout.move_list import (
    MoveComment,
    MoveGroup,
    MoveHeading,
    MoveLine,
    MoveNote,
    MoveStep,
)
from moderator.sheets.said.view import SaidView
from moderator.sheets.said_data import (
    Said,
    SaidContact,
    SaidLine,
    SaidMessage,
    SaidPromise,
    ToldBefore,
    ToldItem,
)
from moderator.sheets.snapshot import GameSnapshot
from moderator.sheets.stamp import ConsolePlace, JoinPlace, Stamp
from moderator.sheets.tournament import (
    cross_parts,
    cross_sheet,
    round_sheet,
    standings_parts,
    standings_sheet,
)
from moderator.sheets.tournament_data import MatchRow, TournamentData

__all__ = [
    "AnswerSheet",
    "CardSheet",
    "ConsolePlace",
    "GameSnapshot",
    "JoinCard",
    "JoinPlace",
    "MatchRow",
    "MoveComment",
    "MoveGroup",
    "MoveHeading",
    "MoveLine",
    "MoveNote",
    "MoveStep",
    "Paper",
    "PrintedAnswer",
    "PrintedQuestion",
    "Said",
    "SaidContact",
    "SaidLine",
    "SaidMessage",
    "SaidPromise",
    "SaidView",
    "SheetKind",
    "SheetPart",
    "Stamp",
    "ToldBefore",
    "ToldItem",
    "TournamentData",
    "When",
    "answer_sheet",
    "cross_parts",
    "cross_sheet",
    "join_cards",
    "pdf_of",
    "round_sheet",
    "sheets_for",
    "sheets_of",
    "standings_parts",
    "standings_sheet",
]
