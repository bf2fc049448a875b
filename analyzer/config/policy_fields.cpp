#include "config/policy_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace vramlint::config {
namespace {

std::optional<RulePattern> pattern(FieldReader& reader, const Entry& entry, const Node& node) {
  if (const auto* text = std::get_if<std::string>(&node.value)) return RulePattern{*text, node.span};
  reader.complain(node.span ? node.span : entry.key_span,
                  "`{0}` names rules by name or code, such as unused-config-key or VL11"_words(entry.key));
  return std::nullopt;
}

std::vector<RulePattern> patterns(FieldReader& reader, const Entry& entry) {
  std::vector<RulePattern> read;
  const auto add = [&](const Node& node) {
    if (auto one = pattern(reader, entry, node)) read.push_back(std::move(*one));
  };
  const Sequence* list = entry.value.sequence();
  if (!list) add(entry.value);
  if (list) std::for_each(list->items.begin(), list->items.end(), add);
  return read;
}

/// What was read of one item, and whether it can be followed.
struct ReadChange : LevelChange {
  bool has_rule = false, has_level = false, is_wrong = false;
};

void read_rule(FieldReader& reader, const Entry& entry, ReadChange& change) {
  change.has_rule = true;
  std::optional<RulePattern> one = pattern(reader, entry, entry.value);
  change.is_wrong = change.is_wrong || !one;
  if (one) change.rule = std::move(*one);
}

void read_level(FieldReader& reader, const Entry& entry, ReadChange& change) {
  constexpr std::array kLevels = {Severity::note, Severity::warning, Severity::error};
  change.has_level = true;
  const auto* text = std::get_if<std::string>(&entry.value.value);
  const auto* truth = std::get_if<bool>(&entry.value.value);  // YAML 1.1 reads `off` so
  if ((text && *text == "off") || (truth && !*truth)) return;
  for (const Severity level : kLevels)
    if (text && *text == to_string(level)) change.level = level;
  if (change.level) return;
  change.is_wrong = true;
  reader.wrong_type(entry, "error, warning, note or off"_words);
}

constexpr Field<ReadChange> kChangeFields[] = {
    {"files", [](FieldReader& r, const Entry& e, ReadChange& change) { change.files = r.texts(e); }},
    {"rule", read_rule},
    {"level", read_level},
};

struct ReadBudget : PeakBudget {
  bool has_size = false;
};

bool is_number(const Node& node) {
  return std::holds_alternative<int64_t>(node.value) || std::holds_alternative<double>(node.value);
}

void read_size(FieldReader& reader, const Entry& entry, ReadBudget& budget) {
  budget.has_size = true;
  if (tells_missing_unit(reader, entry)) return;
  const auto* text = std::get_if<std::string>(&entry.value.value);
  const std::optional<Bytes> size = text ? parse_bytes(*text) : std::nullopt;
  if (!size || size->count <= 0) return reader.wrong_type(entry, "a size, such as 20GiB"_words);
  budget.most = *size;
  budget.span = entry.value.span;
}

constexpr Field<ReadBudget> kBudgetFields[] = {
    {"files", [](FieldReader& r, const Entry& e, ReadBudget& budget) { budget.files = r.texts(e); }},
    {"size", read_size},
    {"message",
     [](FieldReader& r, const Entry& e, ReadBudget& budget) { budget.message = r.text(e).value_or(std::string()); }},
};

struct ReadIncrease : IncreaseBudget {
  bool has_size = false, is_wrong = true;
};

void read_increase(FieldReader& reader, const Entry& entry, ReadIncrease& budget) {
  budget.has_size = true;
  if (tells_missing_unit(reader, entry)) return;
  const auto* text = std::get_if<std::string>(&entry.value.value);
  const std::optional<Increase> most = text ? parse_increase(*text) : std::nullopt;
  if (!most) return reader.wrong_type(entry, "a size, such as 1GiB, or a share, such as 5%"_words);
  budget.most = *most;
  budget.span = entry.value.span;
  budget.is_wrong = false;
}

constexpr Field<ReadIncrease> kIncreaseFields[] = {
    {"files", [](FieldReader& r, const Entry& e, ReadIncrease& budget) { budget.files = r.texts(e); }},
    {"size", read_increase},
    {"message",
     [](FieldReader& r, const Entry& e, ReadIncrease& budget) { budget.message = r.text(e).value_or(std::string()); }},
};

/// One mapping, or a list of them.
template <typename Item>
std::vector<Item> items(FieldReader& reader, const Entry& entry, std::span<const Field<Item>> fields, const Words& what,
                        std::string_view example) {
  std::vector<Item> read;
  const auto add = [&](const Node& node) {
    if (const Mapping* mapping = node.mapping()) {
      read_fields<Item>(reader, *mapping, fields, what, read.emplace_back());
    } else {
      reader.complain(node.span ? node.span : entry.key_span,
                      "`{0}` must be a list of mappings, such as {1}"_words(entry.key, example));
    }
  };
  const Sequence* list = entry.value.sequence();
  if (!list) add(entry.value);
  if (list) std::for_each(list->items.begin(), list->items.end(), add);
  return read;
}

std::optional<double> parse_share(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && std::isfinite(number) ? std::optional(number / 100) : std::nullopt;
}

}  // namespace

