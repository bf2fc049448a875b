#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "integrations/cli/fit.h"
#include "integrations/cli/table.h"
#include "rules/peak_story.h"

namespace vramlint::cli {
namespace {

constexpr size_t kMostLevers = 8;

std::string moved(const std::string& key, const std::string& from, const std::string& to, const Catalogue* catalogue) {
  return printable_name(key) + ": " + printable_name(setting_before(from).in(catalogue)) + " → " + printable_name(to);
}

Words describe(const rules::Change& change, const Catalogue* catalogue) {
  Words text = moved(change.key, change.from, change.to, catalogue);
  for (const std::string& key : change.also) text = "{0}, and so {1}"_words(text, printable_name(key));
  return text;
}

/// One answer, in one language.
class FitText {
 public:
  explicit FitText(const Catalogue* catalogue) : catalogue_(catalogue) {}

  void add(const Fitting& fitting) {
    const ConfigOutcome& outcome = fitting.analysis.outcome;
    const bool fits = outcome.fits.value_or(false);
    const bool partial = outcome.status == Status::partial;
    const Words need = partial ? "at least {0}"_words(outcome.peak.process.low) : rules::describe(outcome.peak.process);
    const Form verdict = fits           ? "{0} on {1}: needs {2}, fits"_words
                         : outcome.fits ? "{0} on {1}: needs {2}, does not fit"_words
                                        : "{0} on {1}: needs {2}, and whether it fits is not known"_words;
    if (!text_.empty()) text_ += "\n";
    line("", verdict(printable_name(outcome.path), device_text(fitting.analysis), need));
    if (fits)
      roomy(fitting);
    else
      too_large(fitting);
  }
  std::string take() { return std::move(text_); }

 private:
  void line(const char* indent, const Words& words) { text_ += indent + words.in(catalogue_) + "\n"; }

  void roomy(const Fitting& fitting) {
    if (!fitting.headroom) return line("  ", "There is no larger batch to try, or none fits."_words);
    const Fix& fix = fitting.headroom->fix;
    line("  ", "The batch can rise to {0}: peak {1}. Scale the learning rate with it."_words(
                   fitting.headroom->size, rules::describe(fix.effect->process)));
  }

  void too_large(const Fitting& fitting) {
    const std::vector<rules::Plan>& plans = fitting.plans.plans;
    for (size_t i = 0; i < plans.size(); ++i) plan(i + 1, plans[i]);
    if (plans.empty())
      line(
          "  ",
          "None of the changes that were tried makes it fit: smaller numbers, flipped booleans, names that the program "
          "knows, keys that are not set, expandable segments."_words);
    levers(fitting.plans.levers);
  }

  void plan(size_t number, const rules::Plan& plan) {
    const Form head = plan.effect.fits ? "{0}. peak {1}: {2}"_words : "{0}. peak {1}, of what is known: {2}"_words;
    line("  ", head(number, rules::describe(plan.effect.process), rules::describe(plan.harm)));
    std::vector<std::vector<std::string>> rows;
    for (const rules::Change& change : plan.changes)
      rows.push_back({"     " + describe(change, catalogue_).in(catalogue_), to_string(change.peak),
                      rules::describe(change.harm).in(catalogue_)});
    if (!rows.empty()) text_ += table(rows, {1});
    if (!plan.environment.empty())
      line("     ",
           "Start the program with `{0}`: expandable segments leave fewer gaps between what is allocated."_words(
               plan.environment));
    batch_advice(plan);
  }

  void batch_advice(const rules::Plan& plan) {
    const auto batch = std::find_if(plan.changes.begin(), plan.changes.end(),
                                    [](const rules::Change& change) { return change.harm == rules::Harm::batch; });
    if (batch == plan.changes.end()) return;
    line("     ",
         "The effective batch falls with `{0}`: gradient accumulation keeps it, or scale the learning "
         "rate."_words(printable_name(batch->key)));
  }

  void levers(const std::vector<rules::Lever>& levers) {
    if (levers.empty()) return;
    text_ += "\n";
    line("  ", "what one step of a setting saves"_words);
    std::vector<std::vector<std::string>> rows;
    for (size_t i = 0; i < std::min(kMostLevers, levers.size()); ++i) {
      const rules::Lever& lever = levers[i];
      rows.push_back({"     " + moved(lever.key, lever.from, lever.to, catalogue_), to_string(lever.saved),
                      rules::describe(lever.harm).in(catalogue_)});
    }
    text_ += table(rows, {1});
  }

  const Catalogue* catalogue_;
  std::string text_;
};

}  // namespace

Words device_text(const Analysis& analysis) {
  const Words name = analysis.device_facts ? Words(analysis.device_facts->title) : "the device"_words;
  return "{0} ({1})"_words(name, analysis.device->budget);
}

std::string fit_text(const std::vector<Fitting>& fittings, const Catalogue* catalogue) {
  FitText text(catalogue);
  for (const Fitting& fitting : fittings) {
    if (!fitting.analysis.timelines.empty()) text.add(fitting);
  }
  return text.take();
}

}  // namespace vramlint::cli
