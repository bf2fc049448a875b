"""Grids in files: what one holds is not known."""
import _vramlint


def Dataset(*args, **options):
    return _vramlint.unknown("what a NetCDF file holds is not known")


MFDataset = Dataset
