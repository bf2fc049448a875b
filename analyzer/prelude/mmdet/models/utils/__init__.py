from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmdet.models.utils.points": "get_uncertain_point_coords_with_randomness get_uncertainty",
    "mmdet.models.utils.applying": "multi_apply",
})
