"""Exams of compositional and conditional reasoning, with a proved answer key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.answers import read_answer as read_answer
    from cocoa_core.api import DomainHandle as DomainHandle
    from cocoa_core.api import generate as generate
    from cocoa_core.api import load_domain as load_domain
    from cocoa_core.errors import CocoaError as CocoaError
    from cocoa_core.families.selection import Question as Question
    from cocoa_core.families.selection import Settings as Settings
    from cocoa_core.families.selection.targeting.judging import judge as judge
    from cocoa_core.items import Dataset as Dataset
    from cocoa_core.items import Episode as Episode
    from cocoa_core.items import Reward as Reward
    from cocoa_core.items import Script as Script
    from cocoa_core.items import prompt as prompt
    from cocoa_core.items import read_dataset as read_dataset
    from cocoa_core.items import reward as reward
    from cocoa_core.items import score as score
    from cocoa_core.items import score_episode as score_episode
    from cocoa_core.training import Curriculum as Curriculum
    from cocoa_core.verification import verify as verify
    from cocoa_core.version import __version__ as __version__
else:
    __getattr__, __dir__ = lazy_exports(__name__)
