#include "config/counterpart.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace vramlint::config {

namespace {

/// Walks as ToValue does: a key, what the value holds, the value. Keys have no name of their own: one that is written
/// once and stands in several places is met once.
class Places {
 public:
  explicit Places(const Looks& looks) : looks_(looks) {}

  void add(const Node& node, bool looked_at) {
    if (const Mapping* mapping = node.mapping()) {
      const Look* look = looked_at ? &looks_[mapping_++] : nullptr;
      for (const Entry& entry : mapping->entries) {
        const bool inside = look && look->sees(entry);
        if (entry.key_span) note(keys_.try_emplace(place_of(entry.key_span), number_++).first->second, inside);
        add(entry.value, inside);
      }
    }
    if (const Sequence* list = node.sequence())
      for (const Node& item : list->items) add(item, looked_at);
    note(number_++, looked_at);
  }

  /// Numbers become ranks.
  std::vector<uint32_t> take() {
    std::vector<uint32_t> sorted = met_;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (uint32_t& number : met_)
      number = static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
    return std::move(met_);
  }

 private:
  using Place = std::tuple<const Source*, uint32_t, uint32_t>;
  static Place place_of(const Span& span) { return {span.source, span.begin, span.end}; }
  void note(uint32_t number, bool looked_at) {
    if (looked_at) met_.push_back(number);
  }

  const Looks& looks_;
  size_t mapping_ = 0;
  uint32_t number_ = 0;
  std::map<Place, uint32_t> keys_;
  std::vector<uint32_t> met_;
};

std::vector<const Entry*> seen_of(const Mapping& mapping, const Look& look) {
  std::vector<const Entry*> seen;
  for (const Entry& entry : mapping.entries)
    if (look.sees(entry)) seen.push_back(&entry);
  return seen;
}

bool same_scalar(const Node& first, const Node& second) {
  if (const auto* number = std::get_if<double>(&first.value)) {
    const double other = std::get<double>(second.value);
    return *number == other ? std::signbit(*number) == std::signbit(other) : false;  // NaN has many faces
  }
  if (const auto* opaque = std::get_if<Opaque>(&first.value)) {
    const auto& other = std::get<Opaque>(second.value);
    return opaque->text == other.text && opaque->reason == other.reason;
  }
  if (const auto* text = std::get_if<std::string>(&first.value)) return *text == std::get<std::string>(second.value);
  if (const auto* whole = std::get_if<int64_t>(&first.value)) return *whole == std::get<int64_t>(second.value);
  if (const auto* truth = std::get_if<bool>(&first.value)) return *truth == std::get<bool>(second.value);
  return true;
}

}  // namespace

std::vector<uint32_t> order_of_places(const Config& config, const Looks& looks) {
  Places places(looks);
  places.add(config.root, true);
  return places.take();
}

size_t Counterpart::Hash::operator()(const Span& span) const {
  const size_t place = (static_cast<size_t>(span.begin) << 32) | span.end;
  return std::hash<const Source*>{}(span.source) ^ (place * 0x9e3779b97f4a7c15);
}

bool Counterpart::fit_places(const Span& first, const Span& second) {
  const auto agree = [](auto& there, auto& back, const auto& one, const auto& other) {
    return there.try_emplace(one, other).first->second == other && back.try_emplace(other, one).first->second == one;
  };
  return bool(first) == bool(second) && agree(sources_there_, sources_back_, first.source, second.source) &&
         agree(there_, back_, first, second);
}

bool Counterpart::fit_mappings(const Mapping& first, const Mapping& second) {
  const std::vector<const Entry*> seen = seen_of(first, (*looks_)[mapping_]);
  const std::vector<const Entry*> theirs = seen_of(second, (*looks_)[mapping_++]);
  return std::equal(seen.begin(), seen.end(), theirs.begin(), theirs.end(),
                    [this](const Entry* one, const Entry* other) {
                      return one->kind == other->kind && one->key == other->key &&
                             fit_places(one->key_span, other->key_span) && fit_nodes(one->value, other->value);
                    });
}

bool Counterpart::fit_lists(const Sequence& first, const Sequence& second) {
  return first.is_tuple == second.is_tuple &&
         std::equal(first.items.begin(), first.items.end(), second.items.begin(), second.items.end(),
                    [this](const Node& one, const Node& other) { return fit_nodes(one, other); });
}

bool Counterpart::fit_nodes(const Node& first, const Node& second) {
  if (first.value.index() != second.value.index() || !fit_places(first.span, second.span)) return false;
  if (const Mapping* mapping = first.mapping()) return fit_mappings(*mapping, *second.mapping());
  if (const Sequence* list = first.sequence()) return fit_lists(*list, *second.sequence());
  return same_scalar(first, second);
}

bool Counterpart::fit(const Config& first, const Looks& looks, const Config& second) {
  looks_ = &looks;
  mapping_ = 0;
  return first.dialect == second.dialect && fit_places({first.source, 0, 0}, {second.source, 0, 0}) &&
         fit_nodes(first.root, second.root);
}

std::optional<Span> Counterpart::of(const Span& first) const {
  const auto found = there_.find(first);
  return found == there_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Span*> places_of(Experiment& experiment) {
  std::vector<Span*> places;
  const auto expression = [&](Expression& one) { places.push_back(&one.span); };
  const auto maybe = [&](std::optional<Expression>& one) {
    if (one) expression(*one);
  };
  const auto each = [&](std::vector<Expression>& list) { std::for_each(list.begin(), list.end(), expression); };
  maybe(experiment.model);
  each(experiment.inputs);
  each(experiment.targets);
  maybe(experiment.batch);
  for (std::optional<Expression>* one : {&experiment.forward, &experiment.loss, &experiment.setup}) maybe(*one);
  for (Phase& phase : experiment.phases) expression(phase.step);
  each(experiment.validation_inputs);
  maybe(experiment.precision_expression);
  places.push_back(&experiment.optimizer.span);
  places.push_back(&experiment.runtime.allocator_span);
  if (experiment.clipping) places.push_back(&experiment.clipping->span);
  if (experiment.ema) places.push_back(&experiment.ema->span);
  if (experiment.distributed) places.push_back(&experiment.distributed->span);
  for (Program& program : experiment.programs) places.push_back(&program.span);
  for (Experiment& stage : experiment.stages) {
    const std::vector<Span*> inner = places_of(stage);
    places.insert(places.end(), inner.begin(), inner.end());
  }
  return places;
}

bool Counterpart::fit(const Experiment& first, const Experiment& second) {
  Experiment one = first, other = second;
  const std::vector<Span*> places = places_of(one), others = places_of(other);
  if (places.size() != others.size()) return false;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!fit_places(*places[i], *others[i])) return false;
    *places[i] = *others[i] = {};
  }
  return one == other;
}

}  // namespace vramlint::config
