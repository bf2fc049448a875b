from vramlint_openmmlab.paths import *
