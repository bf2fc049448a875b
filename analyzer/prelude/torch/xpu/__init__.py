"""Intel's GPUs: there is none."""


def is_available():
    return False


def device_count():
    return 0


def is_bf16_supported(including_emulation=True):
    return False


def _harmless(*args, **options):
    return None


synchronize = empty_cache = manual_seed = manual_seed_all = set_device = _harmless
