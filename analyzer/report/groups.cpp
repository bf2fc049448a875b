#include "report/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/printable.h"
#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

/// Related places of one group that are shown.
constexpr size_t kRelated = 10;
/// Configs of one group that are named.
constexpr size_t kNamed = 3;

using Place = std::tuple<const Source*, uint32_t, uint32_t, std::string_view>;

Place place_of(const Span& span, std::string_view text) { return {span.source, span.begin, span.end, text}; }

/// Everything that a reader sees of the fixes.
std::string text_of(const std::vector<Fix>& fixes) {
  std::string text;
  for (const Fix& fix : fixes) {
    text += shown(fix).text() + '\0';
    for (const Edit& edit : fix.edits) {
      const auto source = static_cast<const void*>(edit.span.source);
      text += fmt::format("{} {} {} {}", source, edit.span.begin, edit.span.end, edit.text) + '\0';
    }
  }
  return text;
}

struct Growing {
  Group group;
  std::set<std::string_view> configs;
  std::set<Place> related;
};

void add(Growing& into, const Finding& finding) {
  if (!finding.config.empty() && into.configs.insert(finding.config).second) {
    into.group.configs.push_back(finding.config);
  }
  for (const Related& item : finding.related) {
    if (!into.related.insert(place_of(item.span, item.message.text())).second) continue;
    if (into.related.size() <= kRelated) into.group.finding.related.push_back(item);
  }
}

/// A group of one finding is that finding, whatever it has.
Group finished(Growing&& growing, const Finding& first, size_t count) {
  if (count == 1) {
    growing.group.finding.related = first.related;
  } else if (growing.related.size() > kRelated) {
    const size_t more = growing.related.size() - kRelated;
    growing.group.finding.related.push_back({{}, "and {0} more places"_words(more)});
  }
  return std::move(growing.group);
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Finding>& findings) {
  using Key = std::tuple<Place, Severity, std::string_view, std::string, std::string_view>;
  std::map<Key, size_t> known;
  std::vector<Growing> growing;
  std::vector<std::pair<const Finding*, size_t>> firsts;  // and how many there are of it
  for (const Finding& finding : findings) {
    // What stands nowhere belongs to its config alone.
    const std::string_view config = finding.span ? std::string_view() : std::string_view(finding.config);
    Key key{place_of(finding.span, finding.message.text()), finding.severity, finding.rule, text_of(finding.fixes),
            config};
    const auto [at, is_new] = known.emplace(std::move(key), growing.size());
    if (is_new) {
      firsts.emplace_back(&finding, 0);
      Growing& one = growing.emplace_back();
      one.group.finding = finding;
      one.group.finding.related.clear();
    }
    ++firsts[at->second].second;
    add(growing[at->second], finding);
  }
  std::vector<Group> groups;
  for (size_t i = 0; i < growing.size(); ++i) {
    groups.push_back(finished(std::move(growing[i]), *firsts[i].first, firsts[i].second));
  }
  return groups;
}

Named named(const Group& group) {
  const bool itself = group.configs.size() == 1 && group.configs[0] == file_of(group.finding);
  if (itself) return {};
  Named result{.configs = group.configs};
  if (result.configs.size() > kNamed + 1) {  // instead of "and 1 more" there is room for the name
    result.more = result.configs.size() - kNamed;
    result.configs.resize(kNamed);
  }
  return result;
}

std::string in_configs(const Group& group, const Context& context) {
  const Named names = named(group);
  if (names.configs.empty()) return {};
  std::vector<Words> paths;
  for (const std::string_view config : names.configs) paths.push_back(printable_name(shown_path(config, context)));
  const Words list = listed(paths);
  if (names.total() == 1) return context.say("in {0}"_words(list));
  if (names.more == 0) return context.say("in {0} configs: {1}"_words(names.total(), list));
  return context.say("in {0} configs: {1} and {2} more"_words(names.total(), list, names.more));
}

}  // namespace vramlint::report
