from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {"mmdet.models.backbones.cspnext": "CSPNeXt"})
