from vramlint_openmmlab.homes import Inert


class BaseInferencer(Inert):
    pass


ModelType = object
