#include "rules/levers.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <span>

#include "rules/alternatives.h"
#include "rules/effect.h"
#include "rules/mixed_precision_fix.h"
#include "rules/name_steps.h"
#include "rules/setting_steps.h"
#include "rules/trial.h"
#include "rules/unset_settings.h"
#include "step_text.h"

namespace vramlint::rules {
namespace {

class Search {
 public:
  Search(const Analysis& analysis, const Session& session, int trials, bool with_files = false)
      : analysis_(analysis), session_(session), left_(trials), with_files_(with_files) {}

  std::vector<Lever> run() {
    for (const Step& step : precision_steps()) try_alone(step);
    std::vector<Step> steps = setting_steps(analysis_);
    keep_to_choices(steps);
    const auto first =
        std::stable_partition(steps.begin(), steps.end(), [&](const Step& one) { return rank(one) < kNone; });
    std::stable_sort(steps.begin(), first, [&](const Step& a, const Step& b) { return rank(a) < rank(b); });
    for (auto step = steps.begin(); step != first; ++step) try_alone(*step);
    for (const Step& step : file_steps()) try_alone(step);
    for (UnsetSetting& unset : unset_settings(analysis_, session_))
      try_alone({unset.key, unset.place, unset.text, std::move(unset.edits), {}, unset.overrides});
    const auto numbers = std::stable_partition(first, steps.end(), is_truth);
    look(std::span<const Step>(first, numbers));
    look(std::span<const Step>(numbers, steps.end()));
    const std::vector<Step> switches = switch_steps(analysis_, session_);
    look(switches);
    for (const Step& step : name_steps(analysis_, session_)) try_alone(step);
    std::stable_sort(found_.begin(), found_.end(), [](const Lever& a, const Lever& b) { return a.saved > b.saved; });
    return std::move(found_);
  }

  std::vector<Lever> run_neighbours() {
    for (const Alternative& other : neighbours_settings(analysis_, session_)) {
      const bool is_new = other.edit.span.begin == other.edit.span.end;
      if (is_new) try_alone({other.key, other.edit.span, other.text, {other.edit}, {}});
    }
    return std::move(found_);
  }

 private:
  static constexpr size_t kNone = 1000;
  static constexpr double kLeast = 0.01;     // of the peak: what saves less is no help
  static constexpr double kForOthers = 0.5;  // of the trials: other rules and fixes need few of them, and need them

  static bool is_truth(const Step& step) { return step.edits.size() == 1 && std::isalpha(step.edits[0].text[0]) != 0; }

  /// An option that takes no number between takes the next of those that it takes.
  void keep_to_choices(std::vector<Step>& steps) const {
    const usage::Offers offers = offers_of(analysis_, session_);
    std::erase_if(steps, [&](Step& step) {
      const auto taken = offers.numbers.find(step.key.substr(step.key.rfind('.') + 1));
      const std::optional<int64_t> to = number_in(step.to), now = number_in(step.span.text());
      if (taken == offers.numbers.end() || !to || !now || taken->second.contains(*to)) return false;
      const auto above = taken->second.lower_bound(*now);
      if (above == taken->second.begin()) return true;
      step.to = std::to_string(*std::prev(above));
      step.edits = {{step.span, step.to}};
      return false;
    });
  }

  /// A truth is a setting like others.
  std::vector<Step> precision_steps() const {
    std::vector<Step> steps;
    for (const std::string& text : precision_texts(analysis_)) {
      const model::KeyFact& key = *analysis_.built->precision_key;
      const std::string_view now = key.span.text();
      if (now != "false" && now != "False") steps.push_back({key.key, key.span, text, {{key.span, text}}});
    }
    return steps;
  }

  /// Of the phase with the peak.
  std::vector<Step> file_steps() const {
    std::vector<Step> steps;
    if (!with_files_) return steps;
    for (const model::KeyFact& key : analysis_.built->file_keys) {
      const std::string half = std::to_string(key.value / 2);
      if (key.value > 1 && !counts_classes(key.key)) steps.push_back({key.key, key.span, half, {{key.span, half}}, {}});
    }
    return steps;
  }

