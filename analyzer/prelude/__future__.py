"""Features that are there already."""

annotations = absolute_import = division = print_function = unicode_literals = generator_stop = with_statement = None
