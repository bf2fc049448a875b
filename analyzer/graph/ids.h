// Numbers of what stands in a graph.
#pragma once

#include <cstdint>

namespace vramlint::graph {

using TensorId = uint32_t;
using StorageId = uint32_t;
using ModuleId = uint32_t;  ///< 0: outside of any module

}  // namespace vramlint::graph
