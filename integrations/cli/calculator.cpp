#include "integrations/cli/calculator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vramlint::cli {
namespace {

std::string suggestions(const CalculatorInput& input, const CalculatorResult& result) {
  if (result.batch == 0 && result.height == 0) return "  By the formula no batch and no resolution would do.\n";
  std::string text = "  By the formula, each of these alone would do:\n";
  if (result.batch > 0) text += fmt::format("    batch {} -> {:.0f}\n", input.batch, result.batch);
  if (result.height > 0)
    text += fmt::format("    resolution [{}, {}] -> [{:.0f}, {:.0f}]\n", input.height, input.width, result.height,
                        result.width);
  if (result.batch > 0) text += "    that batch, its gradients accumulated over several steps\n";
  return text;
}

double total_of(const CalculatorInput& input) {
  const long double elements = static_cast<long double>(input.batch) * input.height * input.width * input.hidden;
  return static_cast<double>(elements * 4 / (1 << 30)) * input.layers;
}

bool is_safe(const CalculatorInput& input) { return total_of(input) < input.gpu * 0.7; }

/// The largest smaller batch that would do; 0: none.
double smaller_batch(CalculatorInput input, double share) {
  const double most = std::floor(input.batch * share);
  for (const double batch : {most, most - 1}) {
    input.batch = batch;
    if (batch >= 1 && is_safe(input)) return batch;
  }
  return 0;
}

}  // namespace

CalculatorResult calculate(const CalculatorInput& input) {
  CalculatorResult result;
  CalculatorInput one_layer = input;
  one_layer.layers = 1;
  result.per_layer = total_of(one_layer);
  result.total = total_of(input);
  result.available = input.gpu * 0.7;
  result.safe = is_safe(input);
  if (result.safe || result.total <= 0) return result;
  const double share = result.available / result.total;
  result.batch = smaller_batch(input, share);
  CalculatorInput smaller = input;
  smaller.height = std::floor(input.height * std::sqrt(share));
  smaller.width = std::floor(input.width * std::sqrt(share));
  if (smaller.height < 1 || smaller.width < 1 || !is_safe(smaller)) return result;
  result.height = smaller.height;
  result.width = smaller.width;
  return result;
}

std::string shown(const CalculatorInput& input, const CalculatorResult& result) {
  std::string text = "Quick formula: activations only, one float32 map of batch x height x width x hidden a layer\n\n";
  text += fmt::format("  batch {}, {} x {}, hidden {}, {} layers\n", input.batch, input.height, input.width,
                      input.hidden, input.layers);
  text += fmt::format("  per layer  {:.4f} GiB\n  total      {:.2f} GiB\n", result.per_layer, result.total);
  text +=
      fmt::format("  GPU        {:.2f} GiB, 70 % of it for activations: {:.2f} GiB\n\n", input.gpu, result.available);
  const double margin = std::abs(result.available - result.total);
  const std::string share =
      result.available > 0 ? fmt::format(" ({:.1f} %)", margin / result.available * 100) : std::string();
  if (result.safe) return text + fmt::format("safe: {:.2f} GiB{} to spare\n", margin, share);
  text += fmt::format("over by {:.2f} GiB{}\n", margin, share);
  return result.total > 0 ? text + suggestions(input, result) : text;
}

}  // namespace vramlint::cli
