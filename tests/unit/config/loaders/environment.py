# mmengine only.
root = '{{$VRAMLINT_UNSET_ROOT:/data/sets}}/images'
other = dict(a={{'$VRAMLINT_UNSET_OTHER:1.5'}}, b="{{ $VRAMLINT_UNSET_ROOT:/data/sets }}")
