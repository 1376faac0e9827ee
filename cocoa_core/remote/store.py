"""Reads and writes the objects of a folder in an object store; each is put complete, once."""

from __future__ import annotations

import hashlib
import logging
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import define, field

from cocoa_core.errors import FindingsError, Place, UsageError, one_line
from cocoa_core.extras import require
from cocoa_core.remote.status_codes import Action, StoreVerb, reply_of, status_of

_SCHEMES: Final = ("s3",)
_ADDRESS: Final = re.compile(
    r"([a-z0-9]+)://([A-Za-z0-9][A-Za-z0-9.-]*)((?:/[A-Za-z0-9_=+-][A-Za-z0-9._=+-]*)*)/?"
)
_NAME: Final = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*")
"""The names that files of a data set can have. No segment of them can lead out of a folder."""
_MOST_OBJECTS: Final = 1_000_000
"""The number of objects that are listed at the most."""
_CHUNK: Final = 1 << 20
"""The least number of bytes in a chunk of a download."""
ATTEMPTS: Final = 6
"""How often a request is made at the most. With the longest waits between them, 15.5 seconds pass; the
library's own limit of a request, AWS_TIMEOUT or 30 seconds, comes to each.
"""
FIRST_WAIT: Final = 0.5
"""The longest wait in seconds after the first attempt; it doubles after each. Waits are drawn from the upper
half of the range, so that processes that make parts do not all return at once.
"""

Result = TypeVar("Result")
_log = logging.getLogger(__name__)


def is_address(text: str) -> bool:
    """Returns whether a text is an address rather than a folder."""
    return "://" in text


