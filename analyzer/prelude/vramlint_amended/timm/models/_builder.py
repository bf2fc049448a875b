"""Pretrained weights go into the parameters that are there, the classifier's excepted: none is made for them."""


def load_pretrained(model, *arguments, **options):
    return None


def amend(module):
    module.load_pretrained = load_pretrained
