from ruamel.yaml import YAML, YAMLError, comments, dump, load, load_all, round_trip_load, safe_load  # noqa: F401
from ruamel.yaml import Loader, RoundTripLoader, SafeLoader, round_trip_dump, safe_dump  # noqa: F401
