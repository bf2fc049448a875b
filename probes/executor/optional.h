// The optional type of LibTorch's interface: its own up to 2.1, an alias later, gone in the newest.
#pragma once

#include <torch/version.h>

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)

#include <optional>

namespace vramlint::probes::torch_type {
using std::nullopt;
using std::optional;
}  // namespace vramlint::probes::torch_type

#else

#include <c10/util/Optional.h>

namespace vramlint::probes::torch_type {
using c10::nullopt;
using c10::optional;
}  // namespace vramlint::probes::torch_type

#endif
