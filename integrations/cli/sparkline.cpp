#include "integrations/cli/sparkline.h"

#include <algorithm>
#include <string_view>

namespace vramlint::cli {
namespace {

constexpr std::string_view kBars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::string_view kPlain[] = {"_", ".", "-", "=", "#"};

template <size_t count>
std::string_view bar(const std::string_view (&bars)[count], int64_t value, int64_t most) {
  if (most <= 0 || value <= 0) return bars[0];
  const double share = static_cast<double>(value) / static_cast<double>(most);
  const auto height = static_cast<size_t>(share * static_cast<double>(count - 1) + 0.5);
  return bars[std::min(height, count - 1)];
}

}  // namespace

std::string sparkline(const std::vector<int64_t>& values, int64_t most, size_t width, Characters characters) {
  const size_t cells = std::min(width, values.size());
  std::string line;
  for (size_t cell = 0; cell < cells; ++cell) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(cell * values.size() / cells);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>((cell + 1) * values.size() / cells);
    const int64_t highest = *std::max_element(first, end);
    line += characters == Characters::utf8 ? bar(kBars, highest, most) : bar(kPlain, highest, most);
  }
  return line;
}

}  // namespace vramlint::cli
