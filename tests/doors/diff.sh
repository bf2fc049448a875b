#!/usr/bin/env bash
# `vramlint diff` on a repository of its own: diff.sh PROGRAM SOURCE_FOLDER. What it says of either side must be what
# `vramlint check` says of a checkout. Exit code 77: git or python3 is not installed.
set -euo pipefail
program=$1 source=$2
command -v git >/dev/null && command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d)
log=$scratch/log
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch VRAMLINT_NO_CACHE=1 GIT_CONFIG_NOSYSTEM=1 LC_ALL=C.UTF-8
unset GITHUB_ACTIONS GIT_DIR GIT_WORK_TREE
mkdir "$scratch/repo" && cd "$scratch/repo"
git init -q -b main .
git config user.email a@example.com && git config user.name a

mkdir -p configs/_base_ config nets
cat >vramlint.yaml <<'END'
device: rtx3090
recipes:
  - name: toy
    configs: ["config/*.yaml"]
    model: nets.model.Net(cfg.width)
    inputs: ["float32[cfg.batch_size, 3, 64, 64]"]
    loss: mse
    optimizer: adam
END
cat >nets/model.py <<'END'
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.enter = nn.Conv2d(3, width, 3, padding=1)
        self.leave = nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, image):
        return self.leave(self.enter(image))
END
for name in a b gone; do printf 'width: 64\nbatch_size: 64\n' >config/$name.yaml; done
printf '# %s\nwidth: 32\nbatch_size: 64\n' other >config/other.yaml
echo text >README.md
git add -A && git commit -qm base && git tag base

failures=0
# expect NAME CODE PYTHON [OPTION…]: exit code and an expression on the JSON report `d`, with `c` its configs by path.
expect() {
  local name=$1 wanted=$2 expression=$3 code=0
  shift 3
  "$program" diff --base base --format json="$scratch/out.json" --format text --jobs 2 "$@" >"$log" 2>&1 || code=$?
  [ "$code" -eq "$wanted" ] || { echo "FAILED: $name: exit code $code, wanted $wanted" && cat "$log" && failures=$((failures + 1)); }
  python3 - "$expression" "$scratch/out.json" <<'END' || { echo "FAILED: $name" && cat "$log" && failures=$((failures + 1)); }
import json, sys
d = json.load(open(sys.argv[-1]))
c = {one["path"]: one for one in d["configs"]}
sys.exit(not eval(sys.argv[1]))
END
}
# The peaks of both sides as `check` has them of checkouts.
agree() {
  rm -rf "$scratch/base" && git worktree prune && git worktree add -q --force "$scratch/base" base
  (cd "$scratch/base" && "$program" check --format json --fail-on never) >"$scratch/before.json" 2>/dev/null || true
  "$program" check --format json --fail-on never >"$scratch/after.json" 2>/dev/null || true
  python3 - "$scratch" "$scratch/out.json" <<'END' || { echo "FAILED: $1: not what check says" && failures=$((failures + 1)); }
import json, sys
report = json.load(open(sys.argv[-1]))
for side in ("before", "after"):
    said = {one["path"]: one for one in json.load(open(f"{sys.argv[1]}/{side}.json"))["configs"]}
    for change in report["configs"]:
        config = change[side]
        if config is None:
            assert change["path"] not in said, (side, change["path"])
            continue
        checked = said[change["path"]]
        assert config["status"] == checked["status"], (side, change["path"])
        assert config["peak"] == (checked["peak"] and checked["peak"]["process"]), (side, change["path"])
END
}
undo() { git reset -q --hard base && git clean -qfdx; }

expect "nothing" 0 'd["configs"] == [] and d["files"] == [] and d["summary"]["untouched"] == 4'
echo more >README.md
expect "a text that nobody reads" 0 'd["configs"] == [] and len(d["files"]) == 1'
undo

