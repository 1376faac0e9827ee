"""An object store that speaks S3, on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import urlopen

import boto3
from moto.server import ThreadedMotoServer

SECRET = "a-secret-that-nobody-reads"


def environment_of(address: str) -> dict[str, str]:
    """What leads to a server, and the keys of its reader."""
    return {
        "AWS_ACCESS_KEY_ID": "reader",
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
        "AWS_ENDPOINT_URL": address,
    }


@contextmanager
def object_store(bucket: str) -> Iterator[dict[str, str]]:
    """Its environment, as long as it runs."""
    logging.getLogger("werkzeug").setLevel("ERROR")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = environment_of(f"http://{host}:{port}")
    try:
        urlopen(
            f"http://{host}:{port}/moto-api/reset", b""
        ).close()  # stores of one process share what they hold
        client(environment).create_bucket(Bucket=bucket)
        yield environment
    finally:
        server.stop()


def client(environment: dict[str, str]) -> Any:
    """Another library's hands on the same store."""
    return boto3.client(
        "s3",
        endpoint_url=environment["AWS_ENDPOINT_URL"],
        aws_access_key_id="reader",
        aws_secret_access_key=SECRET,
        region_name="us-east-1",
    )
