#include "rules/name_steps.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "step_text.h"

namespace vramlint::rules {
namespace {

constexpr size_t kMostOfKey = 6;
constexpr size_t kMostNames = 24;
constexpr size_t kMostSwitches = 12;

/// What transformers (training_args.py, OptimizerNames, and modeling_utils.py, 5.17) and mmengine (its wrappers, 0.11)
/// take for keys of their own, where their source is not at hand or says so in no comparison.
struct KnownTexts {
  std::string_view name;
  std::array<std::string_view, 7> texts;
};
constexpr KnownTexts kKnownTexts[] = {
    {"type", {"OptimWrapper", "AmpOptimWrapper"}},
    {"attn_implementation", {"eager", "sdpa", "flash_attention_2"}},
    {"optim",
     {"adamw_torch", "adamw_torch_fused", "adamw_bnb_8bit", "paged_adamw_8bit", "adafactor", "lion_8bit", "sgd"}},
};

std::vector<std::string> known_for(const std::string& name, const std::string& now) {
  for (const KnownTexts& known : kKnownTexts) {
    if (known.name != name || std::find(known.texts.begin(), known.texts.end(), now) == known.texts.end()) continue;
    std::vector<std::string> texts(known.texts.begin(), known.texts.end());
    std::erase(texts, "");
    return texts;
  }
  return {};
}

/// In the quotes that it stands in; empty where the text would be read as something else without any.
std::string spelt(const Span& span, const std::string& text) {
  const std::string_view written = span.text();
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
  if (written.empty() || !std::all_of(text.begin(), text.end(), is_plain)) return {};
  if (written[0] == '"' || written[0] == '\'') return written[0] + text + written[0];
  constexpr std::string_view kOthers[] = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  std::string low = text;
  std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool is_word = std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
                       std::find(std::begin(kOthers), std::end(kOthers), low) == std::end(kOthers);
  return is_word ? text : std::string();
}

class Names {
 public:
  Names(const Analysis& analysis, const usage::Offers& offers) : config_(*analysis.config), offers_(offers) {
    if (!analysis.usage) return;
    for (const usage::ComparedText& one : analysis.usage->compared) compared_.emplace(one.key, &one);
  }

  std::vector<Step> take() {
    visit(config_.root, "", "");
    return std::move(found_);
  }

 private:
  void visit(const config::Node& node, const std::string& key, const std::string& name) {
    const auto inner = [&](const std::string& part) { return key.empty() ? part : key + "." + part; };
    if (const config::Mapping* mapping = node.mapping()) {
      for (const config::Entry& entry : mapping->entries) visit(entry.value, inner(entry.key), entry.key);
    } else if (const config::Sequence* list = node.sequence()) {
      for (size_t i = 0; i < list->items.size(); ++i) visit(list->items[i], inner(std::to_string(i)), "");
    } else if (const auto* text = std::get_if<std::string>(&node.value)) {
      add(node.span, key, name, *text);
    }
  }

  /// Also under the names that the program gives it.
  std::vector<std::string> others(const std::string& key, std::string name, const std::string& now) const {
    std::replace(name.begin(), name.end(), '-', '_');
    std::vector<std::string> texts = known_for(name, now);
    const auto add_offered = [&](const std::string& offered) {
      if (const auto found = offers_.texts.find(offered); found != offers_.texts.end())
        texts.insert(texts.end(), found->second.begin(), found->second.end());
    };
    add_offered(name);
    const auto compared = compared_.find(key);
    if (compared == compared_.end()) return texts;
    for (const auto& [text, place] : compared->second->tried) {
      texts.push_back(text);
      const auto known = offers_.names.find({place.source, place.begin});
      if (known != offers_.names.end()) add_offered(known->second);
    }
    return texts;
  }

  void add(const Span& span, const std::string& key, const std::string& name, const std::string& now) {
    const bool is_file =
        span && std::find(config_.files.begin(), config_.files.end(), span.source) != config_.files.end();
    if (!is_file || !places_.emplace(span.source, span.begin).second) return;
    std::set<std::string> met = {now};
    for (const std::string& text : others(key, name, now)) {
      if (met.size() > kMostOfKey || found_.size() == kMostNames) return;
      const std::string spelling = spelt(span, text);
      if (!spelling.empty() && met.insert(text).second) found_.push_back({key, span, spelling, {{span, spelling}}, {}});
    }
  }

  const config::Config& config_;
  const usage::Offers& offers_;
  std::map<std::string, const usage::ComparedText*> compared_;  // by key
  std::set<std::pair<const Source*, uint32_t>> places_;
  std::vector<Step> found_;
};

class Switches {
 public:
  Switches(const config::Config& config, const usage::Offers& offers) : config_(config), offers_(offers) {}

  std::vector<Step> take() {
    visit(config_.root, "", "");
    return std::move(found_);
  }

 private:
  void visit(const config::Node& node, const std::string& key, const std::string& name) {
    if (const config::Mapping* mapping = node.mapping()) {
      for (const config::Entry& entry : mapping->entries)
        visit(entry.value, key.empty() ? entry.key : key + "." + entry.key, entry.key);
    } else if (const auto* number = std::get_if<double>(&node.value); number && *number > 0) {
      add(node.span, key, name);
    }
  }

  void add(const Span& span, const std::string& key, const std::string& name) {
    const auto spells = [](unsigned char c) { return std::isdigit(c) != 0 || c == '.' || c == 'e' || c == '-'; };
    const std::string_view text = span.text();
    const bool is_file =
        span && std::find(config_.files.begin(), config_.files.end(), span.source) != config_.files.end();
    if (!is_file || found_.size() == kMostSwitches || !std::all_of(text.begin(), text.end(), spells)) return;
    if (offers_.switches.contains(name)) found_.push_back({key, span, "0.0", {{span, "0.0"}}, {}});
  }

  const config::Config& config_;
  const usage::Offers& offers_;
  std::vector<Step> found_;
};

}  // namespace

std::vector<Step> switch_steps(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.experiment) return {};
  const usage::Offers offers = offers_of(analysis, session);
  return Switches(*analysis.config, offers).take();
}

std::vector<Step> name_steps(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.experiment) return {};
  const usage::Offers offers = offers_of(analysis, session);
  return Names(analysis, offers).take();
}

}  // namespace vramlint::rules
