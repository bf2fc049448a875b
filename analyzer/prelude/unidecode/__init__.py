"""Texts in ASCII: what is ASCII stays, every other sign is taken for one letter."""


def unidecode(string, errors="ignore", replace_str="?"):
    if not isinstance(string, str) or string.isascii():
        return string
    return "".join([sign if sign.isascii() else "a" for sign in string])


unidecode_expect_ascii = unidecode_expect_nonascii = unidecode
