#include "rules/alternatives.h"

#include <algorithm>
#include <map>
#include <set>

#include "config/plain_yaml.h"
#include "rules/added_entry.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {

constexpr size_t kMostSwitches = 8;
constexpr size_t kMostSettings = 12;
constexpr size_t kMostNeighbours = 8;

/// A setting that is no section.
struct Leaf {
  std::string key;
  const config::Mapping* section = nullptr;
  const config::Entry* entry = nullptr;
};

void collect(const config::Mapping& section, const std::string& prefix, std::vector<Leaf>& leaves) {
  for (const config::Entry& entry : section.entries) {
    const std::string key = prefix.empty() ? entry.key : prefix + "." + entry.key;
    if (const config::Mapping* inner = entry.value.mapping())
      collect(*inner, key, leaves);
    else
      leaves.push_back({key, &section, &entry});
  }
}

std::vector<Leaf> leaves_of(const config::Config& config) {
  std::vector<Leaf> leaves;
  if (const config::Mapping* root = config.root.mapping()) collect(*root, "", leaves);
  return leaves;
}

bool is_number(const config::Node& node) {
  return std::holds_alternative<bool>(node.value) || std::holds_alternative<int64_t>(node.value) ||
         std::holds_alternative<double>(node.value);
}

bool is_size(const config::Node& node) {
  const config::Sequence* list = node.sequence();
  return list ? !list->items.empty() && std::all_of(list->items.begin(), list->items.end(), is_number)
              : is_number(node);
}

/// Sizes of the input and what other fixes turn.
bool is_taken(const Analysis& analysis, const Leaf& leaf) {
  if (!analysis.built) return false;
  const auto covers = [&](const model::KeyFact& fact) {
    return fact.key == leaf.key || fact.key.starts_with(leaf.key + ".");
  };
  const auto is_shape = [&](const model::PhaseFacts& facts) {
    return (facts.batch && covers(*facts.batch)) || (facts.precision_key && covers(*facts.precision_key)) ||
           std::any_of(facts.shape_keys.begin(), facts.shape_keys.end(), covers);
  };
  return std::any_of(analysis.built->facts.begin(), analysis.built->facts.end(), is_shape);
}

}  // namespace

bool names_checkpointing(const std::string& key) {
  return key.find("checkpoint") != std::string::npos || key.ends_with("with_cp");
}

std::vector<Alternative> switches(const Analysis& analysis) {
  std::vector<Alternative> found;
  for (const Leaf& leaf : leaves_of(*analysis.config)) {
    const config::Node& value = leaf.entry->value;
    if (value.span.source != analysis.source || is_taken(analysis, leaf)) continue;
    if (is_read_by_nothing(analysis, leaf.key) || shortens_run(leaf.key)) continue;
    if (const std::optional<Edit> other = turned(value)) found.push_back({leaf.key, other->text, "", *other});
  }
  std::stable_partition(found.begin(), found.end(),
                        [](const Alternative& one) { return names_checkpointing(one.key); });
  if (found.size() > kMostSwitches) found.resize(kMostSwitches);
  return found;
}

namespace {

const config::Recipe* recipe_of(const Analysis& analysis, const Session& session) {
  if (session.recipe) return session.recipe;
  return session.project ? config::find_recipe(*session.project, analysis.source->path()) : nullptr;
}

}  // namespace

std::vector<const Source*> neighbours(const Analysis& analysis, const Session& session) {
  std::vector<const Source*> found;
  const config::Recipe* recipe = recipe_of(analysis, session);
  if (!recipe || recipe->config || recipe->launch) return found;
  const auto look = [&](const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> folders;
    for (const std::string& name : session.files.list(folder)) {
      const std::filesystem::path path = folder / name;
      if (found.size() == kMostNeighbours) break;
      if (session.files.is_directory(path)) folders.push_back(path);
      if (config::find_recipe(*session.project, session.files.display(path)) != recipe) continue;
      const Source* source = session.files.read(path).source;
      if (source && source != analysis.source && config::is_data(*source)) found.push_back(source);
    }
    return folders;
  };
  const std::filesystem::path own = session.files.root() / analysis.source->path();
  for (const std::filesystem::path& folder : look(own.parent_path())) look(folder);
  return found;
}

namespace {

class Differences {
 public:
  explicit Differences(const Analysis& analysis) : analysis_(analysis) {
    for (const Leaf& leaf : leaves_of(*analysis.config)) own_.emplace(leaf.key, leaf);
  }

  std::vector<Alternative> from(const config::Config& neighbour) const {
    std::vector<Alternative> found;
    for (const Leaf& leaf : leaves_of(neighbour)) {
      const auto own = own_.find(leaf.key);
      const std::string text(leaf.entry->value.span.text());
      if (!is_size(leaf.entry->value) || is_taken(analysis_, leaf) || text.find('\n') != std::string::npos) continue;
      const bool is_new = own == own_.end();
      if (!is_new && (own->second.entry->value.span.text() == text || !is_size(own->second.entry->value))) continue;
      const std::optional<Edit> edit = is_new ? added(leaf, text) : changed(*own->second.entry, text);
      if (edit) found.push_back({leaf.key, text, neighbour.source->path(), *edit});
    }
    std::stable_partition(found.begin(), found.end(), [](const Alternative& one) { return one.text.starts_with('['); });
    return found;
  }

 private:
  std::optional<Edit> changed(const config::Entry& entry, const std::string& text) const {
    if (entry.value.span.source != analysis_.source) return std::nullopt;
    return Edit{entry.value.span, text};
  }

  /// Below the nearest setting before it that both have.
  std::optional<Edit> added(const Leaf& leaf, const std::string& text) const {
    const std::string section = leaf.key.substr(0, leaf.key.size() - leaf.entry->key.size());
    const config::Entry* before = nullptr;
    for (const config::Entry& entry : leaf.section->entries) {
      if (&entry == leaf.entry) break;
      if (const auto own = own_.find(section + entry.key); own != own_.end()) before = own->second.entry;
    }
    if (!before || before->key_span.source != analysis_.source) return std::nullopt;
    return line_after(*before, leaf.entry->key + ": " + text);
  }

  const Analysis& analysis_;
  std::map<std::string, Leaf> own_;
};

}  // namespace

std::vector<Alternative> neighbours_settings(const Analysis& analysis, const Session& session) {
  if (!config::is_data(*analysis.source)) return {};
  const Differences differences(analysis);
  std::vector<std::vector<Alternative>> each;
  for (const Source* source : neighbours(analysis, session)) {
    Findings ignored;
    if (const auto config = config::load_plain_yaml(*source, ignored)) each.push_back(differences.from(*config));
  }
  std::stable_sort(each.begin(), each.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<Alternative> found;
  std::set<std::pair<std::string, std::string>> seen;
  for (std::vector<Alternative>& settings : each) {
    for (Alternative& one : settings) {
      if (found.size() < kMostSettings && seen.emplace(one.key, one.text).second) found.push_back(std::move(one));
    }
  }
  return found;
}

}  // namespace vramlint::rules
