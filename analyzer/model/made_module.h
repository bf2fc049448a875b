// Where an nn.Module was made, by its address.
#pragma once

#include "interp/native.h"

namespace vramlint::model {

struct MadeModule {
  interp::Making making;
  const interp::Object* type = nullptr;  ///< another object at the address of one that is gone is of another class
};

}  // namespace vramlint::model
