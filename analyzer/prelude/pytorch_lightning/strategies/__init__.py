class Strategy:
    def __init__(self, *args, **options):
        pass


class DDPStrategy(Strategy):
    pass


class DeepSpeedStrategy(Strategy):
    pass


class FSDPStrategy(Strategy):
    pass
