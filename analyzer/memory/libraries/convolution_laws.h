// Laws that the workspace of a convolution may follow: arithmetic of its sizes.
#pragma once

#include <cstdint>

#include "memory/libraries/convolution_call.h"
#include "memory/libraries/cudnn_convolution.h"

namespace vramlint::memory {

enum class Sums : uint8_t { none, filters, images, channels, buffer, tiles64, tiles128, tiles256, operands, fourier };
enum Operands : uint8_t { kInput = 1, kFilter = 2, kOutput = 4 };

struct Law {
  uint8_t copies;  ///< set of Operands
  int alignment;   ///< of their channels
  Sums sums;
  int count;
};

/// Bytes: copies in channels-last and what is summed beside them, or what Fourier transforms take. Saturates.
int64_t workspace(const ConvolutionCall& call, ConvolutionPass pass, const Law& law);

/// What they take where they are tried or chosen.
int64_t fourier_workspace(const ConvolutionCall& call, ConvolutionPass pass);

}  // namespace vramlint::memory
