// `opt = build_optimizer(model)` of what is not known: that it is an optimizer is seen by its step().
#pragma once

#include "model/builder.h"

namespace vramlint::model {

/// `object.step()` behind a backward(): where no optimizer is known, of all parameters that have gradients and that no
/// other has stepped. It is listed.
void adopt_step(interp::Interpreter& interpreter, Builder& builder, const interp::Value& object, const Span& place);

/// `p.data.add_(p.grad, alpha=-lr)`: a program without any optimizer trains where, behind a backward(), it writes to a
/// leaf that needs gradients. `written`: past autograd.
void adopt_write(Builder& builder, const Tensor& written);

/// `object.zero_grad()` of such a program.
void adopt_zero_grad(interp::Interpreter& interpreter, Builder& builder);

}  // namespace vramlint::model
