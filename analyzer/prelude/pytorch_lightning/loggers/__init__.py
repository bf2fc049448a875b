class Logger:
    def __init__(self, *args, **options):
        pass

    def log_metrics(self, metrics, step=None):
        return None

    def log_hyperparams(self, *args, **options):
        return None


class TensorBoardLogger(Logger):
    pass


class WandbLogger(Logger):
    pass


class CSVLogger(Logger):
    pass
