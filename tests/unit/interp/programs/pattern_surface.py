import re

doc = "First line.\n\n    Args:\n        x (`int`): what.\n    Returns:\n        `bool`: {yes} or {no}\n"
print(re.findall(r"(?m)^([ \t]*)(?=Return)", doc), re.findall(r"{(.*?)}", doc), re.search(r"^\s*Returns?:\s*$", doc, re.M).span())
print(re.split(r"(?m)^", "a\nb\n"), re.split(r"\b", "ab cd"), re.split("(,)|;", "a,b;c"), re.split("x*", "axbc"), re.split(",", "a,b,c", 1))
print(re.findall("a*", "baac"), [m.span() for m in re.finditer(r"|a", "aa")], re.sub("x*", "-", "abxd"), re.subn("a|", "_", "bab"))
print(re.findall("$", "a\n"), re.findall("(?m)$", "a\n"), re.findall(r"a\Z", "a\n"), re.findall(r"\Aa", "aa"), re.findall("^", "a\nb\n", re.M))
print(re.findall(".", "a\nb"), re.findall(".", "a\nb", re.S), re.findall("(?s:.)b|.", "a\nb"), re.findall(r"(?i)LAYER\.(\d+)", "Layer.3 layer.44"))
print(re.findall(r"""
    (\d+)   # a number [or (not
    \s* [#] # sharp
""", "1 # 22#", re.X), re.findall(r"(?x) a b # c", "ab a b"))
print(re.findall(r"(?<=\.)\w+", "a.b.cd"), re.findall(r"(?<!a)b", "ab b"), re.findall(r"(\w)\1", "aabbc"), re.findall(r"(?P<q>['\"]).*?(?P=q)", "'a' \"b'c\""))
print(re.findall(r"a{2,3}|a{,1}b|x{|c{1|d{,}", "aaaa ab b x{ c{1 ddd"), re.findall("[]a]+|[^]a]", "]a b"), re.findall("[[:a]+", "a[:b"), re.findall(r"[\]\-x]+", "x-]y"))
print(re.findall(r"\x41\u0042|\t\v", "AB \t\v"), re.findall(r"[^\W\d_]+", "a1_b"), re.findall(r"(?:a|ab)(?:c|bcd)(d*)", "abcd"), re.findall("(a)|(b)|(c)?", "abd"))
print(re.sub(r"(?P<w>\w+) (\w+)", r"\2 \g<w> \g<1>\n", "one two"), re.sub("é+", "e", "caféé né"), re.search("é", "caféé").span(), re.findall(r"\w+", "né à"), re.findall(r"(?a)\w", "a1"))
m = re.compile(r"(?P<num>\d+)|(?P<name>[a-z]+(x)?)")
print([(t.lastgroup, t.lastindex, t.group(), t.groups("-")) for t in m.finditer("12 abx c")], m.groups, m.groupindex)
print(m.search("ab12", 2).span(), m.match("ab12", 2).group(), m.match("  "), m.fullmatch("12a"), m.findall("ab 12 cd", 2, 6), re.fullmatch("a|ab", "ab").group())
print(re.escape("a.b-c d/e_f,é#"), re.match(re.escape("x+y"), "x+y").group(), re.sub(r"[.]", r"\\.", "a.b"), re.sub(".", r"\g<0>\g<0>", "ab"), re.sub("(a)|b", r"<\1>", "ab"))
print(re.compile("a", re.I | re.M).flags & 10, re.sub("(?m)^", "  ", "a\nb\n"), re.sub(r"(?<!^)(?=[A-Z])", "_", "CamelCaseName").lower(), re.findall(r"(?>a+)b", "aab ab"))
print(len(re.findall(r"\w+", "word " * 5000)), re.search("needle", "hay" * 20000 + "needle").start(), len(re.sub(r"\s+", " ", "a  b\n" * 3000)))
