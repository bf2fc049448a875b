"""Marks on annotations: they say how a command line is written, not what it means."""


class _Mark:
    def __getitem__(self, hint):
        return hint

    def __call__(self, *args, **options):
        return self


AvoidSubcommands = CascadeSubcommandArgs = ConsolidateSubcommandArgs = EnumChoicesFromValues = _Mark()
Fixed = FlagConversionOff = FlagCreatePairsOff = HelptextFromCommentsOff = OmitArgPrefixes = _Mark()
OmitSubcommandPrefixes = Positional = PositionalRequiredArgs = Suppress = SuppressFixed = UseAppendAction = _Mark()
UseCounterAction = _Mark()
arg = subcommand = configure = _Mark()
