from vramlint_openmmlab.weights import *
