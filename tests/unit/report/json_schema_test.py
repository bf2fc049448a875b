"""Checks JSON reports against the schema, and that the schema is strict enough to refuse broken ones."""

import copy
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def broken_versions(report):
    """Reports that must not pass, each with the reason."""

    def broken(reason, change):
        version = copy.deepcopy(report)
        change(version)
        return reason, version

    yield broken("another version", lambda r: r.update(version=2))
    yield broken("no summary", lambda r: r.pop("summary"))
    yield broken("an unknown level", lambda r: r["findings"][0].update(level="fatal"))
    yield broken("an unknown status", lambda r: r["configs"][0].update(status="fine"))
    yield broken("a size that is text", lambda r: r["configs"][1].update(budget="24 GiB"))
    yield broken("a line 0", lambda r: r["findings"][0]["range"]["start"].update(line=0))
    yield broken("a misspelt category", lambda r: r["configs"][1]["breakdown"].update(activations=1))
    yield broken("an interval without a point", lambda r: r["configs"][1]["peak"]["process"].pop("point"))
    yield broken("an estimate without its peak", lambda r: r["configs"][1].update(peak=None))


def main(schema_path, *command):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    report = json.loads(subprocess.run([*command, "json"], check=True, capture_output=True).stdout)
    errors = [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(report)]
    errors += [f"accepts {reason}" for reason, version in broken_versions(report) if validator.is_valid(version)]
    print("\n".join(errors) or "valid")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
