#!/usr/bin/env bash
# The check of action.yml: its inputs come as VRAMLINT_… variables, the program as the argument. Annotations go to the
# log, a table to the job summary.
set -euo pipefail
program=$1

# Words separated by blanks or lines. No word is ever given to the shell to expand.
words() { tr -s ' \t\r\n' '\n' <<<"$1" | sed '/^$/d'; }

arguments=(check --format github --fail-on "${VRAMLINT_FAIL_ON:-error}")
[ -z "${VRAMLINT_DEVICE:-}" ] || arguments+=(--device "$VRAMLINT_DEVICE")
[ -z "${VRAMLINT_SARIF:-}" ] || arguments+=(--format "sarif=$VRAMLINT_SARIF")
[ -z "${VRAMLINT_COMMENT:-}" ] || arguments+=(--format "markdown=${RUNNER_TEMP:?}/vramlint-comment.md")
mapfile -t further < <(words "${VRAMLINT_ARGUMENTS:-}")
mapfile -t paths < <(words "${VRAMLINT_PATHS:-.}")
exec "$program" "${arguments[@]}" "${further[@]}" "${paths[@]}"
