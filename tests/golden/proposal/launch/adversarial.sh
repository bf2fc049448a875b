#!/bin/sh
export CUDA_VISIBLE_DEVICES=${GPU:-0}
python adversarial.py --batch-size ${1:-128} --momentum 0.9
