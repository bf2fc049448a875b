#include <algorithm>

#include "rules/accumulated_batch.h"
#include "rules/largest_batch.h"
#include "rules/learning_rate.h"
#include "rules/mixed_precision_fix.h"
#include "rules/peak_story.h"
#include "rules/setting_fixes.h"

namespace vramlint::rules {
namespace {
namespace peak_memory_exceeds_device_rule {

/// Fewer where a step takes long to simulate.
int trials(const Analysis& analysis) {
  constexpr size_t kMostEvents = 150'000;  // of all trials together
  constexpr int kLeast = 6, kMost = 12;
  size_t events = 1;
  for (const graph::Graph& graph : analysis.built->phases) events += graph.events.size();
  return std::clamp(static_cast<int>(kMostEvents / events), kLeast, kMost);
}

Words describe_size(const LargestBatch& batch) {
  std::vector<Words> others;
  for (const std::string& key : batch.others) others.push_back(Words("`" + key + "`"));
  return others.empty() ? Words(batch.size) : "{0}, with {1} no larger"_words(batch.size, listed(others));
}

Words describe_batch(const LargestBatch& batch) {
  if (!batch.instead.empty())
    return "The largest `{0}` that fits is {1}; training stays as it is."_words(batch.instead, batch.size);
  const Words size = describe_size(batch);
  if (batch.refused && batch.calm == batch.size)
    return "A batch of {0} fits; the larger ones that were tried do not, or the program refuses them."_words(size);
  if (batch.calm == batch.size) return "The largest batch that fits is {0}."_words(size);
  if (batch.calm == 0)
    return "The largest batch that fits is {0}, slowly: no batch fits without the allocator giving back its cache and trying again."_words(
        size);
  return "The largest batch that fits is {0}, slowly: up to {1} fits without the allocator giving back its cache and trying again."_words(
      size, batch.calm);
}

/// Of what is known in part no more is said than what is needed at least; what it most likely is where only that is too
/// much.
Words describe_need(const Analysis& analysis) {
  const ConfigOutcome& outcome = analysis.outcome;
  const Interval& need = outcome.peak.process;
  const bool is_bound = outcome.status == Status::partial && are_lower_bounds(outcome.unknowns);
  if (!is_bound) return describe(need);
  return need.low > analysis.device->budget ? "at least {0}"_words(need.low)
                                            : "at least about {0}"_words(describe(need));
}

Words describe_verdict(const Analysis& analysis) {
  const ConfigOutcome& outcome = analysis.outcome;
  const Words need = describe_need(analysis), device = describe_device(analysis);
  Words verdict = outcome.phases.size() > 1
                      ? "Training needs {0} at the peak (phase `{1}`), {2}"_words(need, outcome.peak_phase, device)
                      : "Training needs {0} at the peak, {1}"_words(need, device);
  if (outcome.peak.process.point <= analysis.device->budget)
    verdict =
        "{0}, but the allocator finds no room for a request there: its settings keep it from the rest, or that lies in pieces"_words(
            verdict);
  return "{0}."_words(with_top(verdict, analysis));
}

bool is_exceeded(const Analysis& analysis) { return analysis.device && !analysis.outcome.fits.value_or(true); }

void brief(const Analysis& analysis, Report& report) {
  if (is_exceeded(analysis)) report.add(place_of_peak(analysis), describe_verdict(analysis), related_places(analysis));
}

/// What is said beside the verdict, as long as there are trials left.
class Advice {
 public:
  Advice(const Analysis& analysis, const Session& session) : analysis_(analysis), session_(session) {
    for (void (Advice::*part)() : {&Advice::try_levers, &Advice::try_switches, &Advice::try_batch,
                                   &Advice::try_precision, &Advice::try_neighbours}) {
      try {
        (this->*part)();
      } catch (const TrialsSpent&) {
        return;
      }
    }
  }

  std::vector<Lever> levers;
  std::vector<Words> message;
  std::vector<Fix> fixes;

 private:
  void try_levers() {
    levers = rules::levers(analysis_, session_, trials(analysis_), true);
    if (const Words settings = describe_levers(levers); !settings.empty())
      message.push_back("The settings that lower it most: {0}."_words(settings));
  }

  void try_switches() {
    auto turned = switch_fix(analysis_, session_);
    if (!turned) return;
    message.push_back("With {0} it fits."_words(turned->setting));
    fixes.push_back(std::move(turned->fix));
  }

  void try_batch() {
    const auto batch = largest_batch(analysis_, session_);
    if (!batch) return;
    if (batch->size == 0) {
      message.push_back(analysis_.built->batch->value == 1 ? "The batch is 1 already."_words
                                                           : "Not even a batch of 1 fits."_words);
      return;
    }
    message.push_back(describe_batch(*batch));
    fixes.push_back(batch->fix);
    if (!batch->instead.empty()) return;
    message.push_back(describe_learning_rate(analysis_, batch->fix, batch->size, session_));
    if (auto accumulated = accumulated_batch(analysis_, session_, batch->size)) {
      message.push_back("With more gradient accumulation the effective batch can stay what it is."_words);
      fixes.insert(fixes.end() - 1, std::move(accumulated->fix));
    }
  }

  void try_precision() {
    auto precision = mixed_precision_fix(analysis_, session_);
    if (!precision) return;
    message.push_back("With mixed precision it fits."_words);
    fixes.push_back(std::move(*precision));
  }

  void try_neighbours() {
    if (!fixes.empty()) return;
    auto other = neighbour_fix(analysis_, session_);
    if (!other) return;
    message.push_back(other->fix.effect->fits.has_value() ? "With {0} it fits."_words(other->setting)
                                                          : "With {0} what is known of it fits."_words(other->setting));
    fixes.push_back(std::move(other->fix));
  }

  const Analysis& analysis_;
  const Session& session_;
};

void check(const Analysis& analysis, Report& report) {
  if (!is_exceeded(analysis)) return;
  Advice advice(analysis, report.session());
  report.tell_keys(shares_of(advice.levers));
  std::vector<Words> message = {describe_verdict(analysis)};
  message.insert(message.end(), advice.message.begin(), advice.message.end());
  report.add(place_of_peak(analysis, advice.levers), sentences(message), related_places(analysis, advice.levers),
             std::move(advice.fixes));
}

}  // namespace peak_memory_exceeds_device_rule
}  // namespace

extern const Rule peak_memory_exceeds_device = {
    .name = "peak-memory-exceeds-device",
    .code = "VL1001",
    .summary = "One training step needs more memory at its peak than the device has.",
    .severity = Severity::error,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = peak_memory_exceeds_device_rule::check,
    .brief = peak_memory_exceeds_device_rule::brief,
};

}  // namespace vramlint::rules
