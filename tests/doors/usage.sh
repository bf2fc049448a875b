#!/usr/bin/env bash
# What is typed at a prompt: words that are misspelt, a reader that has gone, a disk that is full, completions in real
# shells: usage.sh PROGRAM SOURCE_FOLDER. Exit code 77: python3 is not installed.
set -euo pipefail
program=$1 source=$2
. "$source/tests/doors/scratch.sh"
cd "$scratch"
. "$source/tests/doors/project.sh"
expect() {
  local wanted=$1 text=$2 status=0
  shift 2
  "$program" "$@" >out 2>&1 || status=$?
  [ "$status" = "$wanted" ] || { echo "exit code $status, not $wanted, of: $*" >&2; cat out >&2; exit 1; }
  grep -qF -- "$text" out || { echo "no '$text' in what is said to: $*" >&2; cat out >&2; exit 1; }
}

# Whoever errs is told by whom, what was meant, and where more is said.
expect 2 'vramlint: check: no option '\''--devise'\''; did you mean `--device`?' check --devise=rtx3090
expect 2 '`vramlint check --help` tells more.' check --devise rtx3090
expect 2 'vramlint: fit: CONFIG is required' fit
expect 2 '`vramlint probe step --help` tells more.' probe step
expect 2 "'too' is one word too many" rules too
expect 2 'of that name are peak-memory-exceeds-device' explain peak
expect 2 'there are text, json, markdown, html' diff --base HEAD --format xml
expect 0 'vramlint ' version
expect 0 '  --gpus N  ' check --help


# Numbers are refused in words that people read.
expect 2 "'0' is not a whole number from 1 on" fit config/good.yaml --apply 0
expect 2 "'0' is not a whole number from 1 on" show config/good.yaml --top 0
expect 2 "'-3' is not a whole number from 0 on" calc --batch -3
expect 2 "'-1' is not a whole number from 0 to" check config/good.yaml --jobs -1
expect 2 "'nan' is not a number above 0" calc --batch 1 --height 1 --width 1 --hidden_dim 1 --num_layers 1 --gpu_memory nan
expect 2 "'0' is not a number above 0" calc --batch 1 --height 1 --width 1 --hidden_dim 1 --num_layers 1 --gpu_memory 0
expect 2 "'1.4' is not a release of PyTorch from 1.5 on" check config/good.yaml --torch 1.4
expect 0 'torch 2.0]' check config/good.yaml --torch 2
expect 2 'has an empty part between its dots' check config/good.yaml --set a.b..c=1
expect 2 'globs have *, ** and ?' check config/good.yaml --exclude '['
expect 2 'no config is left: `--exclude` and `exclude:` of vramlint.yaml leave out one' check --exclude 'config'
expect 2 'config/none.yaml: no such file' check config/none.yaml
! grep -q 'nothing found' out || { echo "what is not there was looked at" >&2; exit 1; }

# A report replaces reports, and nothing that somebody has written.
cp config/good.yaml kept.yaml && echo '{"width": 16}' >mine.json
for words in 'check config/good.yaml --format json=config/good.yaml' 'show config/good.yaml --svg model.py' \
  'show config/good.yaml --html vramlint.yaml' 'check config/good.yaml --format sarif=mine.json' \
  'diff --base HEAD --format json=config/good.yaml'; do
  # shellcheck disable=SC2086
  expect 2 'a report does not replace configs and source' $words
done
cmp -s config/good.yaml kept.yaml && [ "$(cat mine.json)" = '{"width": 16}' ]
expect 2 'two reports cannot go to one file' check config/good.yaml --format json=out.json --format sarif=./out.json
for format in json sarif gitlab rdjson; do
  for _ in 1 2; do "$program" check config/bad.yaml --format $format=report.json >/dev/null 2>&1 || [ $? = 1 ]; done
done
for _ in 1 2; do expect 0 'entr' baseline --output accepted.json; done
expect 0 '' check config/good.yaml --format json=/dev/null --format sarif=/dev/null
rm -f kept.yaml mine.json report.json accepted.json

# A report that does not arrive is no report that finds nothing.
if [ -w /dev/full ]; then
  for words in 'check config/good.yaml' 'check config/good.yaml --format json' 'check config/good.yaml --format jsonl' \
    'check config/good.yaml --format github' 'check config/bad.yaml' 'show config/good.yaml' rules 'explain VL1001'; do
    status=0
    # shellcheck disable=SC2086
    "$program" $words >/dev/full 2>err || status=$?
    [ "$status" = 2 ] && grep -q '^vramlint: standard output: ' err || { echo "exit code $status with a full disk: $words" >&2; exit 1; }
  done
