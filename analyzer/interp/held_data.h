// How much the natives in a value hold: tensors in lists, dicts and objects, the parameters of a module.
#pragma once

#include <cstdint>

#include "interp/likeness.h"

namespace vramlint::interp {

/// Bytes; each native counts once. Of a value of very many parts, those of the first.
int64_t held_data(const Value& value);
/// As an arm left it that is undone by now.
int64_t held_data(const ArmsValue& value);
/// Of that what nothing else refers to: the arm made it.
int64_t newly_held(const ArmsValue& value);

}  // namespace vramlint::interp
