// The quick activation formula: one float32 map of batch × height × width × hidden a layer, and nothing else. It knows
// no parameters, gradients or optimizer, and no model; the full analysis does. It is here because teams decide by it.
#pragma once

#include <optional>
#include <string>

namespace vramlint::cli {

struct CalculatorInput {
  double batch = 0, height = 0, width = 0, hidden = 0, layers = 0;
  double gpu = 0;  ///< its memory in GiB
};

struct CalculatorResult {
  double per_layer = 0, total = 0;          ///< GiB
  double available = 0;                     ///< 70 % of the GPU, GiB
  bool safe = false;                        ///< total < available; equal is over
  double batch = 0, height = 0, width = 0;  ///< where over: what would do, each alone; 0: nothing
};

CalculatorResult calculate(const CalculatorInput& input);

/// Input, result and suggestions in words.
std::string shown(const CalculatorInput& input, const CalculatorResult& result);

}  // namespace vramlint::cli
