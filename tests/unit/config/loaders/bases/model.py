# Values of every plain kind, some shared, some computed.
import math
from os import path as os_path

__private = 'dropped'
_kept = 'one underscore is kept'
norm = dict(type='SyncBN', requires_grad=True, eps=1e-5)
width = 32
widths = [width * 2**i for i in range(4)]
i_max = max(widths)
half = width / 2
area = math.floor(3.7)
folder = os_path.join('data', 'sets')


def scaled(value, by=2):
    return value * by


smaller = lambda value: value // 2  # noqa: E731

model = dict(
    type='Segmentor',
    pretrained=None,
    backbone=dict(
        type='Net', depth=50, widths=widths, norm_cfg=norm, dilations=(1, 1, 2, 4), out_indices=(0, ), style="py'torch"),
    head=dict(type='Head', channels=scaled(width, by=8), dropout=.1, ratio=smaller(7), classes=19, loss=dict(weight=1.0)),
    extra={1: 'one', 'two': [], 'three': {}, 4: dict(a=(1, (2, [3, None])))},
    train_cfg=dict(),
    test_cfg=dict(mode='whole'))
numbers = [0.1, 1e-05, 1e16, 123456789.125, -0.0, 1e22, 5e-324, 2**53, -7 // 2, 7 % -3, 0x10, 1_000]
texts = ['tab\there', 'new\nline', 'quote"s', "back\\slash", 'é', '中文', '\u2028', '\x7f', '\x01', f'{width:>5d}|{half:.2f}', r'\d']
flags = dict(a=True, b=False, c=not True, d=1 < 2 < 3, e='x' in 'xyz', f=None is None)
infinite = [float('inf'), -float('inf')]
unordered = {3}
counted = range(2, 8, 3)
