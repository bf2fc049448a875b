// CPU kernels that take what the CUDA kernels take and no more.
//
// Some of LibTorch's CPU kernels make copies, columns or noise that their CUDA counterparts do without. For a
// measurement that is to stand for a GPU they are replaced by kernels that only allocate: the outputs, in the order in
// which the CUDA kernel makes them, filled with zeros. Which ones, and why, is one list; a test keeps it short.
#pragma once

#include <span>
#include <string_view>

namespace vramlint::probes {

struct Neutral {
  std::string_view schema;  ///< of the ATen operator replaced: "convolution"
  std::string_view reason;  ///< what one of the CPU's and CUDA's kernels takes that the other does not
};

std::span<const Neutral> neutral_kernels();

/// From here on, for the rest of the process.
void install_neutral_kernels();

}  // namespace vramlint::probes
