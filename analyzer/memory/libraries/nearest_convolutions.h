// Recorded convolutions, and those of them that are nearest to a call: their laws are what it is likely to follow.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "memory/libraries/convolution_laws.h"

namespace vramlint::memory {

/// What a call has in common with its neighbours, and where their rows stand. Sorted.
struct CallKind {
  int half, channels_last, transposed, depthwise, grouped, dims;
  int64_t kernel, stride, dilation;  ///< elements of the filter a pair of channels, product, largest
  auto operator<=>(const CallKind&) const = default;
};

/// Where the rows of a kind stand. Sorted by kind.
struct RecordedKind {
  CallKind kind;
  uint32_t first, count;
};

/// Logarithms to base 2 in sixteenths, places in eighths, of one image; the powers of two of which channels are
/// multiples, up to 8, and places, up to 16.
struct CallPlace {
  uint8_t batch, input_channels, output_channels, input_places, output_places, groups;
  uint8_t input_alignment, output_alignment, input_places_alignment, output_places_alignment;
  auto operator<=>(const CallPlace&) const = default;
};

/// Within a kind sorted by input channels.
struct RecordedCall {
  CallPlace place;
  uint16_t sets[3];  ///< a pass: which of its sets of laws tell the row; an empty one where that was not recorded
};

/// Of one pass. A set has a bit a law.
struct PassLaws {
  std::span<const Law> laws;
  std::span<const uint64_t> sets;
};

struct RecordedCalls {
  std::span<const RecordedKind> kinds;
  std::span<const RecordedCall> rows;
  PassLaws forward, by_input, by_weight;
  size_t bounding;  ///< neighbours whose laws bound the workspace
};

/// Bytes. No less than `floor`, end by end.
Interval workspace_by_neighbours(const ConvolutionCall& call, ConvolutionPass pass, const RecordedCalls& recordings,
                                 const Interval& floor);

}  // namespace vramlint::memory
