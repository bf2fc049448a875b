#include "settle.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/flood.h"
#include "suppressions.h"

namespace vramlint {
namespace {

/// The suppressions of all files, found by place.
class Silence {
 public:
  void add(const Source& source, std::vector<Suppression> suppressions) {
    if (suppressions.empty()) return;
    File& file = files_[&source];
    file.all = std::move(suppressions);
    for (Suppression& one : file.all) file.by_line[one.line].push_back(&one);
  }

  /// The first that silences the finding; it counts as used.
  const Suppression* of(const Finding& finding) {
    const auto file = files_.find(finding.span.source);
    if (file == files_.end()) return nullptr;
    const Position start = finding.span.start(), stop = finding.span.stop();
    const int last = stop.column == 1 ? std::max(stop.line - 1, start.line) : stop.line;
    for (const int line : {start.line, last, 0}) {
      const auto at = file->second.by_line.find(line);
      if (at == file->second.by_line.end()) continue;
      for (Suppression* one : at->second)
        if (use(*one, finding.rule)) return one;
    }
    return nullptr;
  }

  /// Of every file, in no order.
  template <typename Each>
  void each(Each&& visit) {
    for (auto& [source, file] : files_)
      for (Suppression& one : file.all) visit(*source, one);
  }

 private:
  struct File {
    std::vector<Suppression> all;
    std::unordered_map<int, std::vector<Suppression*>> by_line;
  };

  static bool use(Suppression& suppression, const std::string& rule) {
    bool silences = false;
    for (Suppression::Name& name : suppression.names) {
      if (!name.rule || name.rule->name != rule) continue;
      name.used = silences = true;
    }
    return silences;
  }

  std::unordered_map<const Source*, File> files_;
};

/// Which rules were really checked for which files.
class Coverage {
 public:
  Coverage(const Terms& terms, const Outcome& outcome) : terms_(terms), outcome_(outcome) {
    for (size_t i = 0; i < terms.checked.size(); ++i) {
      for (const Source* file : terms.checked[i].files) users_[file].push_back(i);
      if (terms.checked[i].files.empty()) {
        lost_.push_back(i);
      } else {
        configs_.insert(terms.checked[i].files.back());
      }
    }
  }

  bool covers(const Rule& rule, const Source& source) {
    const bool all = terms_.whole_project || stands_alone(source);
    if (!all || rule.needs_more || source.path().starts_with('/')) return false;
    const std::vector<bool>& checked = configs_of(rule);
    const auto has = [&](size_t i) { return checked[i]; };
    const auto users = users_.find(&source);
    if (users == users_.end()) return std::all_of(checked.begin(), checked.end(), [](bool one) { return one; });
    return std::all_of(users->second.begin(), users->second.end(), has) && std::all_of(lost_.begin(), lost_.end(), has);
  }

 private:
  /// A config that is no base of others. Python configs inherit from one another.
  bool stands_alone(const Source& source) const {
    return configs_.contains(&source) && !source.path().ends_with(".py");
  }

  const std::vector<bool>& configs_of(const Rule& rule) {
    const auto [at, is_new] = by_rule_.try_emplace(&rule);
    if (is_new) {
      for (size_t i = 0; i < outcome_.configs.size(); ++i) at->second.push_back(was_checked(rule, i));
    }
    return at->second;
  }

  /// What stands in a gap of the estimate may be what the rule looks for.
  bool was_checked(const Rule& rule, size_t i) const {
    const ConfigOutcome& config = outcome_.configs[i];
    const std::string left_out = std::string(rule.name) + ":";
    const auto is_it = [&](const std::string& text) { return text.starts_with(left_out); };
    if (std::any_of(config.not_checked.begin(), config.not_checked.end(), is_it)) return false;
    if (config.dialect.empty()) return false;
    switch (rule.needs) {
      case Stage::usage:
      case Stage::whole_usage:
        return terms_.checked[i].followed;
      case Stage::source:
      case Stage::config:
      case Stage::experiment:
        if (rule.check) return true;
        break;
      case Stage::build:
      case Stage::timeline:
        break;
    }
    return config.status == Status::estimated;
  }

  const Terms& terms_;
  const Outcome& outcome_;
  std::unordered_map<const Source*, std::vector<size_t>> users_;
  std::unordered_set<const Source*> configs_;
  std::vector<size_t> lost_;  // configs of which no file is known
  std::map<const Rule*, std::vector<bool>> by_rule_;
};

Finding unused(const Source& source, const Suppression& suppression) {
  std::string names;
  size_t count = 0;
  for (const Suppression::Name& name : suppression.names) {
    if (name.idle) names += (count++ == 0 ? "`" : ", `") + name.text + "`";
  }
  Finding finding{.rule = "unused-suppression", .severity = Severity::warning, .span = suppression.comment};
  finding.message = "the comment silences nothing: " + names + (count == 1 ? " finds" : " find") + " nothing " +
                    (suppression.whole_file ? "in this file"
                     : suppression.alone    ? "on the next line"
                                            : "on this line");
  finding.fixes = {{.title = count == suppression.names.size() ? "Remove the comment" : "Remove " + names,
                    .safety = Safety::safe,
                    .edits = {without_idle(suppression)},
                    .effect = {}}};
  return finding;
}

}  // namespace

void settle(const Findings& found, const Terms& terms, Outcome& outcome) {
  Findings left;
  Silence silence;
  for (const Source* source : terms.sources) silence.add(*source, suppressions_of(*source, terms.rules, left));
  for (Finding& finding : distinct(found.items())) {
    if (const Suppression* comment = silence.of(finding)) {
      outcome.suppressed.push_back({std::move(finding), comment->reason});
    } else {
      left.add(std::move(finding));
    }
  }
  Coverage coverage(terms, outcome);
  silence.each([&](const Source& source, Suppression& one) {
    bool idle = false;
    for (Suppression::Name& name : one.names) {
      name.idle = name.rule && !name.used && coverage.covers(*name.rule, source);
      idle = idle || name.idle;
    }
    if (idle) left.add(unused(source, one));
  });
  outcome.findings = left.sorted();
  sort_by_concern(outcome.findings, terms.rules);
}

}  // namespace vramlint
