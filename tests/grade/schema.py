"""Validates JSON by docs/grading.schema.json:

    schema.py SCHEMA NAME FILE…    NAME is "export", or one of the schema's $defs

Says what is wrong with each file, and at the end how many were right. To a test the schema is
closed: a member that it does not have is wrong, where others are to take what comes later."""
import json
import sys

from jsonschema import Draft202012Validator


def close(schema):
    """Every object has the members that are listed, and no other."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


def load(path, name):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    close(schema)
    return schema if name == "export" else {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}


def main(schema, name, *paths):
    validator = Draft202012Validator(load(schema, name))
    right = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            errors = list(validator.iter_errors(json.load(file)))
        for error in errors:
            print(f"{path}: {error.json_path}: {error.message[:300]}")
        right += not errors
    print(f"{right} of {len(paths)} are right")


main(*sys.argv[1:])