bool tells_missing_unit(FieldReader& reader, const Entry& entry) {
  const auto* text = std::get_if<std::string>(&entry.value.value);
  const bool is_bare = text && !text->empty() && text->find_first_not_of("0123456789.") == std::string::npos;
  if (!is_bare && !is_number(entry.value)) return false;
  const std::string number = text ? *text : std::string(entry.value.span.text());
  if (number == "0") return false;
  reader.complain(entry.value.span,
                  "`{0}: {1}` has no unit; {1}GiB would be that many gibibytes"_words(entry.key, number));
  return true;
}

std::optional<Increase> parse_increase(std::string_view text) {
  if (const std::optional<double> share = parse_share(text)) return Increase{.most = std::nullopt, .share = share};
  const bool has_unit = text.find_first_not_of("0123456789.") != std::string_view::npos;
  const std::optional<Bytes> size = parse_bytes(text);
  if (!size || (size->count > 0 && !has_unit)) return std::nullopt;
  return Increase{.most = size, .share = std::nullopt};
}

bool covers(const std::vector<std::string>& globs, std::string_view path) {
  const auto matches = [&](const std::string& glob) { return glob_matches(glob, path); };
  return globs.empty() || std::any_of(globs.begin(), globs.end(), matches);
}

void read_select(FieldReader& reader, const Entry& entry, Project& project) {
  project.policy.select = patterns(reader, entry);
}

void read_ignore(FieldReader& reader, const Entry& entry, Project& project) {
  project.policy.ignore = patterns(reader, entry);
}

void read_levels(FieldReader& reader, const Entry& entry, Project& project) {
  for (ReadChange& change : items<ReadChange>(reader, entry, kChangeFields, "a change of a level"_words,
                                              "{files: \"configs/old/**\", rule: unused-config-key, level: note}")) {
    if (!change.has_rule || !change.has_level) {
      reader.complain(entry.key_span, "every item of `severity` needs a `rule` and a `level`"_words);
    } else if (!change.is_wrong) {
      project.policy.levels.push_back(std::move(change));
    }
  }
}

void read_exclude(FieldReader& reader, const Entry& entry, Project& project) {
  project.policy.exclude = reader.texts(entry);
}

void read_max_peaks(FieldReader& reader, const Entry& entry, Project& project) {
  std::vector<ReadBudget> budgets;
  if (std::holds_alternative<std::string>(entry.value.value) || is_number(entry.value)) {
    read_size(reader, entry, budgets.emplace_back());
  } else {
    budgets = items<ReadBudget>(reader, entry, kBudgetFields, "a limit of the peak"_words,
                                "{files: \"configs/small/**\", size: 20GiB}");
  }
  for (ReadBudget& budget : budgets) {
    if (!budget.has_size)
      reader.complain(entry.key_span, "every item of `max_peak` needs a `size`, such as 20GiB"_words);
    if (budget.most.count > 0) project.policy.max_peak.push_back(std::move(budget));
  }
}

void read_max_increases(FieldReader& reader, const Entry& entry, Project& project) {
  std::vector<ReadIncrease> budgets;
  if (std::holds_alternative<std::string>(entry.value.value) || is_number(entry.value)) {
    read_increase(reader, entry, budgets.emplace_back());
  } else {
    budgets = items<ReadIncrease>(reader, entry, kIncreaseFields, "a limit of an increase"_words,
                                  "{files: \"configs/small/**\", size: 1GiB}");
  }
  for (ReadIncrease& budget : budgets) {
    if (!budget.has_size)
      reader.complain(entry.key_span, "every item of `max_increase` needs a `size`, such as 1GiB"_words);
    if (!budget.is_wrong) project.policy.max_increase.push_back(std::move(budget));
  }
}

void read_baseline(FieldReader& reader, const Entry& entry, Project& project) {
  project.policy.baseline = reader.text(entry).value_or(std::string());
}

}  // namespace vramlint::config
