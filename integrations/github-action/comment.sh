#!/usr/bin/env bash
# One comment of the pull request, written the first time and changed by later runs: known by its first line. A pull
# request from a fork may not write: the job summary has the same text then, and nothing fails.
set -euo pipefail
fail() { printf 'vramlint: %s\n' "$1" >&2; exit 2; }
for name in RUNNER_TEMP GITHUB_REPOSITORY VRAMLINT_PULL_REQUEST; do
  [ -n "${!name:-}" ] || fail "$name is not set, so there is nothing to comment on"
done
report=$RUNNER_TEMP/vramlint-comment.md
[ -s "$report" ] || { echo "vramlint: no report to comment with"; exit 0; }
[[ $VRAMLINT_PULL_REQUEST =~ ^[0-9]+$ ]] || fail "this is no number of a pull request: $VRAMLINT_PULL_REQUEST"
command -v gh >/dev/null || fail "gh is not on PATH; the comment is written through it"
mark="<!-- vramlint:${GITHUB_WORKFLOW:-}:${GITHUB_JOB:-} -->"
mark=${mark//[^A-Za-z0-9 <>!:_.-]/_}

# A comment holds 65,536 characters. The verdict stands at the start, so the end is what is cut, at a line.
body=$RUNNER_TEMP/vramlint-comment.body
{
  printf '%s\n' "$mark"
  if [ "$(wc -c <"$report")" -gt 60000 ]; then
    head -c 60000 "$report" | sed '$d'
    printf '\n\nCut here: the job summary has the rest.\n'
  else
    cat "$report"
  fi
} >"$body"

comments=repos/$GITHUB_REPOSITORY/issues/$VRAMLINT_PULL_REQUEST/comments
write() {
  local id
  id=$(MARK=$mark gh api --paginate "$comments?per_page=100" --jq '.[] | select(.body | startswith(env.MARK)) | .id' | head -n 1) || return
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$body" >/dev/null
  else
    gh api --method POST "$comments" -F "body=@$body" >/dev/null
  fi
}
write || echo "vramlint: the pull request could not be commented (a fork's token only reads); the job summary has the report"
