#include "rules/unset_settings.h"

#include <algorithm>
#include <set>

#include "config/plain_yaml.h"
#include "rules/accumulation_keys.h"
#include "rules/added_entry.h"
#include "rules/alternatives.h"
#include "rules/kept_results.h"
#include "rules/leaf_overrides.h"
#include "step_text.h"

namespace vramlint::rules {
namespace {

constexpr size_t kMostUnset = 12;
constexpr size_t kAlike = 3;  // keys that are parameters of what a section is given to without a name

/// Settings of libraries whose source is not at hand, by the end of the class's name: TrainingArguments
/// (training_args.py, transformers 5.17) and TRL's SFTConfig, which inherits it, Lightning's Trainer
/// (pytorch/trainer/trainer.py, 2.6), mmengine's OptimWrapper (optimizer_wrapper.py, 0.11), which a section
/// `optim_wrapper` without a type is.
struct KnownSetting {
  std::string_view cls, parameter, text;
};
constexpr KnownSetting kKnownSettings[] = {
    {"TrainingArguments", "gradient_checkpointing", "true"},
    {"TrainingArguments", "bf16", "true"},
    {"SFTConfig", "gradient_checkpointing", "true"},
    {"SFTConfig", "bf16", "true"},
    {"Trainer", "precision", "\"bf16-mixed\""},
};
/// Where what an evaluation keeps of all its batches does not fit.
constexpr KnownSetting kKnownOfResults[] = {{"TrainingArguments", "eval_accumulation_steps", "1"},
                                            {"SFTConfig", "eval_accumulation_steps", "1"}};
constexpr KnownSetting kKnownCounts[] = {{"TrainingArguments", "gradient_accumulation_steps", {}},
                                         {"SFTConfig", "gradient_accumulation_steps", {}},
                                         {"Trainer", "accumulate_grad_batches", {}},
                                         {"OptimWrapper", "accumulative_counts", {}},
                                         {"optim_wrapper", "accumulative_counts", {}}};

/// What names the class that a section is given to.
bool names_class(const std::string& key) {
  constexpr std::string_view kKeys[] = {"type", "_target_", "target", "class_path", "name", "NAME", "class"};
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

bool holds_arguments(const std::string& key) {
  constexpr std::string_view kKeys[] = {"init_args", "params", "args", "kwargs"};
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

std::string last_part(const std::string& name) { return name.substr(name.rfind('.') + 1); }

class UnsetSearch {
 public:
  UnsetSearch(const Analysis& analysis, const Session& session, std::optional<int64_t> steps)
      : analysis_(analysis),
        signatures_(signatures_of(analysis, session)),
        steps_(steps),
        keeps_results_(!kept_by_loops(analysis, false).empty()) {}

  std::vector<UnsetSetting> take() {
    if (const config::Mapping* root = analysis_.config->root.mapping()) visit(*root, "", "");
    return std::move(found_);
  }

 private:
  /// `cls`: what the section is given to, as far as its place says so.
  void visit(const config::Mapping& section, const std::string& key, std::string cls) {
    if (std::string named = class_of(section); !named.empty()) cls = std::move(named);
    look(section, key, cls);
    for (const config::Entry& entry : section.entries) {
      const std::string inner = key.empty() ? entry.key : key + "." + entry.key;
      const std::string of_maker = last_part(entry.key.substr(0, entry.key.find('@')));
      if (const config::Mapping* mapping = entry.value.mapping())
        visit(*mapping, inner, holds_arguments(entry.key) ? cls : of_maker);
    }
  }

  void look(const config::Mapping& section, const std::string& key, const std::string& cls) {
    for (const KnownSetting& known :
         steps_ ? std::span<const KnownSetting>(kKnownCounts) : std::span<const KnownSetting>(kKnownSettings))
      if (cls.ends_with(known.cls)) add(section, key, std::string(known.parameter), std::string(known.text));
    for (const KnownSetting& known : kKnownOfResults)
      if (keeps_results_ && !steps_ && cls.ends_with(known.cls) &&
          add(section, key, std::string(known.parameter), std::string(known.text)))
        found_.back().of_results = true;
    const usage::Signature named = signatures_.whole(cls);
    add_all(section, key, named);
    for (const auto& [name, own] : signatures_.by_name)
      if (takes(own, section)) add_all(section, key, own);
    for (const usage::Fallback& fallback : signatures_.fallbacks) {
      const bool is_here =
          key.empty() ? !analysis_.config->root.find(fallback.receiver) : last_part(key) == fallback.receiver;
      if (is_here && fallback.is_count == steps_.has_value()) add_if_meant(section, key, fallback.name);
    }
  }

  static bool takes(const usage::Signature& signature, const config::Mapping& section) {
    size_t alike = 0;
    for (const config::Entry& entry : section.entries) {
      const bool is_parameter = signature.parameters.contains(entry.key);
      if (!is_parameter && !names_class(entry.key) && !signature.takes_more) return false;
      alike += is_parameter ? 1 : 0;
    }
    return alike >= kAlike;
  }

  void add_all(const config::Mapping& section, const std::string& key, const usage::Signature& signature) {
    for (const std::string& name : steps_ ? signature.once : signature.off) add_if_meant(section, key, name);
  }

  void add_if_meant(const config::Mapping& section, const std::string& key, const std::string& name) {
    if (steps_ ? names_accumulation(name) : names_checkpointing(name)) add(section, key, name, "true");
  }

  bool add(const config::Mapping& section, const std::string& key, const std::string& name, std::string text) {
    const auto is_it = [&](const config::Entry& entry) { return entry.key == name; };
    if (std::any_of(section.entries.begin(), section.entries.end(), is_it) || found_.size() == kMostUnset) return false;
    const std::string whole = key.empty() ? name : key + "." + name;
    if (!met_.insert(whole).second) return false;
    if (steps_) text = std::to_string(*steps_);
    if (text == "true" && !config::is_data(*analysis_.source)) text = "True";
    std::vector<Edit> edits = added_entry(*analysis_.source, section, name, text);
    const bool overrides = edits.empty();
    if (overrides) edits = leaf_overrides(analysis_, {{whole, text}});
    if (edits.empty()) return false;
    const Span& at = edits.front().span;
    found_.push_back({whole, text, {at.source, at.begin, at.begin}, std::move(edits), overrides});
    return true;
  }

  const Analysis& analysis_;
  const usage::Signatures signatures_;
  const std::optional<int64_t> steps_;
  const bool keeps_results_;
  std::set<std::string> met_;
  std::vector<UnsetSetting> found_;
};

}  // namespace

const config::Node* class_named_in(const config::Mapping& section) {
  const config::Node* found = nullptr;
  for (const config::Entry& entry : section.entries) {
    if (names_class(entry.key) && std::holds_alternative<std::string>(entry.value.value)) found = &entry.value;
  }
  return found;
}

std::string class_of(const config::Mapping& section) {
  const config::Node* named = class_named_in(section);
  return named ? last_part(std::get<std::string>(named->value)) : std::string();
}

std::vector<UnsetSetting> unset_settings(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.config || !analysis.experiment) return {};
  return UnsetSearch(analysis, session, std::nullopt).take();
}

std::vector<UnsetSetting> unset_accumulation(const Analysis& analysis, const Session& session, int64_t steps) {
  if (!analysis.built || !analysis.config || !analysis.experiment) return {};
  return UnsetSearch(analysis, session, steps).take();
}

}  // namespace vramlint::rules
