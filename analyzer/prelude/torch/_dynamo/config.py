suppress_errors = False
cache_size_limit = recompile_limit = 8
accumulated_cache_size_limit = accumulated_recompile_limit = 256
capture_scalar_outputs = capture_dynamic_output_shape_ops = False
automatic_dynamic_shapes = assume_static_by_default = True
optimize_ddp = True
compiled_autograd = False
allow_unspec_int_on_nn_module = False
inline_inbuilt_nn_modules = True
verbose = False
skip_fwd_side_effects_in_bwd_under_checkpoint = False
