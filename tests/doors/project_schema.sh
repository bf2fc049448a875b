#!/usr/bin/env bash
# docs/project.schema.json against the program, which has the last word on vramlint.yaml: project_schema.sh PROGRAM
# SOURCE_FOLDER. Exit code 77: python3 lacks jsonschema or yaml.
set -euo pipefail
python=python3
"$python" -c 'import jsonschema, yaml' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import jsonschema, yaml' 2>/dev/null || exit 77
export VRAMLINT_NO_CACHE=1 LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
exec "$python" - "$(realpath "$1")" "$(realpath "$2")" <<'END'
import copy, json, pathlib, re, subprocess, sys, tempfile
import jsonschema, yaml

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads((source / "docs/project.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def mappings(node):
    """Every closed mapping that the schema describes."""
    if isinstance(node, dict):
        if node.get("additionalProperties") is False:
            yield node["properties"]
        for value in node.values():
            yield from mappings(value)
    elif isinstance(node, list):
        for value in node:
            yield from mappings(value)


# Every key that the program has is in the schema.
described = {key for properties in mappings(schema) for key in properties}
tables = "project recipe_fields policy_fields script_fields technique_fields optimizer_fields distributed_fields"
known = set()
for name in tables.split():
    text = (source / f"analyzer/config/{name}.cpp").read_text()
    for table in re.findall(r"Field<[^>]*> k\w+\[\] = (\{.*?\n?\});", text, re.S):
        known |= set(re.findall(r'\{"(\w+)",', table))
assert len(known) > 60, sorted(known)
assert known <= described, f"not in the schema: {sorted(known - described)}"


def complaints(project):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "vramlint.yaml").write_text(yaml.safe_dump(project))
        pathlib.Path(folder, "a.yaml").write_text("x: 1\n")
        out = subprocess.run([program, "check", "--root", folder, "--format", "json", folder + "/a.yaml"],
                             capture_output=True, text=True).stdout
    return [one["message"] for one in json.loads(out)["findings"] if one["rule"] == "invalid-recipe"]


# Every key that the schema has is the program's, at its place.
defs = schema["$defs"]
stage = {key: None for key in defs["stage"]["properties"]}
recipe = {key: None for key in defs["recipe"]["properties"]} | {"stages": {"one": stage}}
whole = {key: None for key in schema["properties"]} | {"recipes": [recipe]}
recipe["optimizer"] = {key: None for key in defs["optimizer"]["properties"]}
recipe["script"] = {"path": None, "args": None}
recipe["clip_grad"], recipe["ema"] = {"norm": 1, "foreach": None}, {"buffers": None, "decay": 1}
whole["severity"] = [{key: None for key in ("files", "rule", "level")}]
for key in ("max_peak", "max_increase"):
    whole[key] = [{"files": None, "size": None, "message": None}]
said = complaints(whole)
assert said and not [one for one in said if "has no key" in one], said
for kind in defs["recipe"]["properties"]["distributed"]["anyOf"][1:]:
    for name in kind["properties"]["kind"]["enum"]:
        keys = {key: 1 for key in kind["properties"]} | {"kind": name}
        said = complaints({"recipes": [{"configs": "a.yaml", "model": "m", "distributed": keys}]})
        assert not [one for one in said if "has no key" in one], said
assert any("has no key `recipe`" in one for one in complaints({"recipe": []})), "else the above shows nothing"

# What is shipped is as the schema says; what is wrong is not.
files = [path for path in sorted(source.glob("tests/**/vramlint.yaml"))]
texts = [path.read_text() for path in files]
for page in sorted([*source.glob("rules/*.md"), *source.glob("docs/*.md"), source / "README.md"]):
    texts += re.findall(r"`vramlint\.yaml`[^\n]*\n\n```yaml\n(.*?)```", page.read_text(), re.S)
assert len(texts) > 30, len(texts)
for text in texts:
    project = yaml.safe_load(text)
    errors = [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(project)]
    assert not errors or complaints(project), (text, errors)
good = {"device": "rtx3090", "recipes": [{"configs": ["a.yaml"], "model": "m", "optimizer": "adam"}]}
assert validator.is_valid(good)
for change in (lambda p: p.update(devise="x"), lambda p: p["recipes"][0].update(modle="m"), lambda p: p["recipes"][0].pop("configs"),
               lambda p: p.update(recipes={}), lambda p: p["recipes"][0].update(optimizer={"lr": 1}),
               lambda p: p["recipes"][0].update(distributed={"kind": "fsdp"}), lambda p: p.update(data={"*.wav": "text[3]"})):
    wrong = copy.deepcopy(good)
    change(wrong)
    assert not validator.is_valid(wrong), wrong
print(f"{len(known)} keys, {len(texts)} project files")
END
