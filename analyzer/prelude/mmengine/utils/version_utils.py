from vramlint_openmmlab.versions import *
