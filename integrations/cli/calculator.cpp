#include "integrations/cli/calculator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vramlint::cli {
namespace {

std::string suggestions(const CalculatorInput& input, const CalculatorResult& result) {
  std::string text = "  By the formula, each of these alone would do:\n";
  text += fmt::format("    batch {} -> {:.0f}{}\n", input.batch, result.batch,
                      result.batch >= input.batch ? "  (it cannot get smaller)" : "");
  text += fmt::format("    resolution [{}, {}] -> [{:.0f}, {:.0f}]\n", input.height, input.width, result.height,
                      result.width);
  text += "    a smaller batch, its gradients accumulated over several steps\n";
  return text;
}

}  // namespace

CalculatorResult calculate(const CalculatorInput& input) {
  CalculatorResult result;
  const long double elements = static_cast<long double>(input.batch) * input.height * input.width * input.hidden;
  result.per_layer = static_cast<double>(elements * 4 / (1 << 30));
  result.total = result.per_layer * input.layers;
  result.available = input.gpu * 0.7;
  result.safe = result.total < result.available;
  if (result.safe || result.total <= 0) return result;
  result.batch = std::max(1.0, std::floor(input.batch * result.available / result.total));
  const double scale = std::sqrt(result.available / result.total);
  result.height = std::floor(input.height * scale);
  result.width = std::floor(input.width * scale);
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
