"""Maps the replies of an object store to what cocoa does about them, in a table of statuses by verb.

Sources: Amazon S3 "Error responses", "Conditional requests" and "Error best practices"; Google Cloud Storage
"Retry strategy"; Cloudflare R2 "Error codes" and "Conditional operations"; MinIO and CoreWeave on
`If-None-Match`; Azure Blob Storage "Conditional headers", where 409 says that a blob exists.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from attrs import frozen


class StoreVerb(Enum):
    """A kind of request to a store."""

    PUT = "put"
    GET = "get"
    HEAD = "head"
    LIST = "list"
    DELETE = "delete"


class Action(Enum):
    """What cocoa does after a reply."""

    LOOK = "look"
    """Compare the object with the file. Equal: done; different: an error; absent: put it again."""
    AGAIN = "again"
    """Wait and send the request again. A put may have been stored all the same, so `LOOK` comes first."""
    ABSENT = "absent"
    """Take it that there is no such object."""
    REFUSE = "refuse"
    """Raise an error at once: the same request would get the same reply."""


_READS: Final = frozenset({StoreVerb.GET, StoreVerb.HEAD})
_ALL: Final = frozenset(StoreVerb)
_PUT: Final = frozenset({StoreVerb.PUT})


@frozen
class StatusRow:
    """A row of the table."""

    status: str
    """The HTTP status, a class of them such as "4xx", or, where there was no reply, what happened."""
    action: Action
    means: str
    """The meaning of the reply, for the message of an error."""
    verbs: frozenset[StoreVerb] = _ALL
    codes: tuple[str, ...] = ()
    """The S3 error codes that the row applies to; empty for all."""
    fix: str = ""

    def is_of(self, status: str, code: str, verb: StoreVerb) -> bool:
        """Returns whether the row applies to a reply."""
        return (
            verb in self.verbs
            and (not self.codes or code in self.codes)
            and self.status in (status, f"{status[0]}xx")
        )


_KEYS: Final = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (AWS_SESSION_TOKEN) to keys with this right"
_PLACE: Final = "set AWS_REGION to the region of the bucket, AWS_ENDPOINT_URL to the server's address"
_LATER: Final = "repeat the call later: it goes on"

REPLIES: Final = (
    StatusRow("no reply", Action.AGAIN, "refused, reset or timed out; a body or header missing", fix=_LATER),
    StatusRow("no keys", Action.REFUSE, "the environment has no keys", fix=_KEYS),
    StatusRow(
        "no HTTPS",
        Action.REFUSE,
        "the address is no https:// one",
        fix="set AWS_ENDPOINT_URL to an https:// address, or AWS_ALLOW_HTTP=true",
    ),
    StatusRow("no request", Action.REFUSE, "a setting or name that the library obstore does not take"),
    StatusRow("2xx", Action.LOOK, "stored", _PUT),
    StatusRow("304", Action.LOOK, "an object of the name is there (older MinIO)", _PUT),
    StatusRow("3xx", Action.REFUSE, "the bucket is elsewhere", fix=_PLACE),
    StatusRow(
        "400",
        Action.AGAIN,
        "damaged or cut on its way",
        codes=("RequestTimeout", "BadDigest", "IncompleteBody", "XAmzContentSHA256Mismatch"),
        fix=_LATER,
    ),
    StatusRow(
        "400", Action.REFUSE, "a token that is over", codes=("ExpiredToken", "ExpiredRequest"), fix=_KEYS
    ),
    StatusRow("400", Action.REFUSE, "too large for one put", _PUT, ("EntityTooLarge",), "use --shard"),
    StatusRow("401", Action.REFUSE, "the keys are not known", fix=_KEYS),
    StatusRow(
        "403", Action.REFUSE, "this machine's clock is off", codes=("RequestTimeTooSkewed",), fix="set it"
    ),
    StatusRow("403", Action.REFUSE, "the keys have no right to this", fix=_KEYS),
    StatusRow(
        "404", Action.REFUSE, "there is no such bucket", codes=("NoSuchBucket",), fix="make the bucket"
    ),
    StatusRow("404", Action.ABSENT, "no such object", _READS | {StoreVerb.DELETE}),
    StatusRow("404", Action.REFUSE, "there is no such bucket", fix="make the bucket"),
    StatusRow("408", Action.AGAIN, "the request took too long", fix=_LATER),
    StatusRow(
        "409", Action.AGAIN, "another request for the name is under way; Azure: it is there", fix=_LATER
    ),
    StatusRow("412", Action.LOOK, "an object of the name is there", _PUT),
    StatusRow("413", Action.REFUSE, "too large for one put", _PUT, fix="use --shard"),
    StatusRow("425", Action.AGAIN, "too early", fix=_LATER),
    StatusRow("429", Action.AGAIN, "too many requests", fix=_LATER),
    StatusRow("4xx", Action.REFUSE, "the request is not taken"),
    StatusRow(
        "501",
        Action.REFUSE,
        "the store knows no conditional puts",
        _PUT,
        fix="use a store that keeps If-None-Match: S3, R2, MinIO; or write to a folder and copy it",
    ),
    StatusRow("501", Action.REFUSE, "the store does not know this request"),
    StatusRow("507", Action.REFUSE, "the store is full", fix="make room and repeat the call: it goes on"),
    StatusRow("5xx", Action.AGAIN, "a fault of the store; 503: slow down", fix=_LATER),
)
"""The rows of the table, of which the first that applies counts."""

_STATUS: Final = re.compile(r"non-2xx status code: (\d{3})")
_CODE: Final = re.compile(r"<Code>(\w+)</Code>")
_SIGNS: Final = (
    ("169.254.", "no keys"),  # the library looks for those of a machine in Amazon's cloud
    ("builder error", "no HTTPS"),
    ("Received redirect without LOCATION", "3xx"),
)
"""By a text in the message of an error, the status that it stands for."""


def status_of(error: BaseException) -> tuple[str, str]:
    """Returns the HTTP status and the S3 error code in the message of an error of obstore.

    The code is empty where there is none. "no reply" and "no request" stand for the status where there was
    none.
    """
    from obstore.exceptions import GenericError, JoinError

    text = str(error)
    code = _CODE.search(text)
    head = text.split("<?xml")[0]
    for sign, status in _SIGNS:
        if sign in head:
            return status, ""
    if (match := _STATUS.search(text)) is not None:
        return match[1], code[1] if code else ""
    lost = isinstance(error, (GenericError, JoinError, TimeoutError, ConnectionError))
    return "no reply" if lost else "no request", ""


def reply_of(status: str, code: str, verb: StoreVerb) -> StatusRow:
    """Returns the row of the table that applies to a reply."""
    return next((reply for reply in REPLIES if reply.is_of(status, code, verb)), REPLIES[0])
