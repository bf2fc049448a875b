from bitsandbytes.autograd import _functions