fi
# One who has read enough is no trouble, whether the shell ignores it or not.
python3 - "$program" <<'END'
import signal, subprocess, sys
for action, wanted in ((signal.SIG_IGN, (0,)), (signal.SIG_DFL, (0, -signal.SIGPIPE))):
    run = subprocess.Popen([sys.argv[1], "explain", "VL1001"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           preexec_fn=lambda: signal.signal(signal.SIGPIPE, action))
    run.stdout.close()
    assert run.wait() in wanted and run.stderr.read() == b"", run.returncode
END

# `probe CONFIG` is `probe step CONFIG`: a stand-in for the program that measures shows what it is called with.
mkdir bin && cat >bin/vramlint-probe <<'END'
#!/bin/sh
cat >/dev/null
echo "probe: $*"
END
chmod +x bin/vramlint-probe
PATH=$PWD/bin:$PATH expect 0 'probe: step - --device cuda' probe config/good.yaml --device cuda
PATH=$PWD/bin:$PATH expect 2 'one config at a time' probe config/good.yaml config/bad.yaml

# Where nothing can be written is told before the work; - is standard output.
expect 2 'none/x.sarif: cannot be written: its folder does not exist' check config/bad.yaml --format sarif=none/x.sarif
! grep -q 'bad.yaml' out || { echo "it was told after the work" >&2; exit 1; }
expect 2 'its folder does not exist' show config/good.yaml --html none/x.html
expect 2 'its folder does not exist' diff --base HEAD --format html=none/x.html
expect 0 '"version": 1' check config/good.yaml --format json=-
expect 0 '<svg ' show config/good.yaml --svg -
[ ! -e ./- ] || { echo "a file is called -" >&2; exit 1; }

# A fix that cannot be written is no fix, and no success.
printf 'width: 16\nbatch_size: 4  # vramlint: ignore[peak-memory-exceeds-device]\n' >config/silent.yaml
mkdir -p config/silent.yaml.vramlint-new/full
expect 2 'config/silent.yaml: cannot be written' check --fix config/silent.yaml
grep -q '^vramlint: fixes were put into 0 of 1 files$' out
rm -r config/silent.yaml.vramlint-new
expect 0 '1 fix put into 1 file' check --fix config/silent.yaml
mkdir -p vramlint.yaml.vramlint-new/full
expect 2 'vramlint.yaml: cannot be written' init --write --force model.py
[ "$(grep -o 'vramlint.yaml' out | wc -l)" = 1 ] || { echo "the file is named twice" >&2; exit 1; }

# Nor is a plan, where the step would fit with it.
printf 'width: 16\nbatch_size: 40000\n' >config/large.yaml
mkdir -p config/large.yaml.vramlint-new/full
expect 2 'config/large.yaml: cannot be written' fit config/large.yaml --device rtx3050 --apply 1
rm -r config/large.yaml*

# What a recipe names and nobody can read is told; a link goes by its own name.
mkdir shared && printf 'width: 16\nbatch_size: 0\n' >shared/wrong.yaml && ln -s ../shared/wrong.yaml config/link.yaml
expect 1 'config/link.yaml:2:13' check config
expect 1 'config/link.yaml:2:13: error:' check --only-configs config/link.yaml
"$program" check --stdin-filename config/link.yaml <config/good.yaml | grep -q '^1 config: 1 estimated' ||
  { echo "a link's text on standard input is no config" >&2; exit 1; }
rm config/bad.yaml config/link.yaml && printf '\xff\xfew\0i\0' >config/utf16.yaml && ln -s nothing config/dangling.yaml
expect 2 'config/utf16.yaml: is not a text file' check
expect 2 'config/dangling.yaml: a link that leads to no file' check config
rm config/utf16.yaml config/dangling.yaml
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  chmod 755 . && chmod 600 model.py
  setpriv --reuid=65534 --regid=65534 --clear-groups "$program" check >out 2>&1 && { echo "an unreadable model is no trouble" >&2; exit 1; }
  grep -q '^vramlint: model.py: cannot be read: permission denied$' out || { echo "an unreadable model is not told" >&2; cat out >&2; exit 1; }
  chmod 644 model.py
fi

# Each shell offers the words that an option or argument knows.
completed() {
  local shell=$1
  shift
  grep -qw -- "$2" out || { echo "$shell offers no '$2' for: $1" >&2; cat out >&2; exit 1; }
}
"$program" completions bash >vramlint.bash
for case in 'check --device rtx309:rtx3090' 'check --format :sarif' 'explain peak-m:peak-memory-exceeds-device' 'dump :timeline' 'probe st:step' 'check --dev:--device' 'ch:check'; do
  typed=${case%:*}
  bash --norc -c 'source ./vramlint.bash; read -ra words <<<"$1"; case $1 in *" ") words+=("") ;; esac
    COMP_WORDS=(vramlint "${words[@]}"); COMP_CWORD=${#words[@]}; _vramlint; printf "%s\n" "${COMPREPLY[@]}"' - "$typed" >out
  completed bash "$typed" "${case##*:}"
  if command -v fish >/dev/null; then
    "$program" completions fish >vramlint.fish
    HOME=$scratch fish --no-config -c "source vramlint.fish; complete -C'vramlint $typed'" >out
    completed fish "$typed" "${case##*:}"
  fi
done
if command -v zsh >/dev/null; then
  mkdir functions && "$program" completions zsh >functions/_vramlint
  zsh -fn functions/_vramlint
fi
