# Calls a step that the user has written with what its parameters ask for.
import inspect


def run(step, names):
    given = {}
    for name, parameter in inspect.signature(step).parameters.items():
        if name in names:
            given[name] = names[name]
        elif parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            raise TypeError(f"the step asks for `{name}`; what there is: " + ", ".join(names))
    return step(**given)
