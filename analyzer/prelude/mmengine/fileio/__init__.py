from vramlint_openmmlab.files import *
from vramlint_openmmlab.files import __getattr__
