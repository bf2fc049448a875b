#include "rules/peak_story.h"
#include "rules/unused_graphs.h"

namespace vramlint::rules {
namespace {
namespace evaluation_without_no_grad_rule {

void check(const Analysis& analysis, Report& report) {
  const std::optional<UnusedGraph> unused = unused_graph(analysis);
  if (!unused) return;
  const bool is_short = !analysis.outcome.fits.value_or(true);
  const Words with =
      unused->fits.value_or(false) && is_short
          ? "Under `torch.no_grad()` training needs {0}, which fits."_words(describe(unused->without.process))
          : "Under `torch.no_grad()` training needs {0}."_words(describe(unused->without.process));
  report.add(
      is_short ? Severity::warning : Severity::note, unused->made,
      sentences(
          {"Phase `{0}` has the peak, {1}, because autograd records its forward and keeps what a backward would need; nothing goes backward through it."_words(
               unused->before.name, describe(unused->before.peak.process)),
           with}));
}

}  // namespace evaluation_without_no_grad_rule
}  // namespace

extern const Rule evaluation_without_no_grad = {
    .name = "evaluation-without-no-grad",
    .code = "VL1041",
    .summary = "A forward that nothing goes backward through is recorded by autograd, and sets the peak.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = evaluation_without_no_grad_rule::check,
};

}  // namespace vramlint::rules
