#!/bin/bash
set -e; cd "$(dirname "$0")/.." || exit 1
export A=1 B='x y'; export A=$A,2
ARGS=(--lr 1e-3 "two words"); ARGS+=(--b ${B:-4})
train() { local mode=$1; shift; torchrun --nproc_per_node=2 train.py --mode "$mode" "${ARGS[@]}" "$@" 2>&1 | tee log; }
case "${1:-vae}" in
  v*|"a b") train vae --x=`# note` \
    --y ${F##*/};;
  *) if [[ -z "$2" && $# -ge 1 ]]; then exit 1; elif [ ! -f best.pt ]; then train ldm; else :; fi ;;
esac
while [ $# -gt 0 ]; do case $1 in --n) N=$2; shift 2;; *) shift;; esac; done
for i in 1 2; do python a.py $i & done; wait
cat <<-EOT > x.yaml
	lr: $LR
	EOT
(( N += 1 )); until false; do break; done
