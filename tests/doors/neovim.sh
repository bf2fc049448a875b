#!/bin/sh
# The language server in Neovim: open, diagnostics, hover, fix. Exit code 77: there is no Neovim.
set -eu
command -v nvim >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/config"
cat >"$folder/vramlint.yaml" <<'PROJECT'
recipes:
  - name: net
    configs: ["config/*.yaml"]
    model: torch.nn.Linear(cfg.width, cfg.width)
    inputs: ["float32[cfg.batch_size, cfg.width]"]
    loss: mse
    optimizer: adam
PROJECT
printf 'width: 64\nbatch_size: 2  # vramlint: ignore[peak-memory-exceeds-device]\n' >"$folder/config/a.yaml"
export VRAMLINT_PROGRAM="$1" VRAMLINT_CONFIG="$folder/config/a.yaml" XDG_STATE_HOME="$folder" XDG_DATA_HOME="$folder"
seen=$(timeout 60 nvim --headless --clean -n -c "luafile $here/neovim.lua" 2>&1)
echo "$seen"
for text in 'found unused-suppression 1:15' 'hover `width`: with 32 instead of 64' 'action Remove the comment' 'line batch_size: 2'; do
  case "$seen" in
    *"$text"*) ;;
    *) echo "missing: $text" >&2; exit 1 ;;
  esac
done
