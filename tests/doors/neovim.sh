#!/bin/sh
# The language server in Neovim, as integrations/lsp/README.md sets it up: open, diagnostics, hover, fix, plans, and a module
# that is not saved. Exit code 77: there is no Neovim.
set -eu
command -v nvim >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/my project"
ln -s "$program" "$folder/bin/vramlint"
# The second and the third block of Lua: how older ones start it, and the window of `fit`.
awk '/^```lua$/ { block++; inside = 1; next } /^```$/ { inside = 0 } inside && (block == 2 || block == 3)' \
  "$here/../../integrations/lsp/README.md" >"$folder/init.lua"
cd "$folder/my project"
# shellcheck source=tests/doors/project.sh
. "$here/project.sh"
printf 'width: 64\nbatch_size: 2  # vramlint: ignore[peak-memory-exceeds-device]\n' >config/a.yaml
export PATH="$folder/bin:$PATH" XDG_STATE_HOME="$folder" XDG_DATA_HOME="$folder" VRAMLINT_NO_CACHE=1
seen=$(timeout 60 nvim --headless --clean -n -c "luafile $folder/init.lua" -c "luafile $here/neovim.lua" 2>&1)
echo "$seen"
for text in 'found unused-suppression 1:15' 'hover `width`: with 32 instead of 64' 'action Remove the comment' 'line batch_size: 2' \
  'fit config/a.yaml on GeForce RTX 3090' 'unsaved model.py: RuntimeError: Given groups=1'; do
  case "$seen" in
    *"$text"*) ;;
    *) echo "missing: $text" >&2; exit 1 ;;
  esac
done
