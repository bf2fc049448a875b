#include "settle.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/flood.h"
#include "coverage.h"
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
    for (Suppression& one : file.all) {
      for (Suppression::Name& name : one.names)
        if (name.rule) file.names.emplace(std::pair(one.line, name.rule->name), Place{&one, &name});
    }
  }

  /// The first that silences the finding; it counts as used.
  const Suppression* of(const Finding& finding) {
    const auto file = files_.find(finding.span.source);
    if (file == files_.end()) return nullptr;
    const Position start = finding.span.start(), stop = finding.span.stop();
    const int last = stop.column == 1 ? std::max(stop.line - 1, start.line) : stop.line;
    for (const int line : {start.line, last, 0}) {
      const auto at = file->second.names.find(std::pair(line, std::string_view(finding.rule)));
      if (at == file->second.names.end()) continue;
      at->second.name->used = true;
      return at->second.suppression;
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
  struct Place {
    Suppression* suppression;
    Suppression::Name* name;
  };
  struct File {
    std::vector<Suppression> all;
    std::map<std::pair<int, std::string_view>, Place> names;  // by line and rule, the first of each
  };

  std::unordered_map<const Source*, File> files_;
};

Finding unused(const Source& source, const Suppression& suppression) {
  std::vector<Words> idle;
  for (const Suppression::Name& name : suppression.names) {
    if (name.idle) idle.push_back("`" + name.text + "`");
  }
  const Words names = listed(idle);
  const Words where = suppression.whole_file ? "in this file"_words
                      : suppression.alone    ? "on the next line"_words
                                             : "on this line"_words;
  Finding finding{.rule = "unused-suppression", .severity = Severity::warning, .span = suppression.comment};
  finding.config = source.path();
  finding.message = idle.size() == 1 ? "the comment silences nothing: {0} finds nothing {1}"_words(names, where)
                                     : "the comment silences nothing: {0} find nothing {1}"_words(names, where);
  const bool is_all = idle.size() == suppression.names.size();
  finding.fixes = {{.title = is_all ? "Remove the comment"_words : "Remove {0}"_words(names),
                    .safety = Safety::safe,
                    .edits = {without_idle(suppression)},
                    .effect = {}}};
  return finding;
}

Finding stemmed(Finding finding) {
  std::vector<Finding> one = {std::move(finding)};
  stem(one);
  return std::move(one.front());
}

}  // namespace

void settle(const Findings& found, const Terms& terms, Outcome& outcome) {
  Findings of_comments, left;
  Silence silence;
  const auto keep = [&](Finding finding) {
    if (!terms.choice || terms.choice->admit(finding)) left.add(std::move(finding));
  };
  for (const Source* source : terms.sources) silence.add(*source, suppressions_of(*source, terms.rules, of_comments));
  for (const Finding& finding : of_comments.items()) keep(finding);
  for (Finding& finding : distinct(found.items())) {
    if (terms.choice && !terms.choice->admit(finding)) continue;
    if (const Suppression* comment = silence.of(finding)) {
      outcome.suppressed.push_back({stemmed(std::move(finding)), comment->reason});
    } else {
      left.add(std::move(finding));
    }
  }
  Coverage coverage(terms.checked, outcome, terms.choice, terms.whole_project);
  silence.each([&](const Source& source, Suppression& one) {
    bool idle = false;
    for (Suppression::Name& name : one.names) {
      name.idle = name.rule && !name.used && coverage.covers(*name.rule, source.path());
      idle = idle || name.idle;
    }
    if (idle) keep(unused(source, one));
  });
  outcome.findings = distinct(left.items());
  if (terms.baseline) outcome.baseline = subtract(*terms.baseline, terms.rules, coverage, outcome);
  stem(outcome.findings);
  sort_by_concern(outcome.findings, terms.rules);
}

}  // namespace vramlint
