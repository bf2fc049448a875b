# Backwards as the operators that they are made of, by the name of the operator: what autograd.grad(create_graph=True)
# records (tools/autograd/derivatives.yaml, torch/csrc/autograd/FunctionsManual.cpp; 1.13 to 2.4).
from torch._arrangements import sum_to_size
from torch.autograd._formulas._elementwise import elementwise
from torch.autograd._formulas._layers import layers, refuses_convolution
from torch.autograd._formulas._node import Node, as_formulas
from torch.autograd._formulas._products import products
from torch.autograd._formulas._reductions import reductions
from torch.autograd._formulas._shapes import shapes


def refuses(name, *parts):
    """Calls that the operator's formula does not cover."""
    return name.startswith("conv") and refuses_convolution(Node(*parts), name.startswith("conv_transpose"))


formulas = as_formulas({**elementwise, **layers, **products, **reductions, **shapes})
formulas["sum_to_size"] = sum_to_size
formulas["refuses"] = refuses
