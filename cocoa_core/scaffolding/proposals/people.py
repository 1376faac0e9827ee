"""Words requests about options that are people: "they" and "their" in place of "it" and "its"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve

from cocoa_core.english import last_word
from cocoa_core.scaffolding.drafts import DomainDraft
from cocoa_core.text import word_set

PEOPLE: Final = word_set(
    "actor actress adult advisor agent applicant artist assistant athlete author babysitter baker boy buyer"
    " candidate carer character chef child client coach colleague consultant contestant contractor customer"
    " dentist designer developer doctor donor driver employee engineer farmer founder freelancer girl guest"
    " guide hero host instructor interpreter journalist judge lawyer learner lecturer man manager member"
    " mentor minister musician nanny nurse owner parent participant passenger patient person photographer"
    " physician pilot player poet politician pollster president professor pupil resident respondent runner"
    " scientist seller senator singer soldier speaker staff student subscriber supplier surgeon swimmer"
    " teacher tenant therapist trainer translator traveler tutor user visitor volunteer voter wizard woman"
    " worker writer"
)


def about_people(draft: DomainDraft) -> DomainDraft:
    """Returns the draft with "they" as its pronoun if its noun is a word for people; else unchanged."""
    if last_word(draft.noun) not in PEOPLE:
        return draft
    rules = (evolve(rule, settings=_theirs(rule.settings)) for rule in draft.rules)
    return evolve(draft, pronoun="they", rules=tuple(rules))


def _theirs(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a rule's settings with "their ..." for each subject "its ...", and without what people do not
    do: they have a car, and do not come with it.
    """
    proposed = settings["say"]
    of_people = [
        wording
        for wording in proposed
        if not f"{wording['verb']} {wording.get('before', '')}".startswith("come with")
    ]
    wordings = []
    for wording in of_people or proposed:
        subject = wording.get("subject", "")
        changed = {"subject": f"their {subject.removeprefix('its ')}"} if subject.startswith("its ") else {}
        wordings.append({**wording, **changed})
    return {**settings, "say": wordings}
