#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "rules/effect.h"
#include "rules/peak_story.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace resolution_not_divisible_rule {

/// Messages of PyTorch about two sizes that should be one (TensorShape.cpp, ExpandUtils.cpp).
bool is_misfit(const model::BuildFailure& failure) {
  constexpr std::array<std::string_view, 3> kSaid = {"Sizes of tensors must match", "must match the size of tensor",
                                                     "is invalid for input of size"};
  return failure.kind == model::BuildFailure::Kind::raised &&
         std::any_of(kSaid.begin(), kSaid.end(),
                     [&](std::string_view said) { return failure.message.find(said) != std::string::npos; });
}

/// A number, or a list of them, that has a part in the failure.
struct Size {
  std::string key;
  Span span;
  std::vector<const config::Node*> numbers;
};

bool is_number(const config::Node& node) {
  const auto* number = std::get_if<int64_t>(&node.value);
  return number && *number >= 8 && node.span && node.span.text() == std::to_string(*number);
}

void collect(const config::Node& node, const std::string& key, const std::set<std::string>& keys,
             std::vector<Size>& sizes) {
  if (const config::Mapping* mapping = node.mapping()) {
    for (const config::Entry& entry : mapping->entries)
      collect(entry.value, key.empty() ? entry.key : key + "." + entry.key, keys, sizes);
    return;
  }
  const config::Sequence* list = node.sequence();
  Size size{key, node.span, {}};
  bool is_named = keys.contains(key);
  if (!list && is_number(node)) size.numbers.push_back(&node);
  if (list) {
    for (size_t i = 0; i < list->items.size(); ++i) {
      is_named |= keys.contains(key + "." + std::to_string(i));
      if (!is_number(list->items[i])) return;
      size.numbers.push_back(&list->items[i]);
    }
  }
  if (is_named && !size.numbers.empty()) sizes.push_back(std::move(size));
}

/// Every number to a multiple, the nearest above or below; nothing where that changes none.
std::vector<Edit> rounded(const Size& size, int64_t multiple, bool up) {
  std::vector<Edit> edits;
  for (const config::Node* node : size.numbers) {
    const int64_t now = std::get<int64_t>(node->value);
    const int64_t then = (now + (up ? multiple - 1 : 0)) / multiple * multiple;
    if (then == 0) return {};
    if (then != now) edits.push_back({node->span, std::to_string(then)});
  }
  return edits;
}

/// Fewer failures than before, and not this one.
bool helps(const Analysis& before, const Analysis& after, const model::BuildFailure& failure) {
  const auto is_same = [&](const model::BuildFailure& other) {
    return other.phase == failure.phase || other.message == failure.message;
  };
  return after.built && after.failures.size() < before.failures.size() &&
         std::none_of(after.failures.begin(), after.failures.end(), is_same);
}

std::optional<Fix> nearest(const Analysis& analysis, const Session& session, const Size& size,
                           const model::BuildFailure& failure, bool up) {
  constexpr int64_t kMultiples[] = {16, 32, 64};
  std::set<std::string> tried;
  for (const int64_t multiple : kMultiples) {
    const std::vector<Edit> edits = rounded(size, multiple, up);
    const std::string text = edits.empty() ? "" : text_after(size.span, edits);
    if (text.empty() || !tried.insert(text).second) continue;
    const Analysis after = what_if(analysis, edits, session);
    if (!helps(analysis, after, failure)) continue;
    const ConfigOutcome& outcome = after.outcome;
    return Fix{.title = "Set `{0}` to {1}"_words(size.key, text),
               .safety = Safety::unsafe,
               .edits = edits,
               .effect = effect_of(outcome)};
  }
  return std::nullopt;
}

void check_failure(const Analysis& analysis, const model::BuildFailure& failure, Report& report) {
  std::set<std::string> keys;
  for (const interp::OriginAtom& atom : failure.keys) keys.insert(atom.key);
  std::vector<Size> sizes;
  collect(analysis.config->root, "", keys, sizes);
  constexpr size_t kMost = 3;
  for (size_t i = 0; i < std::min(kMost, sizes.size()); ++i) {
    std::vector<Fix> fixes;
    for (const bool up : {false, true}) {
      if (auto fix = nearest(analysis, report.session(), sizes[i], failure, up)) fixes.push_back(std::move(*fix));
    }
    if (fixes.empty()) continue;
    const Words text = text_after(sizes[i].span, fixes[0].edits);
    const Words texts = fixes.size() == 1 ? text : "{0} or {1}"_words(text, text_after(sizes[i].span, fixes[1].edits));
    report.add(sizes[i].span,
               "`{0}` ({1}) does not divide evenly through the network's strides or windows, and the step raises: {2} "
               "With {3} it runs."_words(sizes[i].key, sizes[i].span.text(), failure.message, texts),
               failure.span ? std::vector<Related>{{failure.span, "it fails here"_words}} : std::vector<Related>(),
               std::move(fixes));
    return;
  }
}

void check(const Analysis& analysis, Report& report) {
  for (const model::BuildFailure& failure : analysis.failures) {
    if (is_misfit(failure)) check_failure(analysis, failure, report);
  }
}

}  // namespace resolution_not_divisible_rule
}  // namespace

extern const Rule resolution_not_divisible = {
    .name = "resolution-not-divisible",
    .code = "VL1115",
    .summary = "The step raises because a size does not divide evenly, and runs with the nearest size that does.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::experiment,
    .check = resolution_not_divisible_rule::check,
};

}  // namespace vramlint::rules
