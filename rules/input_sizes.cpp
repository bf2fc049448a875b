#include "rules/input_sizes.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace vramlint::rules {

static int64_t number_in(const Span& span) {
  int64_t number = 0;
  const std::string_view text = span.text();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

static constexpr int64_t kParts = 16;

static std::vector<Edit> scaled(const std::vector<Span>& numbers, int64_t parts, int64_t multiple) {
  std::vector<Edit> edits;
  for (const Span& span : numbers) {
    const int64_t then = number_in(span) * parts / kParts / multiple * multiple;
    if (then == 0) return {};
    edits.push_back({span, std::to_string(then)});
  }
  return edits;
}

static double volume(const std::vector<Edit>& edits) {
  return std::accumulate(edits.begin(), edits.end(), 1.0,
                         [](double product, const Edit& edit) { return product * std::stod(edit.text); });
}

/// Those of more than `parts` and less than twice as many, the largest first.
static std::vector<std::vector<Edit>> sizes_above(const std::vector<Span>& numbers, int64_t parts) {
  int64_t common = 32;
  for (const Span& span : numbers) common = std::gcd(common, number_in(span));
  std::vector<std::vector<Edit>> sizes;
  for (int64_t more = 2 * parts - 1; more > parts; --more) {
    for (const int64_t multiple : {int64_t{1}, std::max<int64_t>(common, 1)}) {
      std::vector<Edit> edits = scaled(numbers, more, multiple);
      if (!edits.empty() && std::find(sizes.begin(), sizes.end(), edits) == sizes.end()) sizes.push_back(edits);
    }
  }
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return volume(a) > volume(b); });
  return sizes;
}

std::vector<Edit> largest_sizes(const std::vector<Span>& numbers,
                                const std::function<bool(const std::vector<Edit>&)>& fits) {
  int64_t parts = kParts / 2;
  std::vector<Edit> least = scaled(numbers, parts, 1);
  while (parts > 1 && !least.empty() && !fits(least)) least = scaled(numbers, parts /= 2, 1);
  if (parts == 1 || least.empty()) return {};
  for (const std::vector<Edit>& edits : sizes_above(numbers, parts))
    if (volume(edits) > volume(least) && fits(edits)) return edits;
  return least;
}

}  // namespace vramlint::rules
