"""`cocoa json-schema`: what editors need to complete and check the YAML files of a domain."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["json_schema"]


def json_schema(
    file: Annotated[
        str, typer.Argument(metavar="schema|rules", help="Which of the two files.", show_default=False)
    ],
) -> None:
    """Print the JSON Schema of schema.yaml or rules.yaml, for editors.

    `cocoa new-domain` puts both beside the files. An editor with YAML support finds one by the first line of
    the file: # yaml-language-server: $schema=schema.json

    Examples:

      cocoa json-schema schema > schema.json
      cocoa json-schema rules > rules.json
    """
    import json

    from cocoa_core.domain.keys.json_schema import rules_document, schema_document
    from cocoa_core.domain.suggestions import quoted
    from cocoa_core.errors import UsageError

    from .terminal import write_line

    documents = {"schema": schema_document, "rules": rules_document}
    if file not in documents:
        raise UsageError(f"there is no JSON Schema of {quoted(file)}", expected="schema or rules")
    write_line(json.dumps(documents[file](), ensure_ascii=False, indent=2))
