// Where tensors live: on the GPU or on the host.
#pragma once

#include "graph/shape.h"
#include "interp/interpreter.h"
#include "model/place.h"

namespace vramlint::model {

struct Tensor;

/// A few whole numbers: what a program keeps sizes in. They stay known where the tensor is on the device.
bool may_hold_sizes(const graph::TensorType& type);

/// Brings a host tensor onto the device as it is: its Python object is from now on a device tensor.
void move_to_device(interp::Interpreter& interpreter, Tensor& tensor);

/// The same for a tensor of the batch: input, not an activation.
void bring(Tensor& tensor);

/// What is computed of a tensor is wanted where that is; the host goes before. Null: of something else.
void ask_as(const Tensor* from, Tensor& to);

/// What a device argument (None, a string, a torch.device, a number) asks for.
Place place_of(interp::Interpreter& interpreter, const interp::Value& device);

}  // namespace vramlint::model
