from vramlint_openmmlab.modules import BaseModule, ModuleDict, ModuleList, Sequential
