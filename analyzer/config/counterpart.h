// Two configs that a program cannot tell apart by what it looks at of them: their settings may stand at other places,
// and what is written at the one's is written at the other's.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "config/experiment.h"
#include "config/looks.h"

namespace vramlint::config {

/// The places of what was looked at, by the order in which ToValue comes to each first.
std::vector<uint32_t> order_of_places(const Config& config, const Looks& looks);

/// Leads from places of the first config to those of the second. Once something does not fit nothing does.
class Counterpart {
 public:
  /// The same keys in the same order with the same values, as far as the first was looked at.
  bool fit(const Config& first, const Looks& looks, const Config& second);
  /// The same facts.
  bool fit(const Experiment& first, const Experiment& second);

  /// Whether these two may be each other's.
  bool fit_places(const Span& first, const Span& second);

  /// Empty where it is no place of what has been compared.
  std::optional<Span> of(const Span& first) const;

 private:
  struct Hash {
    size_t operator()(const Span& span) const;
  };
  bool fit_nodes(const Node& first, const Node& second);
  bool fit_mappings(const Mapping& first, const Mapping& second);
  bool fit_lists(const Sequence& first, const Sequence& second);

  const Looks* looks_ = nullptr;
  size_t mapping_ = 0;  // the number of the next
  std::unordered_map<Span, Span, Hash> there_, back_;
  std::unordered_map<const Source*, const Source*> sources_there_, sources_back_;
};

/// All places in it.
std::vector<Span*> places_of(Experiment& experiment);

}  // namespace vramlint::config
