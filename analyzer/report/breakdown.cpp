#include "report/breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "report/style.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

// Without colour each part has a pattern of its own, with colour an ink.
constexpr std::array<std::string_view, 11> kPatterns = {"█", "▓", "▒", "░", "▚", "▞", "▙", "▟", "▤", "▥", "▦"};
constexpr std::array kInks = {Ink::cyan, Ink::magenta, Ink::yellow, Ink::blue, Ink::green, Ink::red};

std::string block(size_t part, size_t cells, bool colour) {
  std::string text;
  for (size_t i = 0; i < cells; ++i) text += colour ? kPatterns[0] : kPatterns[part % kPatterns.size()];
  return painted(text, kInks[part % kInks.size()], colour);
}

double ratio(Bytes part, Bytes whole) {
  return whole.count > 0 ? static_cast<double>(part.count) / static_cast<double>(whole.count) : 0;
}

Bytes sum_of(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), Bytes{},
                         [](Bytes sum, const Part& part) { return sum + part.bytes; });
}

std::string budget_mark(Bytes budget, Bytes scale, size_t width, const Context& context) {
  const auto at = static_cast<size_t>(std::llround(ratio(budget, scale) * static_cast<double>(width)));
  const std::string label = context.say("budget {0}"_words(budget));
  const size_t column = std::min(at, width) > 0 ? std::min(at, width) - 1 : 0;
  const size_t taken = cells(label);
  if (column > taken) return std::string(column - taken - 1, ' ') + label + " ▲";
  return std::string(column, ' ') + "▲ " + label;
}

}  // namespace

std::vector<Part> parts_of(const ConfigOutcome& config) {
  std::vector<Part> parts;
  for (int i = 0; i < kCategoryCount; ++i) {
    const Bytes bytes = config.breakdown[i];
    if (bytes.count != 0) parts.push_back({category(static_cast<Category>(i)), bytes});
  }
  const Bytes cached = config.peak.reserved.point - config.peak.allocated.point;
  if (cached.count > 0) parts.push_back({"cached"_words, cached});
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.bytes > b.bytes; });
  return parts;
}

std::vector<size_t> shares(const std::vector<Part>& parts, Bytes scale, size_t cells) {
  std::vector<size_t> result;
  double edge = 0;
  size_t used = 0;
  for (const Part& part : parts) {
    edge += ratio(part.bytes, scale) * static_cast<double>(cells);
    const size_t reached = std::clamp(static_cast<size_t>(std::max(std::llround(edge), 0LL)), used, cells);
    result.push_back(reached - used);
    used = reached;
  }
  return result;
}

std::string drawn(const ConfigOutcome& config, const Context& context, size_t width) {
  const std::vector<Part> parts = parts_of(config);
  const Bytes sum = sum_of(parts);
  const Bytes scale = config.device ? std::max(sum, config.device->budget) : sum;
  const std::vector<size_t> cells = shares(parts, scale, width);
  std::string text = "    ";
  for (size_t i = 0; i < parts.size(); ++i) text += block(i, cells[i], context.colour);
  const size_t used = std::accumulate(cells.begin(), cells.end(), size_t{0});
  std::string rest;
  for (size_t i = used; i < width; ++i) rest += "·";
  text += painted(rest, Ink::dim, context.colour) + "\n";
  if (config.device) {
    const bool over = sum > config.device->budget;
    text += "    " + painted(budget_mark(config.device->budget, scale, width, context), over ? Ink::red : Ink::dim,
                             context.colour);
    text += "\n";
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    text += fmt::format("    {} {} {:>9}  {:>5.1f} %\n", block(i, 1, context.colour),
                        padded(context.say(parts[i].name), 13), to_string(parts[i].bytes),
                        100 * ratio(parts[i].bytes, sum));
  }
  return text;
}

}  // namespace vramlint::report
