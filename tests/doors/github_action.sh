#!/usr/bin/env bash
# The check of action.yml, with the environment that a runner gives it: github_action.sh PROGRAM SOURCE_FOLDER.
set -euo pipefail
unset VRAMLINT_BASE
program=$1 source=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/workspace/train" && cd "$scratch/workspace/train"
# shellcheck source=tests/doors/project.sh
. "$here/project.sh"
cd ..

export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$scratch/workspace GITHUB_STEP_SUMMARY=$scratch/summary.md
export GITHUB_SERVER_URL=https://github.com GITHUB_REPOSITORY=example/repo
export GITHUB_SHA=0123456789abcdef0123456789abcdef01234567
failures=0
check() {
  local what=$1
  shift
  "$@" || { echo "FAILED: $what" && failures=$((failures + 1)); }
}

code=0
VRAMLINT_PATHS=$'train/config/good.yaml\n train/config/bad.yaml' VRAMLINT_DEVICE=rtx3090 VRAMLINT_FAIL_ON=error \
  VRAMLINT_SARIF=out.sarif VRAMLINT_ARGUMENTS="--jobs 1" "$source/integrations/github-action/check.sh" "$program" >log || code=$?
check "exit code $code, wanted 1" [ "$code" -eq 1 ]
check "no annotation at the line, from the top of the workspace" \
  grep -qE '^::error file=train/config/bad.yaml,line=2,endLine=2,col=13,endColumn=14,title=' log
check "no summary" grep -qF '| `train/config/good.yaml` |' "$GITHUB_STEP_SUMMARY"
check "no SARIF with the repository" grep -qF '"repositoryUri": "https://github.com/example/repo"' out.sarif
check "no SARIF path from the top" grep -qF '"uri": "train/config/bad.yaml"' out.sarif

mkdir 'train/config/my configs' && cp train/config/good.yaml 'train/config/my configs/a b.yaml'
code=0
VRAMLINT_PATHS=$'train/config/good.yaml train/config/bad.yaml\n  train/config/my configs/a b.yaml ' VRAMLINT_FAIL_ON=never \
  VRAMLINT_ARGUMENTS="--format json=out.json" "$source/integrations/github-action/check.sh" "$program" >log 2>&1 || code=$?
check "a path with blanks is not checked" grep -qF '"path": "config/my configs/a b.yaml"' out.json
check "paths beside it on one line are not checked" grep -qF '"path": "config/bad.yaml"' out.json
rm -r 'train/config/my configs'

code=0
VRAMLINT_PATHS='train/config/good.yaml $(touch hacked)' "$source/integrations/github-action/check.sh" "$program" >log 2>&1 || code=$?
check "exit code $code for paths that do not exist, wanted 2" [ "$code" -eq 2 ]
check "an input was run as a command" [ ! -e hacked ]

for given in --fix=1 '-- --unsafe-fixes' --format=json=hacked; do
  code=0
  VRAMLINT_PATHS=$given "$source/integrations/github-action/check.sh" "$program" >log 2>&1 || code=$?
  check "exit code $code for the path $given, wanted 2" [ "$code" -eq 2 ]
  check "the path $given is taken for an option" grep -q 'no such file' log
done
check "a path was run as an option" [ ! -e hacked ]

# What it cannot begin with is told.
VRAMLINT_COMMENT=true "$source/integrations/github-action/check.sh" "$program" >log 2>&1 && check "no RUNNER_TEMP" false
check "it ends without a word" grep -q 'RUNNER_TEMP is not set' log
RUNNER_TEMP=$scratch VRAMLINT_PULL_REQUEST=x12 "$source/integrations/github-action/comment.sh" >log 2>&1 || true
check "there is something to comment with" grep -q 'no report' log
echo report >"$scratch/vramlint-comment.md"
RUNNER_TEMP=$scratch VRAMLINT_PULL_REQUEST=x12 "$source/integrations/github-action/comment.sh" >log 2>&1 && check "a pull request without a number" false
check "it ends without a word" grep -q 'no number of a pull request: x12' log

# The comment: written once, then changed. A gh of ours keeps one comment in a file.
mkdir bin && cat >bin/gh <<'END'
#!/usr/bin/env bash
echo "$*" >>"$GH_LOG"
[ -z "${GH_READS_ONLY:-}" ] || exit 1
case $* in
  *--paginate*) [ ! -e "$GH_COMMENT" ] || { head -n 1 "$GH_COMMENT" | grep -qF -- "$MARK" && echo 7; } ;;
  *"--method POST repos/example/repo/issues/12/comments -F body=@"* | *"--method PATCH repos/example/repo/issues/comments/7 -F body=@"*)
    last=${!#}
    cp "${last##*=@}" "$GH_COMMENT" ;;
  *) exit 1 ;;
esac
END
chmod +x bin/gh
export PATH=$PWD/bin:$PATH RUNNER_TEMP=$scratch GH_LOG=$scratch/gh.log GH_COMMENT=$scratch/comment.md
export GITHUB_WORKFLOW='gpu"memory' GITHUB_JOB=check VRAMLINT_PULL_REQUEST=12
VRAMLINT_COMMENT=true VRAMLINT_PATHS=train/config VRAMLINT_DEVICE=rtx3090 "$source/integrations/github-action/check.sh" "$program" >log || true
"$source/integrations/github-action/comment.sh"
"$source/integrations/github-action/comment.sh"
check "the comment was not written once" [ "$(grep -c -- '--method POST' "$GH_LOG")" = 1 ]
check "the comment was not updated once" [ "$(grep -c -- '--method PATCH' "$GH_LOG")" = 1 ]
check "the comment says nothing" grep -qF 'train/config/bad.yaml:2' "$GH_COMMENT"
{ echo first; seq -f 'line %g of a report' 10000; } >"$scratch/vramlint-comment.md"
"$source/integrations/github-action/comment.sh"
check "a comment is too long" [ "$(wc -c <"$GH_COMMENT")" -lt 61000 ]
check "a cut comment does not say so" grep -q 'Cut here' "$GH_COMMENT"
GH_READS_ONLY=1 "$source/integrations/github-action/comment.sh" >log || check "a token that only reads fails the run" false
check "a refused comment is not told" grep -q 'could not be commented' log

