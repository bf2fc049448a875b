// Where an nn.Module was made, by its address.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interp/native.h"

namespace vramlint::model {

/// How a module was made.
struct ModuleMaking {
  std::string cls;                                            ///< "networks.Autoencoder"; empty where that is not known
  std::vector<std::pair<std::string, std::string>> left_out;  ///< parameters that the call leaves out, and defaults
};

struct MadeModule {
  interp::Making making;
  const interp::Object* type = nullptr;  ///< another object at the address of one that is gone is of another class
};

}  // namespace vramlint::model