  /// How far in front the key is among those that the sizes of the step's tensors came from. The batch is in front of
  /// all.
  size_t rank(const Step& step) const {
    if (analysis_.built->batch && analysis_.built->batch->key == step.key) return 0;
    size_t best = kNone;
    for (const model::PhaseFacts& facts : analysis_.built->facts) {
      for (size_t i = 0; i < facts.size_keys.size(); ++i) {
        const std::string& key = facts.size_keys[i].key;
        if (key == step.key || key.starts_with(step.key + ".")) best = std::min(best, i + 1);
      }
    }
    return best;
  }

  bool is_over() const { return left_ <= 0 || (session_.trials_left && session_.trials_left() < kForOthers); }

  /// What many settings together do not change none of them does.
  void look(std::span<const Step> steps) {
    if (steps.empty() || is_over()) return;
    if (steps.size() == 1) return try_alone(steps[0]);
    if (leave_peak_alone_together(steps)) return;
    look_into(steps);
  }

  bool leave_peak_alone_together(std::span<const Step> steps) {
    std::vector<Edit> all;
    for (const Step& step : steps) all.insert(all.end(), step.edits.begin(), step.edits.end());
    --left_;
    return leave_peak_alone(analysis_, all, session_);
  }

  /// Of steps that change it together: where those of the first half do not, those of the second do.
  void look_into(std::span<const Step> steps) {
    if (is_over()) return;
    if (steps.size() == 1) return try_alone(steps[0]);
    const std::span<const Step> first = steps.first(steps.size() / 2), second = steps.subspan(steps.size() / 2);
    if (first.size() > 1 && leave_peak_alone_together(first)) return look_into(second);
    look_into(first);
    look(second);
  }

  void try_alone(const Step& step) {
    if (is_over()) return;
    --left_;
    const std::optional<Analysis> after = try_to_lower(analysis_, step.edits, session_, kLeast);
    if (!after || !still_trains(analysis_, *after) || !is_lower(analysis_, *after, kLeast)) return;
    const Bytes saved = analysis_.outcome.peak.process.point - after->outcome.peak.process.point;
    found_.push_back({step.key, step.span, std::string(step.span.text()), step.to, step.edits, step.also,
                      effect_of(after->outcome), saved, harm_between(analysis_, *after), step.overrides});
  }

  const Analysis& analysis_;
  const Session& session_;
  int left_;
  const bool with_files_;
  std::vector<Lever> found_;
};

}  // namespace

std::vector<Lever> levers(const Analysis& analysis, const Session& session, int trials, bool with_files) {
  if (!analysis.built || !analysis.config) return {};
  return Search(analysis, session, trials, with_files).run();
}

std::vector<Lever> levers_of_neighbours(const Analysis& analysis, const Session& session) {
  constexpr int kMost = 12;
  if (!analysis.built || !analysis.config) return {};
  return Search(analysis, session, kMost).run_neighbours();
}

std::vector<Lever> other_batches(const Analysis& analysis, const Session& session, const std::vector<Lever>& known) {
  std::vector<Lever> found;
  for (const model::KeyFact& batch : analysis.built->batches) {
    const auto is_it = [&](const Lever& lever) { return lever.key == batch.key; };
    if (batch.value < 2 || !is_spelt_out(batch.span) || std::any_of(known.begin(), known.end(), is_it)) continue;
    const std::string half = std::to_string(batch.value / 2);
    const std::vector<Edit> edits{{batch.span, half}};
    const Analysis after = what_if(analysis, edits, session);
    if (!still_trains(analysis, after)) continue;
    const Harm harm = harm_between(analysis, after);
    if (harm <= Harm::batch)
      found.push_back({batch.key, batch.span, std::string(batch.span.text()), half, edits, {}, {}, {}, harm});
  }
  return found;
}

}  // namespace vramlint::rules
