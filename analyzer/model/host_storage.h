// Views of a tensor that was made without a device: they reach the GPU as views of one storage.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// `view`, on the host, has the elements of `base`.
void share_host_storage(Tensor& base, Tensor& view);

/// What shares the elements of a tensor that has come to lie on the device lies there with it: `state_dict()`, `.data`.
void place_with(Builder& builder, Tensor& placed);

/// Puts a host tensor on the device, on the storage that it shares with others where it does.
void bring_to_device(interp::Interpreter& interpreter, Tensor& tensor);

}  // namespace vramlint::model
