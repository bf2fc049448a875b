def log_model(pytorch_model, *args, **options):
    return None


save_model = log_state_dict = log_model


def autolog(*args, **options):
    return None
