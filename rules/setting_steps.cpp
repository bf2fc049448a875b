#include "rules/setting_steps.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

namespace vramlint::rules {
namespace {

std::optional<Edit> halved(const config::Node& node) {
  const auto* number = std::get_if<int64_t>(&node.value);
  if (!number || *number < 2 || !is_spelt_out(node.span)) return std::nullopt;
  return Edit{node.span, std::to_string(*number / 2)};
}

std::vector<Edit> smaller(const config::Sequence& list) {
  std::vector<Edit> edits;
  for (const config::Node& item : list.items) {
    if (std::optional<Edit> half = halved(item)) edits.push_back(std::move(*half));
  }
  const auto last = std::find_if(list.items.rbegin(), list.items.rend(), [](const config::Node& item) {
    const auto* truth = std::get_if<bool>(&item.value);
    return truth && *truth;
  });
  if (edits.empty() && last != list.items.rend()) {
    if (std::optional<Edit> off = turned(*last)) edits.push_back(std::move(*off));
  }
  return edits;
}

bool is_list_of_sections(const config::Sequence& list) {
  return std::any_of(list.items.begin(), list.items.end(), [](const config::Node& item) { return item.mapping(); });
}

class Steps {
 public:
  explicit Steps(const config::Config& config) : config_(config) { visit(config.root, ""); }
  std::vector<Step> take() { return std::move(found_); }

 private:
  void visit(const config::Node& node, const std::string& key) {
    const auto inner = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
    if (const config::Mapping* mapping = node.mapping()) {
      for (const config::Entry& entry : mapping->entries) visit(entry.value, inner(entry.key));
    } else if (const config::Sequence* list = node.sequence(); list && is_list_of_sections(*list)) {
      for (size_t i = 0; i < list->items.size(); ++i) visit(list->items[i], inner(std::to_string(i)));
    } else {
      add(node, key, list);
    }
  }

  void add(const config::Node& node, const std::string& key, const config::Sequence* list) {
    Step step{key, node.span, "", {}, {}};
    if (list) {
      step.edits = smaller(*list);
    } else if (std::optional<Edit> edit = halved(node)) {
      step.edits.push_back(std::move(*edit));
    } else if (std::optional<Edit> other = turned(node)) {
      step.edits.push_back(std::move(*other));
    }
    const auto of_file = [&](const Edit& edit) { return edit.span && is_file(edit.span.source); };
    if (step.edits.empty() || !std::all_of(step.edits.begin(), step.edits.end(), of_file)) return;
    step.to = text_after(step.span, step.edits);
    if (step.to.empty()) return;
    const Span& place = step.edits.front().span;
    const auto [first, is_new] = places_.emplace(std::pair(place.source, place.begin), found_.size());
    if (is_new)
      found_.push_back(std::move(step));
    else
      found_[first->second].also.push_back(key);
  }

  bool is_file(const Source* source) const {
    return std::find(config_.files.begin(), config_.files.end(), source) != config_.files.end();
  }

  const config::Config& config_;
  std::map<std::pair<const Source*, uint32_t>, size_t> places_;
  std::vector<Step> found_;
};

}  // namespace

bool shortens_run(std::string_view key) {
  constexpr std::string_view kSwitches[] = {"fast_dev_run", "dry_run", "smoke_test", "overfit_batches",
                                            "overfit_single_batch"};
  const std::string_view name = key.substr(key.rfind('.') + 1);
  return std::find(std::begin(kSwitches), std::end(kSwitches), name) != std::end(kSwitches);
}

bool counts_classes(std::string_view key) {
  constexpr std::string_view kNames[] = {
      "numclasses", "nclasses", "numclass", "nclass", "classes",       "nc",        "numlabels", "nlabels",
      "numcls",     "ncls",     "classnum", "clsnum", "numcategories", "vocabsize", "nvocab",    "vocabularysize"};
  std::string name;
  for (const char c : key.substr(key.rfind('.') + 1))
    if (c != '_' && c != '-') name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_spelt_out(const Span& span) {
  const std::string_view text = span.text();
  const auto spells = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin(), text.end(), spells);
}

std::optional<int64_t> number_in(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<Edit> turned(const config::Node& node) {
  const auto* truth = std::get_if<bool>(&node.value);
  if (!truth) return std::nullopt;
  // As YAML 1.1 spells them, which PyYAML reads.
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"true", "false"}, {"True", "False"}, {"TRUE", "FALSE"}, {"yes", "no"}, {"Yes", "No"},
      {"YES", "NO"},     {"on", "off"},     {"On", "Off"},     {"ON", "OFF"}};
  const std::string_view text = node.span.text();
  for (const auto& [on, off] : kPairs) {
    if (text == on || text == off) return Edit{node.span, std::string(text == on ? off : on)};
  }
  return std::nullopt;
}

std::string text_after(const Span& span, const std::vector<Edit>& edits) {
  std::string text(span.text());
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    if (edit->span.source != span.source || edit->span.begin < span.begin || edit->span.end > span.end) return {};
    text.replace(edit->span.begin - span.begin, edit->span.end - edit->span.begin, edit->text);
  }
  return text;
}

bool is_read_by_nothing(const Analysis& analysis, const std::string& key) {
  if (!analysis.usage) return false;
  const std::vector<usage::Unread>& unread = analysis.usage->unread;
  return std::any_of(unread.begin(), unread.end(), [&](const usage::Unread& one) {
    return key == one.key || (one.is_section && key.starts_with(one.key + "."));
  });
}

std::string_view use_of(const Analysis& analysis, const std::string& key) {
  if (!analysis.usage) return {};
  const usage::Usage& usage = *analysis.usage;
  const auto is_it = [&](const auto& one) { return one.key == key; };
  if (std::any_of(usage.ineffective.begin(), usage.ineffective.end(), is_it)) return {};
  const auto use = std::find_if(usage.keys.begin(), usage.keys.end(), is_it);
  return use == usage.keys.end() ? std::string_view() : use->state;
}

std::vector<Step> setting_steps(const Analysis& analysis) {
  std::vector<Step> steps = Steps(*analysis.config).take();
  const auto is_unread = [&](const std::string& key) { return is_read_by_nothing(analysis, key); };
  std::erase_if(steps, [&](const Step& step) {
    if (shortens_run(step.key) || counts_classes(step.key)) return true;
    return is_unread(step.key) && std::all_of(step.also.begin(), step.also.end(), is_unread);
  });
  return steps;
}

}  // namespace vramlint::rules
