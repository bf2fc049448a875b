# Everything here is an operator.