# One config: the others are not looked at.
sed -i 's/batch_size: 64/batch_size: 512/' config/a.yaml
edit='[x["was"] + ">" + x["is"] for x in c["config/a.yaml"]["causes"]] == ["batch_size: 64>batch_size: 512"]'
expect "an edit of a config" 0 "list(c) == ['config/a.yaml'] and c['config/a.yaml']['increase'] > 0 and $edit"
expect "the line of an edit" 0 'c["config/a.yaml"]["causes"][0]["line"] == 2 and c["config/a.yaml"]["causes"][0]["increase"] == c["config/a.yaml"]["increase"]'
grep -qE '^▲ config/a.yaml  \+[0-9.]+ GiB: [0-9.]+ MiB to [0-9.]+ GiB of 23.7 GiB, fits rtx3090$' "$log" || { echo "FAILED: text" && cat "$log" && failures=$((failures + 1)); }
agree "an edit of a config"
expect "a budget" 1 'c["config/a.yaml"]["max_increase"]["exceeded"]' --max-increase 1MiB
expect "a budget that is kept" 0 'not c["config/a.yaml"]["max_increase"]["exceeded"]' --max-increase 10GiB
expect "a share" 1 'c["config/a.yaml"]["max_increase"]["exceeded"]' --max-increase 1%
printf 'max_increase: {files: "config/a*", size: 1MiB, message: "ask | first"}\n' >>vramlint.yaml
expect "a budget of the project" 1 'c["config/a.yaml"]["max_increase"] == {"most": 1 << 20, "exceeded": True, "message": "ask | first"} and c["config/b.yaml"]["max_increase"] is None'
"$program" diff --base base --format markdown >"$log" || true
grep -qF 'ask \| first' "$log" || { echo "FAILED: markdown" && cat "$log" && failures=$((failures + 1)); }
undo

# Two edits of one file: each has its part, and one of them none.
printf 'width: 512\nnew_key: 1\nbatch_size: 64\nseed: 1\n' >config/a.yaml
expect "the edit that does it" 0 '[x["was"] for x in c["config/a.yaml"]["causes"] if x["increase"]] == ["width: 64"]' --fail-on never
undo

# Model source: every config reads it; a larger batch beside it in one.
sed -i 's/nn.Conv2d(3, width, 3, padding=1)/nn.Conv2d(3, 2 * width, 3, padding=1)/; s/nn.Conv2d(width, 3/nn.Conv2d(2 * width, 3/' nets/model.py
sed -i 's/batch_size: 64/batch_size: 128/' config/b.yaml
expect "model source" 0 'len(c) == 4 and [x["file"] for x in c["config/a.yaml"]["causes"]] == ["nets/model.py"] and c["config/a.yaml"]["increase"] > 0'
expect "model source and config" 0 'sorted({x["file"] for x in c["config/b.yaml"]["causes"] if x["increase"]}) == ["config/b.yaml"] or len({x["file"] for x in c["config/b.yaml"]["causes"]}) == 2'
agree "model source"
git commit -qam head
expect "another revision as the new side" 0 'd["head"]["name"] == "HEAD" and len(c) == 4' --head HEAD
cp "$scratch/out.json" "$scratch/named.json"
git checkout -q base
expect "whatever is checked out" 0 'd["configs"] == json.load(open(sys.argv[2].replace("out", "named")))["configs"]' --head main
git checkout -q main && git reset -q --hard base

# What the base has got since is not of this change.
sed -i 's/width: 64/width: 128/' config/b.yaml && git commit -qam later && later=$(git rev-parse HEAD)
git checkout -q base && sed -i 's/width: 64/width: 256/' config/a.yaml
code=0
"$program" diff --base "$later" --merge-base --format json >"$scratch/out.json" || code=$?
{ [ "$code" -eq 0 ] && grep -q '"untouched": 3' "$scratch/out.json"; } || { echo "FAILED: --merge-base" && failures=$((failures + 1)); }
git checkout -qf main && git reset -q --hard base

# New, deleted and broken; a module that only the new side has.
git rm -q config/gone.yaml
printf 'width: 8\nbatch_size: 0\n' >config/new.yaml
sed -i 's/width: 64/width: many/' config/a.yaml
mkdir more && echo 'factor = 4' >more/__init__.py
sed -i '1i from more import factor' nets/model.py && sed -i 's/(3, width/(3, factor * width \/\/ 4/' nets/model.py
expect "new, deleted and broken" 1 'c["config/gone.yaml"]["after"] is None and c["config/new.yaml"]["before"] is None and c["config/a.yaml"]["before"]["status"] == "estimated" and c["config/a.yaml"]["after"]["status"] == "not_estimable" and c["config/a.yaml"]["increase"] is None'
expect "what breaks it" 1 '[x["was"] for x in c["config/a.yaml"]["causes"]] == ["width: 64"]'
expect "what is lost is no saving" 1 'c["config/a.yaml"]["max_increase"]["exceeded"]' --max-increase 10GiB --fail-on never
expect "a new finding" 1 'any(x["config"] == "config/new.yaml" for x in d["findings"]["new"])'
expect "as before" 1 'c["config/b.yaml"]["increase"] == 0'
agree "new, deleted and broken"
undo

