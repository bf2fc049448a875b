from vramlint_openmmlab.checks import *
