#!/usr/bin/env bash
# The packaged extension in a real workbench of Visual Studio Code: vscode_editor.sh PROGRAM SOURCE_FOLDER. Exit code 77:
# `./dev vscode` has not fetched the workbench or made the package, or there is no Chromium.
set -euo pipefail
program=$(realpath "$1") source=$2
modules=$source/.cache/editor/node_modules vsix=$source/build/packages/vramlint.vsix
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
[ -d "$modules/code-server" ] && [ -f "$vsix" ] && command -v node >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/project" && cd "$folder/project"
# shellcheck source=tests/doors/project.sh
. "$source/tests/doors/project.sh"
printf 'width: 24\nbatch_size: 40000\n' >config/large.yaml
printf 'width: 80000\nbatch_size: 8\n' >config/hopeless.yaml
EDITOR_MODULES=$modules EDITOR_FOLDER=$folder VRAMLINT_PROGRAM=$program VRAMLINT_VSIX=$vsix CHROMIUM=$chromium VRAMLINT_NO_CACHE=1 \
  timeout 240 node "$source/tests/doors/vscode_editor.mjs" || { code=$?; [ ! -f "$folder/failed.png" ] || cp "$folder/failed.png" "$source/build/"; exit $code; }
