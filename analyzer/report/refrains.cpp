#include "report/refrains.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

/// Places that are named beside the first.
constexpr size_t kNamedPlaces = 3;

using Said = std::tuple<std::string_view, Severity, std::string_view, std::string>;

Said said_of(const Finding& finding) {
  std::string fixes;
  for (const Fix& fix : finding.fixes) fixes += shown(fix).text() + '\0';
  return {finding.rule, finding.severity, finding.message.text(), fixes};
}

}  // namespace

std::vector<Refrain> refrains_of(const std::vector<Group>& groups) {
  std::map<Said, size_t> known;
  std::vector<Refrain> refrains;
  for (const Group& group : groups) {
    const bool stands_alone = !group.finding.span || !named(group).configs.empty();
    const auto at = stands_alone ? known.end() : known.find(said_of(group.finding));
    if (at != known.end()) {
      refrains[at->second].again.push_back(&group);
      continue;
    }
    if (!stands_alone) known.emplace(said_of(group.finding), refrains.size());
    refrains.push_back({&group, {}});
  }
  return refrains;
}

std::string elsewhere(const Refrain& refrain, const Context& context) {
  const size_t total = refrain.again.size();
  if (total == 0) return {};
  const size_t shown =
      total <= kNamedPlaces + 1 ? total : kNamedPlaces;  // instead of "and 1 more" there is room for it
  std::vector<Words> places;
  for (size_t i = 0; i < shown; ++i) places.push_back(shown_place(refrain.again[i]->finding.span, context));
  Words list = listed(places);
  if (shown < total) list = "{0} and {1} more"_words(list, total - shown);
  return context.say(total == 1 ? "and at {0} more place: {1}"_words(total, list)
                                : "and at {0} more places: {1}"_words(total, list));
}

}  // namespace vramlint::report
