// Descriptors, as reading and setting attributes ask about them. Private to this room.
#pragma once

#include "interp/objects.h"

namespace vramlint::interp {

/// It comes before what the instance has under the same name.
bool is_data_descriptor(const Value& found);

}  // namespace vramlint::interp
