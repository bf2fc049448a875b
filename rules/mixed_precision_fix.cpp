#include "rules/mixed_precision_fix.h"

#include <string>
#include <vector>

#include "rules/effect.h"
#include "rules/leaf_overrides.h"
#include "rules/trial.h"

namespace vramlint::rules {
namespace {

/// What the key may say instead, in the form it has: a truth stays a truth, a quoted name stays quoted.
std::vector<std::string> alternatives(const std::string& text, const Analysis& analysis) {
  if (text == "false" || text == "False") return {text == "false" ? "true" : "True"};
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  const std::string quote = quoted ? text.substr(0, 1) : "";
  const bool has_bfloat16 = analysis.device_facts && analysis.device_facts->compute_major >= 8;
  std::vector<std::string> names = {quote + "fp16" + quote};
  if (has_bfloat16) names.insert(names.begin(), quote + "bf16" + quote);
  return names;
}

}  // namespace

std::vector<std::string> precision_texts(const Analysis& analysis) {
  if (!analysis.built || analysis.built->precision != config::Precision::fp32) return {};
  if (!analysis.built->precision_key) return {};
  return alternatives(std::string(analysis.built->precision_key->span.text()), analysis);
}

std::optional<Fix> mixed_precision_fix(const Analysis& analysis, const Session& session) {
  const std::vector<std::string> texts = precision_texts(analysis);
  if (texts.empty()) return std::nullopt;
  const model::KeyFact& key = *analysis.built->precision_key;
  if (session.files.read(key.span.source->path()).source != key.span.source) return std::nullopt;
  for (const std::string& text : texts) {
    std::vector<Edit> edits = own_edits(analysis, key.key, key.span, text);
    if (edits.empty()) continue;
    const std::optional<Analysis> trial = try_to_fit(analysis, edits, session);
    const bool on = trial && trial->built && trial->built->precision != config::Precision::fp32;
    if (!on || !trial->outcome.fits.value_or(false)) continue;
    return Fix{.title = "Set `{0}` to {1}: mixed precision"_words(key.key, text),
               .safety = Safety::unsafe,
               .edits = std::move(edits),
               .effect = effect_of(trial->outcome)};
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
