#!/usr/bin/env bash
# Many configs: results that come as they are done, a Ctrl-C that leaves them, and a terminal that has ASCII alone:
# long_runs.sh PROGRAM SOURCE_FOLDER. Exit code 77: python3 is not installed.
set -euo pipefail
program=$1 source=$2
. "$source/tests/doors/scratch.sh"
cd "$scratch"
. "$source/tests/doors/project.sh"
rm config/*
for i in $(seq 600); do printf 'width: %d\nbatch_size: 4\n' "$i" >"config/$i.yaml"; done
python3 - "$program" <<'END'
import json, signal, subprocess, sys

def start(*arguments):
    # A shell in the background would have Ctrl-C ignored; communicate() does not see what a buffer has read ahead.
    return subprocess.Popen([sys.argv[1], "check", "--jobs", "1", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            bufsize=0, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

def interrupted(run):
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == -signal.SIGINT, (run.returncode, err)
    return out.decode(), err.decode()

whole = json.loads(subprocess.run([sys.argv[1], "check", "--format", "json"], capture_output=True, text=True, check=True).stdout)
lines = [json.loads(line) for line in subprocess.run([sys.argv[1], "check", "--format", "jsonl"], capture_output=True, text=True, check=True).stdout.splitlines()]
configs = sorted((line for line in lines if line.pop("kind") == "config" or "path" in line and "status" in line), key=lambda one: one["path"])
assert configs == whole["configs"], "the lines say what the document says"

run = start("--format", "jsonl")
first = [json.loads(run.stdout.readline()) for _ in range(2)]
assert [line["kind"] for line in first] == ["tool", "config"], first
assert run.poll() is None, "the first config comes before the last is done"
out, err = interrupted(run)
rest = [json.loads(line) for line in out.splitlines()]
done = 1 + sum(line["kind"] == "config" for line in rest)
assert rest[-1]["kind"] == "summary" and 1 <= done < 600, done
assert f"interrupted: {done} of 600 configs are reported" in err, err

run = start("--format", "json=report.json", "--format", "jsonl")
run.stdout.readline(), run.stdout.readline()
interrupted(run)
assert 1 <= len(json.load(open("report.json"))["configs"]) < 600, "files are left too"
END
# ASCII for people, the same data for programs.
printf 'width: 16\nbatch_size: 40000\n' >config/large.yaml
ascii() {
  LC_ALL=C "$program" "$@" >out 2>err || true
  [ -s out ] || { echo "says nothing: $*" && exit 1; }
  ! LC_ALL=C grep -qP '[^\x00-\x7F]' out err || { echo "not ASCII: $*" && LC_ALL=C grep -P '[^\x00-\x7F]' out err | head -3 && exit 1; }
}
ascii check config/large.yaml
grep -q '^x config/large.yaml' out
grep -qF '(40000 -> 20000 saves' out
ascii fit config/large.yaml
ascii show config/large.yaml
ascii explain peak-memory-exceeds-device
ascii rules
ascii --help
LC_ALL=C "$program" check config/large.yaml --format json >in_c.json || true
"$program" check config/large.yaml --format json >in_utf8.json || true
cmp in_c.json in_utf8.json
"$program" check config/large.yaml >out || true
grep -q '^✘ config/large.yaml' out
