#!/usr/bin/env bash
# Several projects in one call, each with its own root and project file: projects.sh PROGRAM SOURCE_FOLDER. Exit code 77:
# python3 is not installed.
set -euo pipefail
program=$1 source=$2
. "$source/tests/doors/scratch.sh"
for name in one two; do
  mkdir -p "$scratch/$name" && cd "$scratch/$name"
  . "$source/tests/doors/project.sh"
done
cd "$scratch"
printf 'width: 16\nbatch_size: 4  # vramlint: ignore[peak-memory-exceeds-device]\n' >two/config/good.yaml
sed -i 's/rtx3090/a100-80gb/' two/vramlint.yaml
expect() {
  local wanted=$1 status=0
  shift
  "$program" "$@" >out 2>err || status=$?
  [ "$status" = "$wanted" ] || { echo "exit code $status, not $wanted, of: $*" >&2; cat out err >&2; exit 1; }
}

expect 1 check one/config "$scratch/two" --format json=all.json --format sarif=all.sarif --format text
grep -q '^one/config/bad.yaml:2:13: error: ' out
grep -q 'two/config/bad.yaml:2:13' out
grep -q '^4 configs: ' out
python3 - <<'END'
import json
report = json.load(open("all.json"))
configs = {one["path"]: one for one in report["configs"]}
assert sorted(configs) == [f"{name}/config/{kind}.yaml" for name in ("one", "two") for kind in ("bad", "good")], sorted(configs)
assert configs["one/config/good.yaml"]["device"]["name"] == "rtx3090", "each has its own project file"
assert configs["two/config/good.yaml"]["device"]["name"] == "a100-80gb"
unused, = [one for one in report["findings"] if one["rule"] == "unused-suppression"]
assert unused["file"] == "two/config/good.yaml" and unused["fixes"][0]["edits"][0]["file"] == unused["file"], unused
uris = {place["physicalLocation"]["artifactLocation"]["uri"] for run in json.load(open("all.sarif"))["runs"]
        for result in run["results"] for place in result["locations"]}
assert uris >= {"one/config/bad.yaml", "two/config/bad.yaml"}, uris
END
# From within one of them, and what only one of them has.
(cd one && expect 1 check . ../two && grep -q '\.\./two/config/bad.yaml:2:13' out)
expect 1 check one two --fix
grep -q 'batch_size: 4$' two/config/good.yaml
expect 0 check one/config/good.yaml two/config/good.yaml
expect 2 check one/config/good.yaml two/config/none.yaml
grep -q 'two/config/none.yaml: no such file' err
# A root that is named is the only one.
expect 2 check --root one one/config/good.yaml two/config/good.yaml
