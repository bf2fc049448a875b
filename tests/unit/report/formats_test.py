"""Formats for code-review servers, read by programs that are not ours: formats_test.py PRINT_SAMPLE.

xmllint reads the XML; jsonschema checks the JSON against what GitLab's and reviewdog's documentation demand.
"""

import json
import shutil
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed")
    sys.exit(77)
if not shutil.which("xmllint"):
    print("SKIPPED: xmllint is not installed")
    sys.exit(77)

NUMBER, TEXT = {"type": "integer", "minimum": 1}, {"type": "string", "minLength": 1}


def thing(required, **optional):
    """An object with these keys and no others."""
    return {"type": "object", "properties": {**required, **optional}, "required": list(required), "additionalProperties": False}


GITLAB = {
    "type": "array",
    "items": thing({
        "description": TEXT,
        "check_name": TEXT,
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": thing({"path": {"type": "string", "pattern": "^[^/.]"}, "lines": thing({"begin": NUMBER})}),
    }),
}
POSITION = thing({"line": NUMBER}, column=NUMBER)
RANGE = thing({"start": POSITION}, end=POSITION)
RDJSON = thing(
    {"diagnostics": {"type": "array", "items": thing(
        {"message": TEXT, "location": thing({"path": TEXT}, range=RANGE)},
        severity={"enum": ["ERROR", "WARNING", "INFO"]},
        code=thing({"value": TEXT}, url=TEXT),
        suggestions={"type": "array", "items": thing({"range": RANGE, "text": {"type": "string"}})},
    )}},
    source=thing({"name": TEXT}, url=TEXT),
)
# As Checkstyle writes it, and as readers of JUnit's form take it.
DTDS = {
    "checkstyle": """<!ELEMENT checkstyle (file*)> <!ATTLIST checkstyle version CDATA #REQUIRED>
<!ELEMENT file (error*)> <!ATTLIST file name CDATA #REQUIRED>
<!ELEMENT error EMPTY> <!ATTLIST error line CDATA #REQUIRED column CDATA #IMPLIED severity (error|warning|info|ignore) #REQUIRED
message CDATA #REQUIRED source CDATA #REQUIRED>""",
    "testsuites": """<!ELEMENT testsuites (testsuite*)> <!ATTLIST testsuites name CDATA #IMPLIED>
<!ELEMENT testsuite (testcase*)> <!ATTLIST testsuite name CDATA #REQUIRED tests CDATA #REQUIRED failures CDATA #REQUIRED
errors CDATA #REQUIRED skipped CDATA #IMPLIED>
<!ELEMENT testcase (skipped?, failure?, system-out?)> <!ATTLIST testcase name CDATA #REQUIRED classname CDATA #REQUIRED>
<!ELEMENT skipped EMPTY> <!ATTLIST skipped message CDATA #IMPLIED>
<!ELEMENT failure (#PCDATA)> <!ATTLIST failure message CDATA #IMPLIED>
<!ELEMENT system-out (#PCDATA)>""",
}


def main(print_sample):
    def written(name):
        return subprocess.run([print_sample, name], check=True, capture_output=True, encoding="utf-8").stdout

    wrong = []
    for name, schema in {"gitlab": GITLAB, "rdjson": RDJSON}.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(written(name))):
            wrong.append(f"{name}: {list(error.path)}: {error.message}")
    for root, name in {"checkstyle": "checkstyle", "testsuites": "junit"}.items():
        text = written(name).replace("?>\n", f"?>\n<!DOCTYPE {root} [\n{DTDS[root]}\n]>\n", 1)
        seen = subprocess.run(["xmllint", "--nonet", "--noout", "--valid", "-"], input=text, capture_output=True, encoding="utf-8")
        if seen.returncode != 0:
            wrong.append(f"{name}: {seen.stderr}")
    print("\n".join(wrong) or "every format is as its readers want it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
