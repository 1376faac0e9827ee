"""Lists the words of the parsing family's sentences, their forms, and the positions in which they may be."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


DETERMINERS: Final[Mapping[str, bool]] = MappingProxyType({"a": False, "the": True})
"""By determiner, whether what follows is definite."""
PREPOSITIONS: Final = ("in", "on", "beside")

NAMES: Final = _words("""
Adele Amir Bruno Carmen Dario Edith Farid Greta Hanna Igor Jonas Karim Lena Marta Nadia Oskar Petra
Quentin Rosa Samir Tilda Ursula Viktor Wanda Yusuf Zora Anton Bea Cyril Dora Emil Frida Gustav Helga
Ivo Judith
""")
BEINGS: Final = _words("""
baker badger barber beaver cellist clown coach crow dentist diver dragon falcon farmer ferret
florist fox goat goose gardener giant hamster heron judge juggler knight lizard llama magpie mayor
miner monk moose neighbor nurse painter parrot pilot plumber poet porter possum rabbit raccoon
raven robot sculptor seal sheriff singer sparrow stork student surgeon tailor tiger toad tourist
trader trout turtle twin waiter walrus weasel wizard wolf wombat
""")
THINGS: Final = _words("""
balloon barrel basket bench blanket bottle bowl bridge broom bucket bun
cabinet candle canoe carpet cart castle chest coin compass cradle crate cupboard curtain drum
fence flag flute gate glove hammer harp hat jar kettle kite ladder lamp lantern lemon
letter locker magnet map melon mirror muffin necklace pancake parcel pear pebble pillow
plate porch pumpkin puzzle radio raft ribbon ring roof saddle sandwich scarf shed shelf shovel sled
spoon stove suitcase sword table tent ticket towel trunk tunnel vase violin wagon wallet
wheel window
""")


@frozen
class Verb:
    """A verb and the frames in which it can be used.

    The frames are:
        unergative, unaccusative: with a subject alone, which acts, or to which it happens;
        transitive, omitted, passive: with an object; without the object that it could have; in the passive;
        double, to: given somebody something; given something to somebody;
        clause, infinitive: believed that ...; wanted to ...
    """

    base: str
    past: str
    participle: str
    frames: frozenset[str]
    """The names of the frames."""


def _verbs(frames: str, rows: str) -> tuple[Verb, ...]:
    """Returns the verbs of a table.

    Args:
        frames: the frames of each verb, separated by blanks.
        rows: the verbs, separated by commas, each as `base past participle`; without the participle where it
            equals the past form.
    """
    result = []
    for row in rows.split(","):
        base, past, *participle = row.split()
        result.append(Verb(base, past, participle[0] if participle else past, frozenset(frames.split())))
    return tuple(result)


VERBS: Final = (
    *_verbs(
        "unergative",
        "bark barked, blink blinked, bow bowed, chuckle chuckled, cough coughed, crouch crouched, cry cried,"
        "frown frowned, giggle giggled, gasp gasped, hum hummed, kneel knelt, nap napped, nod nodded,"
        "pray prayed, shiver shivered, sing sang sung, smile smiled, sneeze sneezed, stretch stretched,"
        "wander wandered, wave waved, whistle whistled, yawn yawned, hop hopped, limp limped, skate skated,"
        "tiptoe tiptoed",
    ),
    *_verbs(
        "unaccusative transitive passive",
        "bend bent, bounce bounced, burn burned, close closed, crack cracked, drop dropped, dry dried,float "
        "floated, melt melted, move moved, open opened, rip ripped, shrink shrank shrunk,sink sank "
        "sunk,slide slid, spin spun, tilt tilted, topple toppled, turn turned, warm warmed,swing swung, tip "
        "tipped",
    ),
    *_verbs(
        "transitive passive omitted",
        "bake baked, clean cleaned, cook cooked, draw drew drawn, drink drank drunk, drive drove driven,"
        "eat ate eaten, film filmed, hunt hunted, iron ironed, knit knitted, mow mowed, paint painted,"
        "plow plowed, sketch sketched, study studied, sweep swept, wash washed, weave wove woven",
    ),
    *_verbs(
        "transitive passive",
        "admire admired, bless blessed, catch caught, chase chased, cover covered, examine examined,find "
        "found, greet greeted, hug hugged, inspect inspected, kick kicked, lift lifted, miss missed,notice "
        "noticed, praise praised, push pushed, scare scared, tease teased, touch touched,trust trusted,visit "
        "visited, watch watched, carry carried, polish polished",
    ),
    *_verbs(
        "double to",
        "give gave given, hand handed, lend lent, mail mailed, offer offered, pass passed, sell sold,send "
        "sent, serve served, show showed shown, throw threw thrown, toss tossed, bring brought,feed fed",
    ),
    *_verbs(
        "clause",
        "believe believed, claim claimed, dream dreamed, guess guessed, know knew known, mention mentioned,"
        "report reported, prove proved, say said, suspect suspected, swear swore sworn, think thought,"
        "understand understood, doubt doubted",
    ),
    *_verbs(
        "infinitive",
        "agree agreed, attempt attempted, decide decided, hope hoped, intend intended, long longed,"
        "need needed, plan planned, prepare prepared, promise promised, refuse refused, want wanted",
    ),
)
"""All verbs. No two of them have a past form or participle in common."""
NOUNS: Final = (*BEINGS, *THINGS)


@frozen
class WordCase:
    """Words that are not in some positions while a model learns, and are in them when it is tested."""

    words: tuple[str, ...]
    licensed: tuple[str, ...]
    """The positions of the words while a model learns; empty where they are seen alone, as primitives."""
    tested: tuple[str, ...]
    """The positions in which they are tested. A position is `PART:FRAME` of a noun's verb, such as
    `subject:passive`, or a verb's frame; `infinitive verb` is the verb after `to`.
    """


_SUBJECT: Final = tuple(
    f"subject:{frame}"
    for frame in (
        *("unergative", "unaccusative", "transitive", "omitted", "passive", "double", "to"),
        *("clause", "infinitive"),
    )
)
_OBJECT: Final = ("object:transitive", "object:double", "object:to")

WORD_CASES: Final[Mapping[str, WordCase]] = MappingProxyType(
    {
        "subj_to_obj_common": WordCase(("badger", "dentist", "wombat"), _SUBJECT, _OBJECT),
        "subj_to_obj_proper": WordCase(("Adele", "Jonas", "Tilda"), _SUBJECT, _OBJECT),
        "obj_to_subj_common": WordCase(("heron", "plumber", "moose"), _OBJECT, _SUBJECT),
        "obj_to_subj_proper": WordCase(("Amir", "Greta", "Zora"), _OBJECT, _SUBJECT),
        "prim_to_subj_common": WordCase(("ferret", "surgeon", "toad"), (), _SUBJECT),
        "prim_to_subj_proper": WordCase(("Bruno", "Lena", "Ursula"), (), _SUBJECT),
        "prim_to_obj_common": WordCase(("llama", "sheriff", "stork"), (), _OBJECT),
        "prim_to_obj_proper": WordCase(("Dario", "Petra", "Yusuf"), (), _OBJECT),
        "prim_to_inf_arg": WordCase(("hum", "kneel", "skate"), (), ("infinitive verb",)),
        "active_to_passive": WordCase(("admire", "kick", "inspect"), ("transitive",), ("passive",)),
        "passive_to_active": WordCase(("hug", "polish", "tease"), ("passive",), ("transitive",)),
        "obj_omitted_transitive_to_transitive": WordCase(
            ("iron", "knit", "film"), ("omitted",), ("transitive",)
        ),
        "unacc_to_transitive": WordCase(("melt", "sink", "topple"), ("unaccusative",), ("transitive",)),
        "do_dative_to_pp_dative": WordCase(("lend", "toss"), ("double",), ("to",)),
        "pp_dative_to_do_dative": WordCase(("mail", "serve"), ("to",), ("double",)),
        "only_seen_as_transitive_subj_as_unacc_subj": WordCase(
            ("walrus", "poet"), ("subject:transitive",), ("subject:unaccusative",)
        ),
        "only_seen_as_unacc_subj_as_obj_omitted_transitive_subj": WordCase(
            ("robot", "seal"), ("subject:unaccusative",), ("subject:omitted",)
        ),
        "only_seen_as_unacc_subj_as_unerg_subj": WordCase(
            ("clown", "giant"), ("subject:unaccusative",), ("subject:unergative",)
        ),
    }
)
"""The eighteen lexical cases of COGS, with words of our own (N. Kim and T. Linzen, EMNLP 2020, section 3)."""


@frozen
class DepthCase:
    """How deep a structure is at the most while a model learns, and how deep when it is tested."""

    learned: int
    """The largest depth while a model learns."""
    tested_from: int
    """The smallest depth when it is tested."""
    tested_to: int
    """The largest depth when it is tested."""


DEPTH_CASES: Final[Mapping[str, DepthCase]] = MappingProxyType(
    {
        "pp_recursion": DepthCase(2, 3, 12),
        "cp_recursion": DepthCase(2, 3, 12),
        "rc_recursion": DepthCase(1, 2, 6),
    }
)
"""Nested prepositional phrases; nested clauses after `that` of verbs; nested relative clauses."""
PLACE_CASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "obj_pp_to_subj_pp": "pp:subject",
        "pp_in_recipient": "pp:recipient",
        "rc_in_subject": "rc:subject",
        "rc_in_recipient": "rc:recipient",
        "object_gap": "gap:object",
        "recipient_gap": "gap:recipient",
    }
)
"""By case, what is tested: a phrase (pp) or relative clause (rc) at a noun that is not an object, or a
relative clause that lacks its object or recipient rather than its subject.

The first is from COGS; the others are as in SLOG: B. Li et al., 2023.
"""
SAMPLES: Final = ("goat", "lamp", "kite", "Marta", "Viktor", "nod", "wave", "cough")
"""Words that are also seen alone, although they are seen in every position."""
