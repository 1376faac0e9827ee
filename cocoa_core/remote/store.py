"""A folder of an object store: named objects that are put whole, once, and read."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import CocoaError, FindingsError, Place, UsageError, one_line

__all__ = ["Store", "is_address"]

_SCHEMES: Final = ("s3",)
_ADDRESS: Final = re.compile(
    r"([a-z0-9]+)://([A-Za-z0-9][A-Za-z0-9.-]*)((?:/[A-Za-z0-9_=+-][A-Za-z0-9._=+-]*)*)/?"
)
_NAME: Final = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*")
"""What a file of ours is called; no segment leads out of a folder."""
_MOST: Final = 1_000_000
"""Objects that are listed."""
_CHUNK: Final = 1 << 20


def is_address(text: str) -> bool:
    """Whether this names something else than a folder."""
    return "://" in text


@frozen
class Store:
    """What lies under an address such as s3://bucket/exam. Credentials are those of the environment.

    Every method raises CocoaError where the store refuses or cannot be reached.
    """

    address: str
    _objects: Any = field(repr=False)

    @classmethod
    def of(cls, address: str) -> Store:
        """UsageError for an address of another kind, and where obstore is not installed."""
        found = _ADDRESS.fullmatch(address)
        if found is None or found[1] not in _SCHEMES:
            scheme = re.match(r"[A-Za-z0-9+.-]*://", address)
            raise UsageError(  # what stands in the address may be a password: it is not repeated
                "this is not an address of an object store that cocoa knows",
                got=f"{scheme[0] if scheme else ''}..., {len(address)} characters",
                expected="s3://BUCKET/FOLDER, of letters, digits and . _ - = +",
                fix="leave keys out: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the like are read",
            )
        try:
            from obstore.store import from_url
        except ImportError:
            raise UsageError(
                "object stores are reached with the library obstore",
                got="no obstore",
                fix="pip install -e '.[remote]' in a checkout of cocoa",
            ) from None
        address = address.rstrip("/")
        with _told(address):
            return cls(address, from_url(address, retry_config={"max_retries": 4}))

    def within(self, name: str) -> Store:
        """A folder in this one."""
        return Store.of(f"{self.address}/{name}")

    def sizes(self) -> dict[str, int]:
        """The names of all objects, and their bytes; FindingsError for one that no file of ours can have."""
        import obstore

        found: dict[str, int] = {}
        with _told(self.address):
            for batch in obstore.list(self._objects):
                found.update({meta["path"]: meta["size"] for meta in batch})
                if len(found) > _MOST:
                    break
        for name in found:
            if not _NAME.fullmatch(name) or len(found) > _MOST:
                raise FindingsError(
                    "an object has a name that no file of a data set has"
                    if len(found) <= _MOST
                    else "there are more objects than a data set has",
                    got=one_line(name) if len(found) <= _MOST else f"more than {_MOST:,}",
                    fix="remove it, or name the address of the data set itself",
                    place=Place(self.address),
                )
        return found

    def read(self, name: str, most: int) -> bytes | None:
        """An object of at most so many bytes; None where there is none."""
        import obstore

        with _told(f"{self.address}/{name}"):
            try:
                found = obstore.get(self._objects, name)
            except FileNotFoundError:
                return None
            if found.meta["size"] > most:
                raise FindingsError(
                    "an object is larger than it can be",
                    got=f"{found.meta['size']:,} bytes",
                    expected=f"{most:,} at the most",
                    place=Place(f"{self.address}/{name}"),
                )
            return bytes(found.bytes())

    def download(self, name: str, path: Path) -> None:
        """Put an object into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            for chunk in self._chunks(name):
                file.write(chunk)

    def _chunks(self, name: str) -> Iterator[bytes]:
        import obstore

        with _told(f"{self.address}/{name}"):
            for chunk in obstore.get(self._objects, name).stream(min_chunk_size=_CHUNK):
                yield bytes(chunk)

    def put(self, path: Path, name: str) -> None:
        """Make a file an object, whole or not at all.

        An object that is there is never written over: it has to be the same, as it is where an earlier call
        was stopped after this one; FindingsError otherwise.
        """
        import obstore
        from obstore.exceptions import AlreadyExistsError

        with _told(f"{self.address}/{name}"):
            try:
                obstore.put(self._objects, name, path, mode="create", use_multipart=False)
                return
            except AlreadyExistsError:
                pass
        there = hashlib.sha256()
        for chunk in self._chunks(name):
            there.update(chunk)
        with path.open("rb") as file:
            here = hashlib.file_digest(file, "sha256")
        if there.digest() != here.digest():
            raise FindingsError(
                "there is another object of this name",
                got=f"SHA-256 {there.hexdigest()}",
                expected=f"SHA-256 {here.hexdigest()}, as this call makes it",
                fix="remove it and repeat the call, or name another address",
                place=Place(f"{self.address}/{name}"),
            )

    def remove(self, name: str) -> None:
        """Remove an object, if it is there."""
        import obstore

        with _told(f"{self.address}/{name}"):
            obstore.delete(self._objects, name)


@contextmanager
def _told(place: str) -> Iterator[None]:
    """What the store says is said in a line, with the place, and without keys."""
    from obstore.exceptions import BaseError

    try:
        yield
    except CocoaError:
        raise
    except (BaseError, OSError) as error:
        text = str(error)
        code = re.search(r"<Code>(\w+)</Code>", text)
        said = one_line(text.split("\n")[0].split(": <?xml")[0])
        for key, value in os.environ.items():
            if key.startswith("AWS_") and re.search("KEY|SECRET|TOKEN", key) and len(value) > 3:
                said = said.replace(value, "...")
        missing = isinstance(error, FileNotFoundError)
        raise UsageError(
            "the object store does not have this"
            if missing
            else "the object store refused or could not be reached",
            got=f"{code[1]}: {said}" if code else said,
            fix="see to the bucket and the AWS_... variables and repeat the call: it goes on",
            place=Place(place),
        ) from None
