#include "rules/crowded.h"
#include "rules/effect.h"
#include "rules/peak_story.h"
#include "rules/wrappers.h"

namespace vramlint::rules {
namespace {
namespace gradient_buckets_copied_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 0.03;   // of the peak
constexpr Bytes kLeastBytes{int64_t{256} << 20};

/// The argument, at the end of a call that is written out.
std::vector<Edit> argument_in(const Span& call) {
  const std::string text(call.text());
  const size_t last = text.size() < 2 ? std::string::npos : text.find_last_not_of(" \t\r\n", text.size() - 2);
  if (last == std::string::npos || text.back() != ')' || text.find('#') != std::string::npos) return {};
  if (text[last] == '(' || text.find("**") != std::string::npos) return {};
  const auto at = static_cast<uint32_t>(call.begin + last + 1);
  return {
      {{call.source, at, at}, text[last] == ',' ? " gradient_as_bucket_view=True" : ", gradient_as_bucket_view=True"}};
}

/// Where the program itself calls the wrapper, and that makes what was simulated of it.
std::vector<Fix> fix_of(const Analysis& analysis, const config::DistributedFacts& wrapper, const FixEffect& effect,
                        const Session& session) {
  const Span& call = wrapper.span;
  const bool by_program = analysis.built->distributed && analysis.built->distributed->span == call;
  if (!by_program || session.files.read(call.source->path()).source != call.source) return {};
  const std::vector<Edit> edits = argument_in(call);
  if (edits.empty() || what_if(analysis, edits, session).outcome.peak.process.point != effect.process.point) return {};
  return {
      {.title = "Pass `gradient_as_bucket_view=True`"_words, .safety = Safety::safe, .edits = edits, .effect = effect}};
}

/// Where it is set: mmengine's runner wraps the model, and a config says how.
std::string_view setting(const Analysis& analysis) {
  const bool is_mmengine = analysis.config->dialect == "mmengine" && analysis.config->root.find("optim_wrapper");
  if (!is_mmengine) return "`gradient_as_bucket_view=True`";
  return "`model_wrapper_cfg=dict(type='MMDistributedDataParallel', broadcast_buffers=False, "
         "gradient_as_bucket_view=True)`";
}

void check(const Analysis& analysis, Report& report) {
  const config::DistributedFacts* wrapper = wrapper_at_peak(analysis);
  const auto* ddp = wrapper ? std::get_if<config::DdpFacts>(&wrapper->kind) : nullptr;
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  if (!ddp || !wrapper->span || ddp->gradient_as_bucket_view || !torch || !torch->at_least(1, 7)) return;
  if (!is_crowded(analysis, kCrowded)) return;
  config::DistributedFacts views = *wrapper;
  std::get<config::DdpFacts>(views.kind).gradient_as_bucket_view = true;
  const auto after = wrapped_otherwise(analysis, views);
  if (!after) return;
  const Bytes now = analysis.outcome.peak.process.point, saved = now - after->peak.process.point;
  if (saved < kLeastBytes || static_cast<double>(saved.count) < kLeast * static_cast<double>(now.count)) return;
  const bool then_fits = !analysis.outcome.fits.value_or(true) && after->fits.value_or(false);
  const FixEffect effect = effect_of(*after);
  const Words twice =
      "DistributedDataParallel holds the gradients twice: as the parameters' `.grad`, and as {0} of "
      "buckets that they are copied to."_words(held_as(analysis, "DDP bucket"));
  const Form views_form =
      then_fits ? "With {0} `.grad` is a view of its bucket: the peak is {1} and not {2}, and fits; {3}."_words
                : "With {0} `.grad` is a view of its bucket: the peak is {1} and not {2}; {3}."_words;
  report.add(then_fits ? Severity::warning : Severity::note, wrapper->span,
             sentences({twice,
                        views_form(setting(analysis), describe(effect.process), describe(analysis.outcome.peak.process),
                                   describe_device(analysis)),
                        "What is computed stays the same."_words}),
             {}, fix_of(analysis, *wrapper, effect, report.session()));
}

}  // namespace gradient_buckets_copied_rule
}  // namespace

extern const Rule gradient_buckets_copied = {
    .name = "gradient-buckets-copied",
    .code = "VL1035",
    .summary = "DistributedDataParallel copies every gradient to a bucket, where memory is short.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = gradient_buckets_copied_rule::check,
};

}  // namespace vramlint::rules
