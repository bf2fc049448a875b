#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "integrations/cli/fit.h"
#include "integrations/cli/table.h"
#include "rules/peak_story.h"

namespace vramlint::cli {
namespace {

constexpr size_t kMostLevers = 8;

std::string describe(const rules::Change& change) {
  std::string text =
      printable_name(change.key) + ": " + printable_name(change.from) + " → " + printable_name(change.to);
  for (const std::string& key : change.also) text += ", and so " + printable_name(key);
  return text;
}

std::string plan_text(size_t number, const rules::Plan& plan) {
  const std::string known = plan.effect.fits ? "" : ", of what is known";
  std::string text = fmt::format("  {}. peak {}{}: {}\n", number, rules::describe(plan.effect.process), known,
                                 rules::to_string(plan.harm));
  std::vector<std::vector<std::string>> rows;
  for (const rules::Change& change : plan.changes)
    rows.push_back({"     " + describe(change), to_string(change.peak), std::string(rules::to_string(change.harm))});
  return text + table(rows, {1});
}

std::string batch_advice(const rules::Plan& plan) {
  const auto batch = std::find_if(plan.changes.begin(), plan.changes.end(),
                                  [](const rules::Change& change) { return change.harm == rules::Harm::batch; });
  if (batch == plan.changes.end()) return {};
  return fmt::format(
      "     The effective batch falls with `{}`: gradient accumulation keeps it, or scale the learning rate.\n",
      printable_name(batch->key));
}

std::string levers_text(const std::vector<rules::Lever>& levers) {
  std::string text = "\n  what one step of a setting saves\n";
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 0; i < std::min(kMostLevers, levers.size()); ++i) {
    const rules::Lever& lever = levers[i];
    rows.push_back({fmt::format("     {}: {} → {}", printable_name(lever.key), printable_name(lever.from),
                                printable_name(lever.to)),
                    to_string(lever.saved), std::string(rules::to_string(lever.harm))});
  }
  return levers.empty() ? "" : text + table(rows, {1});
}

std::string too_large(const Fitting& fitting) {
  std::string text;
  const std::vector<rules::Plan>& plans = fitting.plans.plans;
  for (size_t i = 0; i < plans.size(); ++i) text += plan_text(i + 1, plans[i]) + batch_advice(plans[i]);
  if (plans.empty())
    text += "  No change of its own settings that could be tried makes it fit: a smaller number, or a truth turned.\n";
  return text + levers_text(fitting.plans.levers);
}

std::string roomy(const Fitting& fitting) {
  if (!fitting.headroom) return "  There is no larger batch to try, or none fits.\n";
  const Fix& fix = fitting.headroom->fix;
  return fmt::format("  The batch can rise to {}: peak {}. Scale the learning rate with it.\n", fitting.headroom->size,
                     rules::describe(fix.effect->process));
}

}  // namespace

std::string device_text(const Analysis& analysis) {
  const std::string name = analysis.device_facts ? std::string(analysis.device_facts->title) : "the device";
  return fmt::format("{} ({})", name, to_string(analysis.device->budget));
}

std::string fit_text(const std::vector<Fitting>& fittings) {
  std::string text;
  for (const Fitting& fitting : fittings) {
    const ConfigOutcome& outcome = fitting.analysis.outcome;
    if (fitting.analysis.timelines.empty()) continue;
    const bool fits = outcome.fits.value_or(false);
    const bool partial = outcome.status == Status::partial;
    text += fmt::format("{}{} on {}: needs {}{}, {}\n", text.empty() ? "" : "\n", printable_name(outcome.path),
                        device_text(fitting.analysis), partial ? "at least " : "",
                        partial ? to_string(outcome.peak.process.low) : rules::describe(outcome.peak.process),
                        fits           ? "fits"
                        : outcome.fits ? "does not fit"
                                       : "and whether it fits is not known");
    text += fits ? roomy(fitting) : too_large(fitting);
  }
  return text;
}

}  // namespace vramlint::cli
