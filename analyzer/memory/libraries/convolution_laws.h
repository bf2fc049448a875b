// What a tree learnt from recordings chooses between: laws of a convolution's workspace, by quantities of the call.
#pragma once

#include <cstdint>
#include <span>

#include "memory/libraries/convolution_call.h"
#include "memory/libraries/cudnn_convolution.h"

namespace vramlint::memory {

enum class Quantity : uint8_t {
  half,
  tf32,
  channels_last,
  dims,
  transposed,
  kernel,
  stride,
  dilation,
  groups,
  depthwise,
  batch,
  input_channels,
  output_channels,
  input_places,
  output_places,
  all_places,
  filter,
  input_alignment,
  output_alignment,
  output_by_input,
  filter_by_input,
  filter_by_output,
  sums_by_images,
};

/// To the branch `below` where the quantity is not above the limit. Negative: the leaf -branch - 1.
struct Split {
  Quantity quantity;
  double limit;
  int below, above;
};

enum class Sums : uint8_t { none, filters, images, channels, buffer, tiles64, tiles128, tiles256, operands, fourier };
enum Operands : uint8_t { kInput = 1, kFilter = 2, kOutput = 4 };

struct Law {
  uint8_t copies;  ///< set of Operands
  int alignment;   ///< of their channels
  Sums sums;
  int count;
};

struct Leaf {
  Law likely, low, high;
};

struct Tree {
  std::span<const Split> splits;
  std::span<const Leaf> leaves;
};

/// One a pass.
struct Trees {
  Tree forward, by_input, by_weight;
};

const Leaf& leaf_of(const ConvolutionCall& call, ConvolutionPass pass, const Trees& trees);

/// Bytes: copies in channels-last and what is summed beside them, or what Fourier transforms take. Saturates.
int64_t workspace(const ConvolutionCall& call, ConvolutionPass pass, const Law& law);

/// What they take where they are tried or chosen.
int64_t fourier_workspace(const ConvolutionCall& call, ConvolutionPass pass);

}  // namespace vramlint::memory
