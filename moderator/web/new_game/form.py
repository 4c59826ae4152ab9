"""The form of a new game: its questions, open and folded, and what was answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.rules.option import Option
from moderator.web.core import game_settings
from moderator.web.core.forms import OptionsForm
from moderator.web.core.setting_options import ACTING, AGREED, REVEAL, START
from moderator.web.core.written_options import WRITTEN
from moderator.web.new_game.applying import (
    DEPENDENT,
    Applying,
    applying,
    clashing,
    impossible,
)
from moderator.web.new_game.catalogue import CatalogueItem
from moderator.web.new_game.questions import (
    QuestionSection,
    SetupQuestion,
    advice,
    nested,
    opening_shared,
    questions_of,
)

_ADDED = (START, AGREED, REVEAL, *WRITTEN)  # a page of an earlier release doesn't send them


@dataclass(frozen=True)
class GameForm:
    """The settings (`run`) and the options of the rules, with what depends on what."""

    item: CatalogueItem
    run: OptionsForm
    options: OptionsForm
    usual_settings: Mapping[str, Any]
    applying: Applying

    @cached_property
    def essential(self) -> tuple[SetupQuestion, ...]:
        """What is always shown."""
        return tuple(one for name, one in self._settings.items() if name in self._essential)

    @cached_property
    def folds(self) -> tuple[QuestionSection, ...]:
        """What is folded away as long as it is as usual."""
        recommended = gettext("as recommended for this scenario")
        usual = gettext("as in the rule book")
        none = recommended if self.item.recommended else usual
        rest = tuple(
            one
            for name, one in self._settings.items()
            if name in self.applying.always or name not in (*DEPENDENT, *self._essential)
        )
        found = (
            QuestionSection(
                "options",
                gettext("Options"),
                none,
                tuple(self._options.values()),
                tuple(one for name, one in self._settings.items() if name in self.applying.shared),
            ),
            QuestionSection("settings", gettext("Settings"), gettext("as usual"), rest),
        )
        return tuple(fold for fold in found if fold.questions)

    @property
    def _essential(self) -> tuple[str, ...]:
        return (ACTING, START) if self.item.secrets else (ACTING,)

    @cached_property
    def _settings(self) -> dict[str, SetupQuestion]:
        return questions_of(self.run, self.usual_settings)

    @cached_property
    def _options(self) -> dict[str, SetupQuestion]:
        rules, scenario = self.item.rules, self.item.scenario
        usual = rules.effective_options(scenario, {})
        found = questions_of(self.options, usual, impossible(rules, scenario))
        asked = [one for one in self.applying.followers if one.setting in self._settings]
        shared = self.applying.shared
        for one in asked:
            if one.setting in shared:
                found = opening_shared(found, one.option, one.values)
        followers = (
            (self._settings[one.setting], one.option, one.values)
            for one in asked
            if one.setting not in shared
        )
        return nested(found, followers)

    def has_errors(self) -> bool:
        """Whether anything that was sent is not possible."""
        return bool(self.run.errors or self.options.errors)

    @property
    def errors(self) -> tuple[SetupQuestion, ...]:
        """The questions with errors."""
        shown = (*self.essential, *(one for fold in self.folds for one in fold.all))
        flat = (each for one in shown for each in (one, *one.follow))
        return tuple(one for one in flat if one.error)

    def clean(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and options that were sent; errors are kept beside their questions.

        What doesn't apply with these options is left out.
        """
        for form in (self.run, self.options):
            form.full_clean()
        run, options = self.run.cleaned_data, self.options.cleaned_data
        applies = self.applying.with_options(options)
        run = {name: run[name] for name in run if name in applies or name not in DEPENDENT}
        for name, clash in game_settings.clashes(self.item.rules, run).items():
            self.run.add_error(name, clash)
        return run, options

    def explain_clashes(self, games: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """Put each clash of these games' options beside the one to change; return the rest."""
        rules, scenario = self.item.rules, self.item.scenario
        usual = rules.effective_options(scenario, {})
        explained: dict[str, Option] = {}
        rest: dict[str, None] = {}
        for options in games:
            found = clashing(rules, scenario, options)
            for clash in found.keys() - explained.keys():
                option = explained[clash] = found[clash]
                self.options.add_error(option.name, advice(clash, option, usual[option.name]))
            rest |= dict.fromkeys(c for c in rules.clashes(scenario, options) if c not in found)
        return tuple(rest)


def form_of(
    item: CatalogueItem,
    settings: Mapping[str, Any],
    options: Mapping[str, Any],
    data: QueryDict | None = None,
) -> GameForm:
    """The form, as it was sent or filled with these settings and options."""
    rules, scenario = item.rules, item.scenario
    applies = applying(rules, scenario)
    asked = tuple(
        one
        for one in game_settings.options_of_new(rules, item.secrets, applies.names)
        if data is None or one.name not in _ADDED or one.name in data
    )
    usual = game_settings.defaults(rules, has_secrets=bool(item.secrets))
    run = OptionsForm(
        asked,
        data,
        initial=usual | dict(settings),
        recommended={START: True} if item.secrets else {},
    )
    its_options = OptionsForm(
        rules.options,
        data,
        initial=rules.effective_options(scenario, options),
        recommended=item.recommended,
    )
    return GameForm(item, run, its_options, usual, applies)
