// The families of operators: one file each, listed in CMakeLists.txt, from which families() is generated.
#pragma once

#include <span>
#include <vector>

#include "graph/op.h"

namespace vramlint::ops {

std::vector<std::span<const graph::Op>> families();

}  // namespace vramlint::ops
