from vramlint_openmmlab.progress import *
