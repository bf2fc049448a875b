#include "rules/mending_flags.h"

#include <algorithm>
#include <set>

#include "config/plain_yaml.h"
#include "rules/added_entry.h"
#include "rules/effect.h"
#include "rules/leaf_overrides.h"
#include "rules/setting_steps.h"
#include "rules/unset_settings.h"
#include "step_text.h"

namespace vramlint::rules {
namespace {

constexpr size_t kMostFlags = 6;

std::set<const Source*> sources_of(const model::BuildFailure& failure) {
  std::set<const Source*> found = {failure.span.source};
  for (const Span& call : failure.calls) found.insert(call.source);
  found.erase(nullptr);
  return found;
}

struct Flag {
  std::string key, text;
  bool is_set = false;  ///< to False
  std::vector<Edit> edits;
};

class Flags {
 public:
  Flags(const Analysis& analysis, const model::BuildFailure& failure, const Session& session)
      : analysis_(analysis), signatures_(signatures_of(analysis, session)), sources_(sources_of(failure)) {
    if (const config::Mapping* root = analysis.config->root.mapping()) visit(*root, "");
  }

  std::vector<Flag> found;

 private:
  void visit(const config::Mapping& section, const std::string& key) {
    const std::string cls = class_of(section);
    const auto known = signatures_.by_name.find(cls);
    if (known != signatures_.by_name.end() && sources_.contains(known->second.source)) {
      for (const std::string& name : known->second.off) add(section, key, name);
    }
    for (const config::Entry& entry : section.entries) {
      if (const config::Mapping* inner = entry.value.mapping())
        visit(*inner, key.empty() ? entry.key : key + "." + entry.key);
    }
  }

  void add(const config::Mapping& section, const std::string& key, const std::string& name) {
    const std::string whole = key.empty() ? name : key + "." + name;
    const std::string on = config::is_data(*analysis_.source) ? "true" : "True";
    std::vector<Edit> edits;
    const auto set = std::find_if(section.entries.begin(), section.entries.end(),
                                  [&](const config::Entry& entry) { return entry.key == name; });
    if (set != section.entries.end()) {
      const auto* truth = std::get_if<bool>(&set->value.value);
      const std::optional<Edit> other = truth && !*truth ? turned(set->value) : std::nullopt;
      if (other) edits = own_edits(analysis_, whole, other->span, other->text);
    } else {
      edits = added_entry(*analysis_.source, section, name, on);
      if (edits.empty()) edits = leaf_overrides(analysis_, {{whole, on}});
    }
    if (!edits.empty() && found.size() < kMostFlags)
      found.push_back({whole, on, set != section.entries.end(), std::move(edits)});
  }

  const Analysis& analysis_;
  const usage::Signatures signatures_;
  const std::set<const Source*> sources_;
};

/// Parts of the model: what the whole of it calls says little of which part is wrong.
void find_named(const config::Mapping& section, const usage::Signatures& signatures, const Source* source, bool is_part,
                std::vector<Span>& found) {
  const config::Node* named = is_part ? class_named_in(section) : nullptr;
  const auto known = named ? signatures.by_name.find(class_of(section)) : signatures.by_name.end();
  if (known != signatures.by_name.end() && known->second.source == source && named->span) found.push_back(named->span);
  const bool holds_parts = class_named_in(section) || is_part;
  for (const config::Entry& entry : section.entries) {
    if (const config::Mapping* inner = entry.value.mapping())
      find_named(*inner, signatures, source, holds_parts || !entry.key.starts_with("model"), found);
  }
}

}  // namespace

Span section_of(const Analysis& analysis, const model::BuildFailure& failure, const Session& session) {
  if (!failure.span.source || !analysis.config || !analysis.experiment) return {};
  const config::Mapping* root = analysis.config->root.mapping();
  std::vector<Span> found;
  if (root) find_named(*root, signatures_of(analysis, session), failure.span.source, false, found);
  return found.size() == 1 ? found.front() : Span();
}

std::optional<SettingFix> mending_flag(const Analysis& analysis, const model::BuildFailure& failure,
                                       const Session& session) {
  if (analysis.built || !analysis.config || !analysis.experiment) return std::nullopt;
  for (Flag& flag : Flags(analysis, failure, session).found) {
    const Analysis after = what_if(analysis, flag.edits, session);
    if (!after.built || !after.failures.empty() || after.outcome.status != Status::estimated) continue;
    const std::string setting = "`" + flag.key + ": " + flag.text + "`";
    return SettingFix{setting,
                      {.title = flag.is_set ? "Set `{0}` to {1}"_words(flag.key, flag.text) : "Add {0}"_words(setting),
                       .safety = Safety::unsafe,
                       .edits = std::move(flag.edits),
                       .effect = effect_of(after.outcome)}};
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
