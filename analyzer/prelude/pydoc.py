"""Where a dotted name leads."""
import importlib


def locate(path, forceload=0):
    parts = [part for part in path.split(".") if part]
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:]:
            if not hasattr(found, part):
                return None
            found = getattr(found, part)
        return found
    return None
