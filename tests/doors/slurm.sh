#!/usr/bin/env bash
# `vramlint probe --engine slurm` with a stand-in for Slurm and for the probe, some of whose tasks die: slurm.sh PROGRAM
# SOURCE_FOLDER. Exit code 77: python3 is not installed.
set -euo pipefail
command -v python3 >/dev/null || exit 77
source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A copy: beside the built one there may be a real probe.
mkdir "$scratch/bin" && cp "$1" "$scratch/bin/vramlint"
export PATH=$scratch/bin:$source/tests/doors/slurm:$PATH FAKE=$scratch/fake VRAMLINT_NO_CACHE=1 LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
mkdir -p "$FAKE"/{left,fate,begun,answer} "$scratch/it's 100% \$HOME" && cd "$scratch/it's 100% \$HOME"
echo 0 >"$FAKE/last"
. "$source/tests/doors/project.sh"
rm config/*
for i in 01 02 03 04 05 06 07 08 09 10 11 12; do printf 'width: %s\nbatch_size: 4\n' "${i#0}" >"config/$i.yaml"; done

fail() { echo "$*" >&2; cat out err >&2; exit 1; }
expect() {
  local wanted=$1 status=0
  shift
  timeout 60 "$@" >out 2>err || status=$?
  [ "$status" = "$wanted" ] || fail "exit code $status, not $wanted, of: $*"
}
says() { grep -qF -- "$1" out err || fail "not said: $1"; }
sweep() { expect "$1" vramlint probe --engine slurm "${@:2}"; }

# Task 2 never begins, 3 is killed and put into the queue again, 4 is killed and lost, 5's probe crashes, 6 differs, 7 cannot
# be measured. The controller is away for the first second.
echo unstarted >"$FAKE/fate/1_2"; echo requeued >"$FAKE/fate/1_3"; echo lost >"$FAKE/fate/1_4"
echo crash >"$FAKE/answer/1_5"; echo 1 >"$FAKE/answer/1_6"; echo 2 >"$FAKE/answer/1_7"
touch "$FAKE/away"
(sleep 1; rm "$FAKE/away") &
sweep 1 config --at-once 4 --sbatch=--partition=gpu --sbatch '--comment=two words'
says 'job 1: 12 of 12 configs'
says 'squeue does not answer; waiting'
says '12 configs: 7 as expected, 1 differ, 1 not measured, 3 failed'
says 'config/02.yaml: job 1_2: it left no result'
says 'config/04.yaml: job 1_4: it ended before the probe did'
says 'config/05.yaml: job 1_5: the probe did not end of itself'
grep -q 'the probe ended with 137' .vramlint/sweep/log/1_5.txt || fail 'the log does not say how the probe ended'
grep -qF -- "--array=1-12%4 --partition=gpu --comment=two words $PWD/.vramlint/sweep/batches/1/script.sh" "$FAKE/submitted" ||
  fail "submitted otherwise: $(cat "$FAKE/submitted")"

# Only what has no result goes out again.
sweep 1 --resume
says '9 of 12 configs have a result, 0 are in the queue'
says 'job 2: 3 of 12 configs'
says '12 configs: 10 as expected, 1 differ, 1 not measured, 0 failed'
[ "$(sort -u "$FAKE/ended" | wc -l) $(wc -l <"$FAKE/ended")" = '12 12' ] || fail 'measured not once each'
sweep 1 --resume
[ "$(cat "$FAKE/last")" = 2 ] || fail 'submitted what has a result'
python3 - <<'END'
import json
lines = [json.loads(line) for line in open(".vramlint/sweep/ledger.jsonl")]
assert [line["config"] for line in lines] == [f"config/{i:02}.yaml" for i in range(1, 13)], lines
assert [line["outcome"] for line in lines] == ["as expected"] * 5 + ["differs", "not measured"] + ["as expected"] * 5
assert all(line["records"] == [{"version": 1, "kind": "step", "peak_allocated": 1024}] for line in lines)
assert lines[3]["task"] == "2_2" and lines[2]["task"] == "1_3", lines
assert json.load(open(".vramlint/sweep/sweep.sarif"))["version"] == "2.1.0"
END

# Whoever waits may go: the jobs go on, and are waited for anew. What they measure stays measured once.
touch "$FAKE/paused"
vramlint probe --engine slurm config --work other >/dev/null 2>&1 &
waits=$!
until [ -e other/batches/1/job ]; do sleep 0.02; done
kill -9 $waits; wait $waits 2>/dev/null || true
(sleep 1; rm "$FAKE/paused") &
sweep 0 --resume --work other
says '0 of 12 configs have a result, 12 are in the queue'
says '12 configs: 12 as expected'
[ "$(cat "$FAKE/last")" = 3 ] || fail 'submitted what is in the queue'
[ "$(wc -l <"$FAKE/ended")" = 24 ] || fail 'measured not once each'

# What is wrong is said before anything is submitted.
sweep 2 config --work other
says '--resume goes on with it'
sweep 2 --resume --work nowhere
says 'holds no sweep'
touch "$FAKE/refuses"
sweep 2 config --work third
says 'Invalid partition name'
rm "$FAKE/refuses"
touch "$FAKE/away"
sweep 2 --resume --work other config
sweep 0 --resume --work other
rm "$FAKE/away"
sweep 0 --resume --work third
says '12 configs: 12 as expected'
