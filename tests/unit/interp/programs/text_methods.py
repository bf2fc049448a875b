text = "Hello, World"
print(text.lower(), text.upper(), text.swapcase(), text.title(), text.capitalize(), text.casefold())
print(text.find("o"), text.rfind("o"), text.find("z"), text.find("o", 5), text.find("o", 5, 8), text.index("W"), text.count("l"), text.count(""), "".count("a"))
print(text.startswith("Hell"), text.startswith(("x", "H")), text.endswith("ld"), text.startswith("World", 7), text.endswith("", 50), text.startswith(""))
print(text.replace("l", "L"), text.replace("l", "L", 2), text.replace("", "-", 3), "aaa".replace("aa", "b"), "abc".replace("", "."))
print("a,b,,c".split(","), "a,b,,c".split(",", 1), " a  b c ".split(), " a  b c ".split(None, 1), "a b c".rsplit(None, 1), "a,b,c".rsplit(",", 1), "".split(), "".split(","))
print("a\nb\r\nc\n\nd".splitlines(), "a\nb".splitlines(True), "k=v=w".partition("="), "k=v=w".rpartition("="), "kv".partition("="), "kv".rpartition("="))
print("-".join(["a", "b"]), "".join("xyz"), ",".join([]), "  x ".strip() + "|", "xxaxx".strip("x"), "  x ".lstrip() + "|", "  x ".rstrip() + "|", "abcabc".rstrip("cb"))
print("ab".ljust(5, "."), "ab".rjust(5), "ab".center(5, "*"), "abc".center(6, "*"), "7".zfill(3), "-7".zfill(4), "+7".zfill(4), "a\tbc\td".expandtabs(4))
print("test_x".removeprefix("test_"), "x.py".removesuffix(".py"), "x".removesuffix(""))
for word in ["abc", "ABC", "Abc", "a1", "12", "", " ", "_x", "1x", "é", "Ab Cd", "x.y"]:
    print(word, word.isalpha(), word.isdigit(), word.isalnum(), word.islower(), word.isupper(), word.istitle(), word.isspace(), word.isidentifier(), word.isascii())
print("héllo"[1], "héllo"[::-1], len("héllo"), "héllo".upper(), "ÀÉ".lower(), "héllo".find("l"), "日本語"[1:], "日本語".center(7, "*"))
print("abc" < "abd", "a" in "abc", "" in "abc", "abc" * 2, "abc" + "d", min("hello"), sorted("hello"), list(reversed("abc")), "abc"[-1], "abc"[10:], "abcdef"[1:-1:2])
print("a-b".translate(str.maketrans("ab", "xy")), "abc".translate(str.maketrans({"a": "1", "b": None})), "abc".encode(), "é".encode("utf-8").decode("utf-8"), b"ab" + b"c", b"abc"[1], b"abc"[:2], b"a,b".split(b","))
for action in [lambda: "abc".index("z"), lambda: "a".split(""), lambda: ",".join([1]), lambda: "abc"[5], lambda: "abc"["x"], lambda: "a" + 1, lambda: "a".center(), lambda: "x".startswith(1), lambda: "a" * "b", lambda: str.lower(5)]:
    try:
        print(action())
    except (ValueError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
print(int("12"), int(" -7 "), int("ff", 16), int("0x1F", 16), int("0b101", 0), int("1_000"), int(3.9), int(-3.9), int(True), float("1e3"), float(" -.5 "), float("inf"), float("1_0.5"), float("nan") != float("nan"))
for text in ["", "abc", "1.5", "0x10", "1__0", "_1", "--1", "1e", "."]:
    for kind in (int, float):
        try:
            print(kind.__name__, text, kind(text))
        except ValueError as error:
            print(error)
print(bool(""), bool("x"), bool([]), bool(0.0), str(1.0), str(True), str(None), str([1, "a"]), str(b"x"))
