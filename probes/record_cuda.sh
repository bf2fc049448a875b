#!/usr/bin/env bash
# Records what a GPU really does: operators, steps, replays, models of Python's torch, and libraries' workspaces.
#
#   probes/record_cuda.sh prepare VRAMLINT TORCH   where vramlint is built: dumps graphs and traces into build-cuda/graphs
#   probes/record_cuda.sh build                    on the machine with the GPU: builds the probe against python3's torch
#   probes/record_cuda.sh record [N [JOBS]]        there: measures on device N (0) into tests/recordings/TORCH-DEVICE;
#                                                  with JOBS at a time it is faster, and nothing is said of the process
#
# TORCH is the version of python3's torch on that machine, such as 2.7. The whole tree is carried there, build-cuda
# included. Needed there: python3 with torch for CUDA, cmake, a C++20 compiler, nvcc's toolkit headers, nlohmann-json
# (nlohmann-json3-dev, or NLOHMANN_JSON=FOLDER with its CMake files). `record` may be called again: it starts over.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

graphs=build-cuda/graphs
probe=build-cuda/vramlint-probe

fail() { printf 'record_cuda.sh: %s\n' "$*" >&2; exit 2; }

do_prepare() {
  [ $# -eq 2 ] || fail "prepare VRAMLINT TORCH"
  python3 probes/recording/prepare.py "$1" "$2" "$graphs"
}

do_build() {
  local torch
  torch=$(python3 -c 'import torch; print(torch.utils.cmake_prefix_path)') || fail "python3 has no torch"
  python3 -c 'import sys, torch; sys.exit(0 if torch.version.cuda else 1)' || fail "python3's torch is built without CUDA"
  cmake -S probes -B build-cuda -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$torch" \
    ${NLOHMANN_JSON:+"-Dnlohmann_json_DIR=$NLOHMANN_JSON"}
  cmake --build build-cuda --parallel "$(nproc)"
}

# Each of the graphs or traces in a process of its own: what one leaves on the device is not the next one's. A record is
# a line, whether or not it is as expected; what could not be measured is told and left out.
each() {
  local kind=$1 command=$2 device=$3 jobs=$4 target=$5 answers=build-cuda/answers/$2
  rm -rf "$answers" && mkdir -p "$answers"
  export -f one
  printf '%s\n' "$graphs"/*."$kind".json |
    xargs -P "$jobs" -I{} bash -c 'one "$@"' one {} ".$kind.json" "$command" "$device" "$answers" "$probe"
  local shared=()
  [ "$jobs" -eq 1 ] || shared=(--side-by-side)
  python3 probes/recording/collect.py "$answers" ${shared[@]+"${shared[@]}"} >"$target"
}

one() {
  local file=$1 suffix=$2 command=$3 device=$4 answers=$5 probe=$6 name status=0
  name=$(basename "$file" "$suffix")
  timeout 120 "$probe" "$command" "$file" --device "cuda:$device" --json >"$answers/$name.out" 2>"$answers/$name.txt" || status=$?
  if [ "$status" -le 1 ]; then tail -n 1 "$answers/$name.out"; fi >"$answers/$name.json"
}

do_record() {
  local device=${1:-0} jobs=${2:-1} folder status=0
  [ -x "$probe" ] || fail "there is no $probe: call build first"
  compgen -G "$graphs/*.graph.json" >/dev/null || fail "there are no graphs in $graphs: call prepare first"
  rm -rf build-cuda/recordings
  "$probe" op --device "cuda:$device" --output build-cuda/recordings || status=$?
  [ "$status" -le 1 ] || fail "the operators could not be measured"
  folder=$(compgen -G "build-cuda/recordings/*") && folder=tests/recordings/$(basename "$folder")
  mkdir -p "$folder"
  cp "build-cuda/recordings/$(basename "$folder")/ops.json" "$folder/ops.json"
  each graph step "$device" "$jobs" "$folder/steps.json"
  each trace replay "$device" "$jobs" "$folder/replays.json"
  python3 probes/recording/figures.py models --device "$device" >"$folder/models.json"
  python3 probes/recording/figures.py libraries --device "$device" >"$folder/libraries.json"
  printf '\nRecorded. To keep it:\n  git add %s && git commit -m "Record %s"\n' "$folder" "$(basename "$folder")"
  printf 'Then cuda_recordings_test compares what is predicted with it.\n'
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  prepare | build | record) "do_$command" "$@" ;;
  *) sed -n '2,13p' "$0" >&2; exit 2 ;;
esac