# What a comment silences there is silenced, in texts of revisions too.
printf 'width: 64\nbatch_size: 40000  # vramlint: ignore[peak-memory-exceeds-device]\n' >config/a.yaml
git commit -qam silent && git tag silent && git checkout -q base
expect "a silenced finding of a revision" 0 'd["findings"]["new"] == [] and d["summary"]["remaining"] == 0' --head silent
git checkout -q main && git reset -q --hard base

# Whose repository it is may be in doubt; git says what helps.
code=0
GIT_TEST_ASSUME_DIFFERENT_OWNER=1 "$program" diff --base base >"$log" 2>&1 || code=$?
{ [ "$code" -eq 2 ] && grep -q 'git config --global --add safe.directory' "$log"; } || { echo "FAILED: another's repository" && cat "$log" && failures=$((failures + 1)); }

# A file under another name is the same file: a config with its finding, model source, and what is edited of either.
start=$(git rev-parse base)
printf 'width: 512\nbatch_size: 4000\n# a\n# b\n' >config/large.yaml && git add -A && git commit -qm large && git tag -f base >/dev/null
git mv config/large.yaml config/huge.yaml
expect "a renamed config" 0 'len(c) == 1 and c["config/huge.yaml"]["old_path"] == "config/large.yaml" and c["config/huge.yaml"]["increase"] == 0 and d["findings"] == {"new": [], "gone": []}'
sed -i 's/4000/5000/' config/huge.yaml
expect "a renamed and edited config" 0 '[x["was"] for x in c["config/huge.yaml"]["causes"]] == ["batch_size: 4000"] and c["config/huge.yaml"]["increase"] > 0 and d["findings"]["new"] == []'
grep -q '^▲ config/huge.yaml (was config/large.yaml)  +' "$log" || { echo "FAILED: text of a renamed config" && cat "$log" && failures=$((failures + 1)); }
expect "a budget under another name" 1 'c["config/huge.yaml"]["max_increase"]["exceeded"]' --max-increase 1GiB
printf 'width: 8\nbatch_size: 0\n' >config/huge.yaml
expect "another config in its place" 1 '"old_path" not in c["config/huge.yaml"] and c["config/large.yaml"]["after"] is None'
git reset -q --hard base && git clean -qfdx
git mv nets/model.py nets/network.py && sed -i 's/nets.model/nets.network/' vramlint.yaml
expect "renamed model source" 0 'all(one["increase"] == 0 for one in c.values()) and len(c) == 5 and d["findings"]["new"] == []'
git reset -q --hard base && git clean -qfdx

# What can be estimated only now is no config as before.
sed -i 's/width: 64/width: many/' config/a.yaml && git commit -qam broken && git tag broken
git checkout -q base -- config/a.yaml
"$program" diff --base broken >"$log" || { echo "FAILED: a mended config fails" && failures=$((failures + 1)); }
{ grep -q '^✔ config/a.yaml  was not estimable, now needs' "$log" && grep -q '1 now estimable' "$log"; } || { echo "FAILED: a mended config" && cat "$log" && failures=$((failures + 1)); }
git tag -f base "$start" >/dev/null && undo

# A renamed config, whichever of its names is the PATH: it is compared with itself, and its budget counts.
mkdir other && git mv config/a.yaml other/renamed.yaml && sed -i 's/width: 64/width: 512/' other/renamed.yaml
sed -i 's#configs: .*#configs: ["config/*.yaml", "other/*.yaml"]#' vramlint.yaml && git add -A
for path in config/a.yaml other/renamed.yaml config other .; do
  expect "a rename, with $path" 1 'c["other/renamed.yaml"]["old_path"] == "config/a.yaml" and c["other/renamed.yaml"]["max_increase"]["exceeded"]' --max-increase 1MiB "$path"
done
undo

# A link that git does not know yet hides nothing of what it leads to.
ln -s ../config/a.yaml nets/link.yaml
expect "a link to a config" 0 'd["configs"] == [] and d["summary"]["untouched"] == 4'
undo

