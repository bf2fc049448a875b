"""Indentation of texts."""


def dedent(text):
    lines = [line if line.strip() else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            indent = line[: len(line) - len(line.lstrip())]
            if margin is None or margin.startswith(indent):
                margin = indent
            while not indent.startswith(margin):
                margin = margin[:-1]
    cut = len(margin or "")
    return "\n".join(line[cut:] for line in lines)


def indent(text, prefix, predicate=None):
    chosen = predicate or (lambda line: line.strip())
    return "".join((prefix + line if chosen(line) else line) for line in text.splitlines(True))


def wrap(text, width=70, **keywords):
    lines = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines


def fill(text, width=70, **keywords):
    return "\n".join(wrap(text, width))


def shorten(text, width, placeholder=" [...]", **keywords):
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    return text[: width - len(placeholder)].rsplit(" ", 1)[0] + placeholder
