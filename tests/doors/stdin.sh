#!/usr/bin/env bash
# `vramlint check --stdin-filename`, as editors call it, and the pattern by which a task of Visual Studio Code reads the
# answer: stdin.sh PROGRAM SOURCE_FOLDER. Exit code 77: python3 is not installed.
set -euo pipefail
program=$1 source=$2
. "$source/tests/doors/scratch.sh"
cd "$scratch"
. "$source/tests/doors/project.sh"
expect() {
  local wanted=$1 status=0
  shift
  "$@" >out 2>err || status=$?
  [ "$status" = "$wanted" ] || { echo "exit code $status, not $wanted, of: $*" >&2; cat out err >&2; exit 1; }
}
check() { "$program" check --quiet --color never --format text "$@"; }

# What is written counts, not what is saved.
expect 0 check config/good.yaml
expect 1 check --stdin-filename config/good.yaml < <(printf 'width: 16\nbatch_size: 0\n')
grep -q '^config/good.yaml:2:13: error: ' out
expect 0 check --stdin-filename config/bad.yaml < <(printf 'width: 16\nbatch_size: 4\n')
expect 1 check config/bad.yaml
# A file that is not saved yet; and one that is no config.
expect 1 check --stdin-filename config/new.yaml < <(printf 'width: 16\nbatch_size: 0\n')
expect 0 check --only-configs --stdin-filename notes/new.yaml < <(printf 'width: 16\n')
[ ! -s out ]
# Its comments silence what is found in it, and one that silences nothing is told.
printf 'width: 8\nbatch_size: 80000\n' >config/large.yaml
expect 0 check --stdin-filename config/large.yaml < <(printf 'width: 8\nbatch_size: 80000  # vramlint: ignore[peak-memory-exceeds-device]\n')
[ ! -s out ]
expect 0 check --stdin-filename config/large.yaml < <(printf 'width: 16\nbatch_size: 4  # vramlint: ignore[peak-memory-exceeds-device]\n')
grep -q '^config/large.yaml:2:16: warning: the comment silences nothing' out
rm config/large.yaml
# Nothing can be written into it, and it is one file.
expect 2 check --fix --stdin-filename config/good.yaml </dev/null
expect 2 check --stdin-filename config/good.yaml config/bad.yaml </dev/null

expect 1 check config
python3 - "$source/integrations/lsp/README.md" <<'END'
import json, re, sys
page = open(sys.argv[1]).read()
task, = json.loads(re.search(r"```json\n(.*?)```", page, re.S).group(1))["tasks"]
pattern = task["problemMatcher"]["pattern"]
found = [match for line in open("out") if (match := re.match(pattern["regexp"], line.rstrip("\n")))]
assert task["command"] == "vramlint" and found, open("out").read()
first = found[0]
assert first[pattern["file"]] == "config/bad.yaml" and first[pattern["severity"]] == "error", first.groups()
assert (first[pattern["line"]], first[pattern["column"]]) == ("2", "13"), first.groups()
END
