#!/usr/bin/env bash
# The check of action.yml, with the environment that a runner gives it: github_action.sh PROGRAM SOURCE_FOLDER.
set -euo pipefail
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

code=0
VRAMLINT_PATHS='train/config/good.yaml $(touch hacked)' "$source/integrations/github-action/check.sh" "$program" >log 2>&1 || code=$?
check "exit code $code for paths that do not exist, wanted 2" [ "$code" -eq 2 ]
check "an input was run as a command" [ ! -e hacked ]
[ "$failures" -eq 0 ] || cat log
exit "$((failures > 0))"
