"""The form of a question file for editors: content/schema.json is this, written out."""

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from bot.bank.model import QuestionForm


class _AsWritten(GenerateJsonSchema):
    """A field that may be left out is left out: files write neither null nor our defaults."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """The value itself."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """The value itself."""
        return self.generate_inner(schema["schema"])

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - the names speak for themselves
        """No field has a title beside its name."""
        return False


def schema() -> dict[str, Any]:
    """The JSON schema of a question file; the check knows more rules than a schema can say."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",  # what editors' YAML plugins all understand
        **QuestionForm.model_json_schema(schema_generator=_AsWritten),
        "title": "A Trapwise question",
    }


def schema_text() -> str:
    """The schema as content/schema.json holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
