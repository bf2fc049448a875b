#include <algorithm>
#include <cctype>

#include "rule.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace override_has_no_effect_rule {

/// What the runners of mmcv and mmengine, and their training scripts, read from the config by themselves.
constexpr std::string_view kReadByRunners[] = {
    "auto_resume", "cudnn_benchmark", "custom_hooks", "custom_imports",  "default_scope",          "deterministic",
    "device",      "diff_seed",       "dist_params",  "experiment_name", "find_unused_parameters", "gpu_ids",
    "gpus",        "launcher",        "load_from",    "log_level",       "mp_start_method",        "opencv_num_threads",
    "resume",      "resume_from",     "seed",         "static_graph",    "total_epochs",           "work_dir",
    "workflow"};

bool within(const Span& inner, const Span& outer) {
  return inner && inner.source == outer.source && inner.begin >= outer.begin && inner.end <= outer.end;
}

/// The outermost keys whose values come from the place.
void collect(const config::Node& node, const std::string& key, const Span& place, std::vector<std::string>& keys) {
  if (!key.empty() && within(node.span, place)) {
    keys.push_back(key);
    return;
  }
  const std::string prefix = key.empty() ? "" : key + ".";
  if (const config::Sequence* list = node.sequence()) {
    for (size_t i = 0; i < list->items.size(); ++i) collect(list->items[i], prefix + std::to_string(i), place, keys);
  }
  if (const config::Mapping* mapping = node.mapping()) {
    for (const config::Entry& entry : mapping->entries) collect(entry.value, prefix + entry.key, place, keys);
  }
}

std::vector<std::string> keys_from(const config::Config& config, const Span& place, const std::string& but) {
  std::vector<std::string> keys;
  collect(config.root, "", place, keys);
  std::erase(keys, but);
  return keys;
}

bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

/// In the file that sets it, but for comments.
bool is_named_again(const config::Overridden& one) {
  const std::string& text = one.key_span.source->text();
  size_t times = 0;
  for (size_t at = text.find(one.key); at != std::string::npos; at = text.find(one.key, at + 1)) {
    const size_t end = at + one.key.size(), mark = text.rfind('#', at), line = text.rfind('\n', at);
    const bool in_comment = mark != std::string::npos && (line == std::string::npos || mark > line);
    const bool whole = (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    times += whole && !in_comment;
  }
  return times > 1;
}

bool is_read(const Analysis& analysis, const std::string& key) {
  if (std::find(std::begin(kReadByRunners), std::end(kReadByRunners), key) != std::end(kReadByRunners)) return true;
  if (!analysis.usage) return false;
  const auto& unread = analysis.usage->unread;
  return std::none_of(unread.begin(), unread.end(), [&](const usage::Unread& one) { return one.key == key; });
}

/// With the value where it is short.
Words describe_setting(const config::Overridden& one) {
  constexpr size_t kShort = 40;
  const std::string_view text = one.value.text();
  const bool is_short = text.size() <= kShort && text.find('\n') == std::string_view::npos;
  return is_short ? "Setting `{0}` to {1} changes nothing"_words(one.key, text)
                  : "Setting `{0}` changes nothing"_words(one.key);
}

/// The program itself trains, and was followed; whether it reads the config's file as data.
bool leaves_file_alone(const Analysis& analysis) {
  const config::Experiment& experiment = *analysis.experiment;
  if (!analysis.built || experiment.model || experiment.programs.empty()) return false;
  if (analysis.source->path() == experiment.programs.front().path) return true;  // what it has itself is set in it
  return analysis.usage && !analysis.usage->not_known.empty();
}

void check_command_line(const Analysis& analysis, Report& report) {
  if (!leaves_file_alone(analysis)) return;
  const std::string& program = analysis.experiment->programs.front().path;
  for (const auto& text : analysis.config->overrides) {
    const std::string key = text->text().substr(0, text->text().find('='));
    const config::Node* value = analysis.config->root.find_path(key);
    if (!value || value->span.source != text.get()) continue;
    const Form why = analysis.source->path() == program
                         ? "--set {0} changes nothing: `{1}` has no option or setting `{2}`"_words
                         : "--set {0} changes nothing: `{1}` does not read `{3}` as data, as far as it can be "
                           "followed, so that the value in the file counts. Change `{2}` in the file."_words;
    report.add({text.get(), 0, static_cast<uint32_t>(key.size())},
               why(text->text(), program, key, analysis.source->path()));
  }
}

void check(const Analysis& analysis, Report& report) {
  check_command_line(analysis, report);
  const config::Config& config = *analysis.config;
  for (const config::Overridden& one : config.overridden) {
    if (one.value.source != analysis.source || !one.key_span || is_named_again(one) || is_read(analysis, one.key))
      continue;
    const std::vector<std::string> old = keys_from(config, one.before, one.key);
    if (old.empty() || !keys_from(config, one.value, one.key).empty()) continue;
    std::vector<Words> keys;
    for (const std::string& key : old) keys.push_back("`" + key + "`");
    const Form why = old.size() == 1 ? "{0}: {1} was made of the base's value, and a base is evaluated before what "
                                       "inherits it. Set that key here as well."_words
                                     : "{0}: {1} were made of the base's value, and a base is evaluated before what "
                                       "inherits it. Set those keys here as well."_words;
    report.add(one.key_span.source == analysis.source ? one.key_span : one.value,
               why(describe_setting(one), first_of(keys)), {{one.before, "the value that is still used"_words}});
  }
}

}  // namespace override_has_no_effect_rule
}  // namespace

extern const Rule override_has_no_effect = {
    .name = "override-has-no-effect",
    .code = "VL1118",
    .summary = "A config sets a base's variable anew, and everything that the base made of it stays as it was.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::experiment,
    .check = override_has_no_effect_rule::check,
};

}  // namespace vramlint::rules
