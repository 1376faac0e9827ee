"""The command `cocoa json-schema`: prints JSON Schemas, by which editors check the YAML files of a domain."""

from __future__ import annotations

from typing import Annotated

from cocoa_core.errors import UsageError
from cocoa_core.suggestions import listed, quoted

from .flag_groups import option
from .terminal import write_json


def json_schema(
    file: Annotated[str, option("schema|rules|bundle|import|pages", "The file whose schema is printed.")],
) -> None:
    """Print the JSON Schema of a YAML file of a domain or a page map, for editors.

    `cocoa new-domain` puts the first two beside the files. An editor with YAML support finds one by the
    first line of the file: # yaml-language-server: $schema=schema.json

    Examples:

      cocoa json-schema schema > schema.json
      cocoa json-schema rules > rules.json
    """
    from cocoa_core.importing import import_document
    from cocoa_core.loading import bundle_document, rules_document, schema_document
    from cocoa_core.sources import page_map_document

    documents = {
        "schema": schema_document,
        "rules": rules_document,
        "bundle": bundle_document,
        "import": import_document,
        "pages": page_map_document,
    }
    if file not in documents:
        raise UsageError(f"there is no JSON Schema of {quoted(file)}", expected=f"one of {listed(documents)}")
    write_json(documents[file]())
