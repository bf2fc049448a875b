// Where a CPU kernel is not the CUDA kernel that our operator describes: the one list, with its reasons.
#pragma once

#include <map>
#include <string>

namespace vramlint::probes {

struct Exemption {
  bool saved = false;       ///< what is kept differs
  bool strides = false;     ///< the result's layout differs
  bool everything = false;  ///< the operator cannot be run at all
  const char* reason = "";
};

/// By schema name with overload, "lstm.input". A test holds it under a tenth of the operators.
const std::map<std::string, Exemption>& exemptions();
Exemption exemption_of(const std::string& schema_name);  ///< none: nothing exempt

}  // namespace vramlint::probes
