#!/bin/sh
# The tests of the extension for Visual Studio Code: vscode.sh PROGRAM SOURCE_FOLDER. Exit code 77: `./dev vscode` has not
# fetched what they need.
set -eu
fetched="$2/.cache/vscode/node_modules"
[ -d "$fetched" ] && command -v npm >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$2/integrations/vscode/." "$folder"
ln -s "$fetched" "$folder/node_modules"
cd "$folder"
npm run --silent check
VRAMLINT_PROGRAM="$1" npm test --silent
