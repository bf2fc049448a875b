// Where a program asks a tensor to be.
#pragma once

#include <cstdint>

namespace vramlint::model {

enum class Place : uint8_t { unsaid, host, device };

}  // namespace vramlint::model