# What a pull request does: the base is fetched where the checkout lacks it, the report stands first in the comment.
if command -v git >/dev/null; then
  export HOME=$scratch GIT_CONFIG_NOSYSTEM=1
  git init -q -b main "$scratch/origin" && cp -r train "$scratch/origin" && (cd "$scratch/origin" && rm train/config/bad.yaml &&
    git config user.email a@example.com && git config user.name a && git config uploadpack.allowAnySHA1InWant true &&
    git add -A && git commit -qm base && sed -i 's/batch_size: 4/batch_size: 400/' train/config/good.yaml && git commit -qam change)
  base=$(git -C "$scratch/origin" rev-parse HEAD~1)
  git clone -q --depth 1 "file://$scratch/origin" "$scratch/clone"
  code=0
  (cd "$scratch/clone" && GITHUB_WORKSPACE=$scratch/clone VRAMLINT_BASE=$base VRAMLINT_COMMENT=true VRAMLINT_PATHS=train/config \
    VRAMLINT_MAX_INCREASE=1MiB GITHUB_STEP_SUMMARY=$scratch/changed.md "$source/integrations/github-action/check.sh" "$program") >log 2>&1 || code=$?
  check "exit code $code for a peak above max-increase, wanted 1" [ "$code" -eq 1 ]
  check "the comment does not begin with the change" grep -q '^### GPU memory: 1 config: 1 needs more' <(head -n 1 "$scratch/vramlint-comment.md")
  check "the edit is not named" grep -qF 'batch_size: 400' "$scratch/vramlint-comment.md"
  check "the summary does not begin with the change" grep -q '^### GPU memory' <(head -n 1 "$scratch/changed.md")
  check "the summary lacks the report" grep -q '^### vramlint' "$scratch/changed.md"
  code=0
  (cd "$scratch/clone" && VRAMLINT_BASE=0123456789012345678901234567890123456789 VRAMLINT_PATHS=train/config GITHUB_STEP_SUMMARY=$scratch/lacking.md \
    "$source/integrations/github-action/check.sh" "$program") >log 2>&1 || code=$?
  check "exit code $code for a base that is nowhere, wanted 2" [ "$code" -eq 2 ]
  check "a base that is nowhere is not told" grep -q 'could not be fetched' log
  check "the report is lost with the base" grep -q '^### vramlint' "$scratch/lacking.md"
fi

# The installation: a release that is as its checksums say, one that is not, and one that is none.
release=releases/v9.8.7/vramlint-9.8.7-linux-$(uname -m).tar.gz
install() {
  GITHUB_OUTPUT=$scratch/output VRAMLINT_RELEASES=file://$PWD/releases VRAMLINT_VERSION=$1 \
    "$source/integrations/github-action/install.sh" >log 2>&1
}
refused() { ! install "$1"; }
if command -v curl >/dev/null; then
  mkdir -p releases/v9.8.7 made/top/bin && cp "$program" made/top/bin/vramlint
  tar -C made -czf "$release" top
  (cd releases/v9.8.7 && sha256sum -- *.tar.gz >SHA256SUMS)
  check "a release is not installed" install 9.8.7
  check "the installed program does not run" "$(sed -n 's/^program=//p' "$scratch/output")" --version
  echo more >>"$release"
  check "a release that was tampered with is installed" refused 9.8.7
  check "a release that is none is installed" refused 1.1.1
  check "a version ran a command" refused '1;touch hacked'
fi
check "an input was run as a command" [ ! -e hacked ]

# The second job of the workflow to copy: its command is one that the program knows. A stand-in measures.
ln -s "$(realpath "$program")" bin/vramlint && printf '#!/bin/sh\ncat >/dev/null\necho "measured: $*"\n' >bin/vramlint-probe && chmod +x bin/vramlint-probe
CONFIG=train/config/good.yaml bash -c "$(sed -n 's/^ *run: \(vramlint .*\)/\1/p' "$source/integrations/github-action/workflow.yml")" >log 2>&1 || true
check "the workflow's probe measures nothing" grep -q '^measured: step - --device cuda' log

# The problem matcher reads the text report.
"$program" check --color always train/config/bad.yaml --format text >text.log || true
check "the problem matcher reads no finding" python3 - "$source/integrations/github-action/problem-matcher.json" text.log <<'END'
import json, re, sys
pattern = json.load(open(sys.argv[1]))["problemMatcher"][0]["pattern"][0]
found = [match for match in map(re.compile(pattern["regexp"]).match, open(sys.argv[2], encoding="utf-8")) if match]
wanted = {"file": "train/config/bad.yaml", "line": "2", "severity": "error"}
sys.exit(not any(all(match[pattern[key]] == value for key, value in wanted.items()) for match in found))
END
[ "$failures" -eq 0 ] || cat log
exit "$((failures > 0))"
