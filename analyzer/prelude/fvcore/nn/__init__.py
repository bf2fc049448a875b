from fvcore.nn.counting import (ActivationCountAnalysis, FlopCountAnalysis, flop_count_str, flop_count_table,
                                parameter_count, parameter_count_table)
from fvcore.nn.focal_loss import sigmoid_focal_loss, sigmoid_focal_loss_jit
from fvcore.nn.giou_loss import giou_loss
from fvcore.nn.smooth_l1_loss import smooth_l1_loss
from fvcore.nn.weight_init import c2_msra_fill, c2_xavier_fill
