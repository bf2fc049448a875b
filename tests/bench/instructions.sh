#!/usr/bin/env bash
# instructions.sh PROGRAM [--update]: how many instructions the program takes, beside tests/bench/instructions.tsv. Fails
# where a case takes 5 % more than is written there. The counts hold for one compiler and its options, which the file
# names; with another they are printed and nothing fails. --update writes the file anew.
set -euo pipefail
program=$(realpath "$1")
update=${2:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
record=$here/instructions.tsv
examples=$here/../examples
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# count ARGS: instructions of the program with these arguments, in user space.
count() {
  local status=0
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$@" >"$scratch/out" 2>"$scratch/log" || status=$?
  [ "$status" -le 1 ] || { cat "$scratch/log" >&2; exit 2; }
  sed -n 's/.*I *refs: *//p' "$scratch/log" | tr -d ,
}

check() {
  local project=$1
  shift
  (cd "$examples/$project" && count check --root . --fail-on never --jobs 1 "$@")
}

export VRAMLINT_NO_CACHE=1 VRAMLINT_CACHE_DIR=$scratch/cache
unset GITHUB_ACTIONS || true
measure() {
  printf 'start\t%s\n' "$(count --version)"
  printf 'one config, nothing stored\t%s\n' "$(check soil_moisture config/config.yaml)"
  VRAMLINT_NO_CACHE='' check soil_moisture config/config.yaml >/dev/null
  printf 'one config, its trees stored\t%s\n' "$(VRAMLINT_NO_CACHE='' check soil_moisture config/config.yaml)"
  local one three
  one=$(check birdview configs/flat.py)
  three=$(check birdview configs/flat.py configs/lifted.py configs/lifted_wide.py)
  printf 'a further config in mmcv style\t%s\n' $(((three - one) / 2))
  one=$(check voxel_ldm config/plain.yaml)
  three=$(check voxel_ldm config/plain.yaml config/small.yaml config/narrow.yaml)
  printf 'a further config of a recipe\t%s\n' $(((three - one) / 2))
}

compiler=$(strings -a "$program" | awk '/^GCC: |^clang version/ && !found { found = $0 } END { print found ? found : "unknown" }')
[ -n "$(ldd "$program" | grep mimalloc || true)" ] && compiler+=', mimalloc'
measure >"$scratch/now.tsv"
if [ "$update" = --update ]; then
  { printf 'compiler\t%s\n' "$compiler"; cat "$scratch/now.tsv"; } >"$record"
  echo "written: ${record#"$PWD"/}"
fi
awk -F '\t' -v compiler="$compiler" '
  NR == FNR { recorded[$1] = $2; next }
  {
    ratio = recorded[$1] ? $2 / recorded[$1] : 0
    printf "%-32s %10.1f million  %s\n", $1, $2 / 1e6, ratio ? sprintf("%+.1f %%", (ratio - 1) * 100) : "not recorded"
    if (!ratio || ratio > 1.05) slower++
  }
  END {
    if (recorded["compiler"] != compiler) printf "recorded with %s, this is %s: not compared\n", recorded["compiler"], compiler
    else exit slower > 0
  }' "$record" "$scratch/now.tsv"
