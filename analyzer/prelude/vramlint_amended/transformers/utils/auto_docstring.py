"""Texts for people, put together of signatures and documentation: nothing depends on them."""


def amend(module):
    def auto_docstring(obj=None, *, custom_intro=None, custom_args=None, checkpoint=None):
        return (lambda decorated: decorated) if obj is None else obj

    module.auto_docstring = auto_docstring