# A revision that is not here: only a shallow clone is told to fetch it, and one that the remote has is named.
git update-ref refs/remotes/origin/feature base
for case in "feature:There is .origin/feature." "nowhere:^vramlint: git has no commit 'nowhere' here\$"; do
  "$program" diff --base "${case%%:*}" >"$log" 2>&1 && { echo "FAILED: ${case%%:*} is a revision" && failures=$((failures + 1)); }
  { grep -q "${case#*:}" "$log" && ! grep -q shallow "$log"; } || { echo "FAILED: ${case%%:*}" && cat "$log" && failures=$((failures + 1)); }
done
git clone -q --depth 1 "file://$scratch/repo" "$scratch/shallow"
for case in "HEAD~1:git fetch --unshallow" "some:git fetch --depth=1 origin some"; do
  (cd "$scratch/shallow" && "$program" diff --base "${case%%:*}") >"$log" 2>&1 || true
  grep -qF "${case#*:}" "$log" || { echo "FAILED: a shallow clone without ${case%%:*}" && cat "$log" && failures=$((failures + 1)); }
done

# The sides' own project files, and wrong usage.
sed -i 's/rtx3090/a100-80gb/' vramlint.yaml
expect "another device" 0 'len(c) == 4 and c["config/a.yaml"]["before"]["device"] == "rtx3090" and c["config/a.yaml"]["after"]["device"] == "a100-80gb"'
undo
git config core.fsmonitor 'touch hacked'
for name in plain 'with.dots and blanks'; do
  git config "filter.$name.clean" 'touch hacked; cat' && git config "filter.$name.smudge" 'touch hacked; cat'
  git config "filter.$name.process" 'touch hacked' && git config "filter.$name.required" true
done
echo '* filter=plain' >.git/info/attributes
echo '*.yaml filter=with.dots' >>.git/info/attributes
touch config/*.yaml nets/model.py
expect "filters are not started" 0 'd["configs"] == []'
sed -i 's/batch_size: 64/batch_size: 512/' config/a.yaml
expect "filters are not started for what differs" 0 'list(c) == ["config/a.yaml"]'
[ ! -e hacked ] || { echo "FAILED: a filter of the repository was started" && failures=$((failures + 1)); }
git config 'filter.a=b.clean' 'touch hacked'
"$program" diff --base base >"$log" 2>&1 && { echo "FAILED: a filter that cannot be switched off" && failures=$((failures + 1)); }
grep -q 'filter.a=b.clean: diff starts no filters' "$log" || { echo "FAILED: the filter is not named" && cat "$log" && failures=$((failures + 1)); }
git config --unset 'filter.a=b.clean'
git -c core.fsmonitor=false -c filter.plain.clean= -c filter.plain.process= -c filter.plain.required=false checkout -q -- config && rm -f .git/info/attributes hacked
for arguments in "--base nowhere" "--base --output=hacked" "--base base --max-increase 5" "--base base --format xml" ""; do
  code=0
  # shellcheck disable=SC2086
  "$program" diff $arguments >"$log" 2>&1 || code=$?
  [ "$code" -eq 2 ] || { echo "FAILED: diff $arguments: exit code $code, wanted 2" && cat "$log" && failures=$((failures + 1)); }
done
[ ! -e hacked ] || { echo "FAILED: the repository's settings ran a command" && failures=$((failures + 1)); }

# The schema describes it.
sed -i 's/batch_size: 64/batch_size: 512/' config/a.yaml
"$program" diff --base base --format json >"$scratch/out.json"
code=0
python3 - "$source/docs/comparison.schema.json" "$scratch/out.json" <<'END' || code=$?
import copy, json, sys
try:
    import jsonschema
except ImportError:
    sys.exit(0)
schema, report = json.load(open(sys.argv[1])), json.load(open(sys.argv[-1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
assert not list(validator.iter_errors(report)), [str(error) for error in validator.iter_errors(report)]
for change in (lambda r: r.pop("summary"), lambda r: r["configs"][0].update(increase="1 GiB"), lambda r: r["files"][0].update(change="moved")):
    broken = copy.deepcopy(report)
    change(broken)
    assert not validator.is_valid(broken)
END
[ "$code" -eq 0 ] || { echo "FAILED: the schema" && failures=$((failures + 1)); }
exit "$((failures > 0))"