@define
class Store:
    """The objects below an address such as s3://bucket/exam. Credentials are those of the environment.

    Every method makes a request up to ATTEMPTS times, as `status_codes.py` says. It logs a warning at each
    wait, and raises CocoaError where the store refuses or cannot be reached.
    """

    address: str
    _objects: Any = field(repr=False)
    _conditions_hold: bool = field(default=False, init=False, repr=False)
    """Whether the store has been seen to refuse a second put of an object."""

    @classmethod
    def of(cls, address: str) -> Store:
        """Opens the store at an address.

        Raises:
            UsageError: the address is of another kind, obstore is not installed, or the library refuses the
                address.
        """
        match = _ADDRESS.fullmatch(address)
        if match is None or match[1] not in _SCHEMES:
            scheme = re.match(r"[A-Za-z0-9+.-]*://", address)
            raise UsageError(  # what stands in the address may be a password: it is not repeated
                "this is not an address of an object store that cocoa knows",
                got=f"{scheme[0] if scheme else ''}..., {len(address)} characters",
                expected="s3://BUCKET/FOLDER, of letters, digits and . _ - = +",
                fix="leave keys out: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the like are read",
            )
        require(["obstore"], "remote", "an object store")
        from obstore.exceptions import BaseError
        from obstore.store import from_url

        address = address.rstrip("/")
        try:
            objects = from_url(address, retry_config={"max_retries": 0})
        except (BaseError, ValueError) as error:
            raise _refusal(address, *status_of(error), StoreVerb.LIST, _without_keys(error)) from None
        return cls(address, objects)

    def within(self, name: str) -> Store:
        """Returns the store of a folder below this one."""
        return Store.of(f"{self.address}/{name}")

    def sizes(self) -> dict[str, int]:
        """Returns the sizes in bytes of all objects, by name.

        Raises:
            FindingsError: an object has a name that no file of a data set can have, or there are too many
                objects.
        """
        return self._retried(StoreVerb.LIST, "", self._listed) or {}

    def _listed(self) -> dict[str, int]:
        import obstore

        sizes: dict[str, int] = {}
        listed = 0  # of a listing that says the same names again and again, too
        for batch in obstore.list(self._objects):
            sizes.update({meta["path"]: meta["size"] for meta in batch})
            listed += len(batch)
            if listed > _MOST_OBJECTS:
                break
        for name in sizes:
            if not _NAME.fullmatch(name) or listed > _MOST_OBJECTS:
                raise FindingsError(
                    "an object has a name that no file of a data set has"
                    if listed <= _MOST_OBJECTS
                    else "there are more objects than a data set has",
                    got=one_line(name) if listed <= _MOST_OBJECTS else f"more than {_MOST_OBJECTS:,}",
                    fix="remove it, or name the address of the data set itself",
                    place=Place(self.address),
                )
        return sizes

    def read(self, name: str, most: int) -> bytes | None:
        """Returns the content of an object; None where there is none.

        Raises:
            FindingsError: the object has more than `most` bytes.
        """
        import obstore

        def content() -> bytes:
            result = obstore.get(self._objects, name)
            if result.meta["size"] > most:
                raise FindingsError(
                    "an object is larger than it can be",
                    got=f"{result.meta['size']:,} bytes",
                    expected=f"{most:,} at the most",
                    place=Place(f"{self.address}/{name}"),
                )
            return bytes(result.bytes())

        return self._retried(StoreVerb.GET, name, content)

    def download(self, name: str, path: Path) -> None:
        """Writes an object to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)

        def content() -> Path:
            with path.open("wb") as file:  # begun anew where a body broke off
                for chunk in self._chunks(name):
                    file.write(chunk)
            return path

        if self._retried(StoreVerb.GET, name, content) is None:
            raise _refusal(
                f"{self.address}/{name}", "404", "NoSuchKey", StoreVerb.GET, "it was listed, and is gone"
            )

    def _chunks(self, name: str) -> Iterator[bytes]:
        import obstore

        for chunk in obstore.get(self._objects, name).stream(min_chunk_size=_CHUNK):
            yield bytes(chunk)

    def put(self, path: Path, name: str) -> None:
        """Stores a file as an object, completely or not at all, and checks that it is there.

        An object that exists is never written over. It has to have the same content, as after an earlier call
        that was stopped.

        Raises:
            FindingsError: the object has another content.
            UsageError: the store ignores the condition of a put, which is tried with the first object of this
                call.
        """
        self._retried(StoreVerb.PUT, name, lambda: self._put_once(path, name))

    def _put_once(self, path: Path, name: str) -> bool:
        """Puts a file where there is no object; not the reply but what the store then holds decides."""
        if self._holds(path, name):
            return True
        failure = self._create(path, name)
        if self._holds(path, name):
            if failure is None and not self._conditions_hold:
                self._put_again(path, name)
            return True
        raise failure or ConnectionError("the store said that this is stored, and does not have it")

    def _create(self, path: Path, name: str) -> Exception | None:
        """Puts a file where there is no object; returns an error after which the object may exist or not."""
        import obstore
        from obstore.exceptions import BaseError

        try:
            obstore.put(self._objects, name, path, mode="create", use_multipart=False)
        except BaseError as error:
            if reply_of(*status_of(error), StoreVerb.PUT).action is Action.REFUSE:
                raise
            return error
        return None

    def _put_again(self, path: Path, name: str) -> None:
        """Puts the same bytes again, to check that the store respects the condition of a put."""
        failure = self._create(path, name)
        if failure is None:
            raise UsageError(
                "the store ignores the condition of a put (If-None-Match): one call could write over another",
                got="a second put of the same object was stored",
                expected="412 or 409, as of S3, R2 and MinIO",
                fix="use such a store; or write to a folder and copy that",
                place=Place(f"{self.address}/{name}"),
            )
        action = reply_of(*status_of(failure), StoreVerb.PUT)
        self._conditions_hold = action.status in ("304", "409", "412")  # else the next object is put twice

    def _holds(self, path: Path, name: str) -> bool:
        """Returns whether the object exists and has the content of the file.

        The size and the MD5 in the ETag decide. Where the ETag is no MD5, as with keys of AWS KMS, the object
        is read.

        Raises:
            FindingsError: the object has another content.
        """
        import obstore

        meta = self._retried(StoreVerb.HEAD, name, lambda: obstore.head(self._objects, name))
        if meta is None:
            return False
        with path.open("rb") as file:
            tag = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
        if meta["size"] == path.stat().st_size and (meta["e_tag"] or "").strip('"') == tag:
            return True
        remote_digest = self._retried(StoreVerb.GET, name, lambda: self._digest(name))
        if remote_digest is None:
            return False
        with path.open("rb") as file:
            local_digest = hashlib.file_digest(file, "sha256").hexdigest()
        if remote_digest != local_digest:
            raise FindingsError(
                "there is another object of this name",
                got=f"{meta['size']:,} bytes of SHA-256 {remote_digest}",
                expected=f"{path.stat().st_size:,} bytes of SHA-256 {local_digest}, as this call makes it",
                fix="remove it and repeat the call, or name another address",
                place=Place(f"{self.address}/{name}"),
            )
        return True

    def _digest(self, name: str) -> str:
        digest = hashlib.sha256()
        for chunk in self._chunks(name):
            digest.update(chunk)
        return digest.hexdigest()

    def remove(self, name: str) -> None:
        """Removes an object, if it is there."""
        import obstore

        self._retried(StoreVerb.DELETE, name, lambda: obstore.delete(self._objects, name))

    def _retried(self, verb: StoreVerb, name: str, work: Callable[[], Result]) -> Result | None:
        """Returns what `work` returns, repeated as the table of replies says; None for an absent object."""
        from obstore.exceptions import BaseError

        object_address = f"{self.address}/{name}".rstrip("/")
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return work()
            except (BaseError, OSError, ValueError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise  # a file of this machine
                status, code = status_of(error)
                action = reply_of(status, code, verb).action
                if action is Action.ABSENT:
                    return None
                message = _without_keys(error)
                if action is Action.REFUSE or attempt == ATTEMPTS:
                    raise _refusal(object_address, status, code, verb, message) from None
            wait = FIRST_WAIT * 2 ** (attempt - 1) * random.uniform(0.5, 1)
            _log.warning(
                "%s: %s %s; attempt %d of %d in %.1f seconds",
                *(object_address, status, code or message, attempt + 1, ATTEMPTS, wait),
            )
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")


def _without_keys(error: BaseException) -> str:
    """Returns an error's message in one line, without the library's notes for developers and credentials."""
    text = one_line(str(error).split("\n")[0].split(": <")[0])
    for key, value in os.environ.items():
        if key.startswith("AWS_") and re.search("KEY|SECRET|TOKEN", key) and len(value) > 3:
            text = text.replace(value, "...")
    return text


def _refusal(object_address: str, status: str, code: str, verb: StoreVerb, message: str) -> UsageError:
    reply = reply_of(status, code, verb)
    missing = reply.action is Action.ABSENT
    return UsageError(
        "the object store does not have this"
        if missing
        else f"the object store refused or could not be reached: {reply.means}",
        got=f"{code}: {message}" if code else message,
        fix=reply.fix or "see to the bucket and the AWS_... variables and repeat the call: it goes on",
        place=Place(object_address),
    )
