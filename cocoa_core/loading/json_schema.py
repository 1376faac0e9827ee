"""Makes JSON Schemas (draft 2020-12) of the YAML files of a domain from the models that read them.

They say what can be said of one file without the others and without the catalogue: an editor completes keys,
shows their descriptions and marks most mistakes while one types. Loading refuses more.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from pydantic_core import core_schema

from cocoa_core.loading.bundle import BundleFile
from cocoa_core.loading.files.derived import DerivedSlot
from cocoa_core.loading.models.base import Model
from cocoa_core.loading.models.kinds import ITEM_KEYS, SLOT_KEYS
from cocoa_core.loading.rules import RulesFile
from cocoa_core.loading.schema import SchemaFile

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class _Plain(GenerateJsonSchema):
    """A generator that leaves out titles, which repeat the keys, defaults, which the descriptions give, and
    null, which is no value of a key.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def nullable_schema(self, schema: core_schema.NullableSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])


def schema_document() -> dict[str, Any]:
    """Returns the JSON Schema of schema.yaml."""
    models: tuple[type[Model], ...] = (SchemaFile, DerivedSlot, *SLOT_KEYS.values(), *ITEM_KEYS.values())
    schema = document("schema.yaml of a cocoa domain", *models)
    schema["$defs"]["slot"] = _slot()
    return schema


def rules_document() -> dict[str, Any]:
    """Returns the JSON Schema of rules.yaml."""
    return document("rules.yaml of a cocoa domain", RulesFile)


def bundle_document() -> dict[str, Any]:
    """Returns the JSON Schema of bundle.yaml."""
    return document("bundle.yaml of a cocoa domain", BundleFile)


def document(title: str, *models: type[Model]) -> dict[str, Any]:
    """Returns the JSON Schema of the first model, with the others as definitions by class name."""
    _, generated = models_json_schema([(model, "validation") for model in models], schema_generator=_Plain)
    definitions: dict[str, Any] = generated["$defs"]
    for shape in definitions.values():
        shape.pop("title", None)
    root = definitions.pop(models[0].__name__)
    root.pop("description")
    return {"$schema": DRAFT, "title": title, **root, "$defs": definitions}


def _slot() -> dict[str, Any]:
    """Returns the schema of a slot, whose kind is told by one key, so that editors mark its mistakes."""
    kinds = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/{model.__name__}"},
        }
        for kind, model in SLOT_KEYS.items()
    ]
    return {
        "type": "object",
        "if": {"required": ["derived"]},
        "then": {"$ref": f"#/$defs/{DerivedSlot.__name__}"},
        "else": {
            "properties": {"kind": {"description": "What its values are.", "enum": list(SLOT_KEYS)}},
            "required": ["kind"],
            "allOf": kinds,
        },
    }
