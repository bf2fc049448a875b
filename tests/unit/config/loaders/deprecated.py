_base_ = './bases/data.py'
_deprecation_ = dict(expected='merged.py', reference='a page')
optimizer = dict(lr=1)
