#!/bin/bash
# -*- coding: utf-8 -*-
# 训练脚本：先编码器，后先验
export PYTORCH_CUDA_ALLOC_CONF=garbage_collection_threshold:0.8
export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:64
cd "$(dirname "$0")/.."

MODE=${1:-codec}   # 默认训练编码器
WIDTH=${2:-32}
COMMON="--width $WIDTH --grid 48"

if [ "$MODE" = "codec" ]; then
    torchrun --standalone --nproc_per_node=2 scripts/train.py codec $COMMON \
        --batch_size 2 \
        `# 累积` \
        --accumulate 4 \
        --levels 1 2 4 --amp yes
elif [ "$MODE" = "prior" ]; then
    CODEC="./results/codec.pt"
    if [ ! -f "$CODEC" ]; then
        echo "no codec at $CODEC"
        exit 1
    fi
    CUDA_VISIBLE_DEVICES=0 python scripts/train.py prior $COMMON --batch_size=8 --codec-path "$CODEC" --amp maybe
fi
