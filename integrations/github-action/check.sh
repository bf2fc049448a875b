#!/usr/bin/env bash
# The check of action.yml: its inputs come as VRAMLINT_… variables, the program as the argument. Annotations go to the
# log, a table to the job summary.
set -euo pipefail
program=$1

# Words separated by blanks or lines. No word is ever given to the shell to expand.
words() { tr -s ' \t\r\n' '\n' <<<"$1" | sed '/^$/d'; }

# A line that is a path with blanks in it is one.
paths_in() {
  local line
  while read -r line; do
    if [ -e "$line" ]; then printf '%s\n' "$line"; else words "$line"; fi
  done <<<"$1"
}

fail() { printf 'vramlint: %s\n' "$1" >&2; exit 2; }

[ -n "${VRAMLINT_COMMENT:-}${VRAMLINT_BASE:-}" ] && [ -z "${RUNNER_TEMP:-}" ] && fail "RUNNER_TEMP is not set: the reports go there"
arguments=(check --format github --fail-on "${VRAMLINT_FAIL_ON:-error}")
[ -z "${VRAMLINT_DEVICE:-}" ] || arguments+=(--device "$VRAMLINT_DEVICE")
[ -z "${VRAMLINT_SARIF:-}" ] || arguments+=(--format "sarif=$VRAMLINT_SARIF")
[ -z "${VRAMLINT_COMMENT:-}" ] || arguments+=(--format "markdown=$RUNNER_TEMP/vramlint-comment.md")
mapfile -t further < <(words "${VRAMLINT_ARGUMENTS:-}")
mapfile -t paths < <(paths_in "${VRAMLINT_PATHS:-.}")
[ -n "${VRAMLINT_BASE:-}" ] || exec "$program" "${arguments[@]}" "${further[@]}" -- "${paths[@]}"

# What the change does stands before the report, in the summary and the comment.
summary=${GITHUB_STEP_SUMMARY:-} report=$RUNNER_TEMP/vramlint-diff.md comment=$RUNNER_TEMP/vramlint-comment.md
checked=$RUNNER_TEMP/vramlint-summary.md
rm -f "$report" "$checked"
code=0
GITHUB_STEP_SUMMARY=${summary:+$checked} "$program" "${arguments[@]}" "${further[@]}" -- "${paths[@]}" || code=$?
summarise() {
  local file
  [ -n "$summary" ] || return 0
  for file in "$report" "$checked"; do
    [ ! -s "$file" ] || { cat "$file"; echo; } >>"$summary"
  done
}
trap summarise EXIT

# A checkout of depth 1 lacks the base.
[[ $VRAMLINT_BASE =~ ^[0-9a-f]{40,64}$ ]] || fail "the base is no commit: $VRAMLINT_BASE"
git cat-file -e "$VRAMLINT_BASE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$VRAMLINT_BASE" ||
  fail "the base $VRAMLINT_BASE is not here and could not be fetched from origin, so there is nothing to compare with"
compared=(diff --base "$VRAMLINT_BASE" --fail-on "${VRAMLINT_FAIL_ON:-error}" --format text --format "markdown=$report")
[ -z "${VRAMLINT_DEVICE:-}" ] || compared+=(--device "$VRAMLINT_DEVICE")
[ -z "${VRAMLINT_MAX_INCREASE:-}" ] || compared+=(--max-increase "$VRAMLINT_MAX_INCREASE")
changed=0
"$program" "${compared[@]}" -- "${paths[@]}" || changed=$?
if [ -s "$report" ] && [ -s "$comment" ]; then
  { cat "$report"; echo; cat "$comment"; } >"$comment.both"
  mv "$comment.both" "$comment"
fi
exit "$((code > changed ? code : changed))"
