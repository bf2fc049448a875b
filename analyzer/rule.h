// What a rule is: a pair of files in rules/, x.cpp with this constant and x.md with its manual.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analyze.h"
#include "base/finding.h"

namespace vramlint {

/// The first stage whose result the rule looks at. A rule whose stage has no result is listed as not checked.
/// usage: a rule of it is silent where no training program is named. whole_usage: as usage, where every program came to
/// its end. peak: of the step, where the project limits it; a rule of it is silent elsewhere.
enum class Stage : uint8_t { source, config, experiment, usage, whole_usage, build, timeline, peak };

/// How a rule speaks. Fills in the rule's name, severity and the config.
class Report {
 public:
  Report(const Rule& rule, const Session& session, Findings& findings, ConfigOutcome& outcome);
  void add(Span span, Words message, std::vector<Related> related = {}, std::vector<Fix> fixes = {});
  void add(Severity severity, Span span, Words message, std::vector<Related> related = {}, std::vector<Fix> fixes = {});
  void tell_keys(std::vector<KeyShare> keys) { outcome_.keys = std::move(keys); }
  const Session& session() const { return session_; }

 private:
  const Rule& rule_;
  const Session& session_;
  Findings& findings_;
  ConfigOutcome& outcome_;
};

/// What a rule's findings are about. Reports list them in this order.
enum class Concern : uint8_t {
  run,     ///< what stops it, or keeps it from being understood: constructor, program, step, syntax
  memory,  ///< what the peak is made of
  idle,    ///< what does nothing: keys that nobody reads, settings that change nothing
  other,
};

struct Rule {
  std::string_view name;     ///< "peak-memory-exceeds-device"
  std::string_view code;     ///< "VL1001": stable, never reused
  std::string_view summary;  ///< one sentence
  Severity severity = Severity::error;
  Concern concern = Concern::other;
  Stage needs = Stage::timeline;
  bool needs_more = false;  ///< other configs, or records of probes: silence does not say that nothing is wrong
  bool on_request = false;  ///< not among the rules by default: only where it is selected, or given a level
  void (*check)(const Analysis& analysis, Report& report);  ///< null: an earlier stage reports it (duplicate-key, …)
  void (*brief)(const Analysis& analysis, Report& report) = nullptr;  ///< what it says where trials are put off
  std::string_view manual;                                            ///< the Markdown; filled in by the generated list
  std::string_view manual_zh;                                         ///< in Chinese; empty: not translated yet
};

std::string_view to_string(Concern concern);

/// By the concern of their rules, in `run` the errors first, then by place. A rule that is not among `rules` is of
/// another concern.
void sort_by_concern(std::vector<Finding>& findings, std::span<const Rule* const> rules);

}  // namespace vramlint
