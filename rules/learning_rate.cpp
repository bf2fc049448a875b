#include "rules/learning_rate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "rules/crowded.h"

namespace vramlint::rules {
namespace {

std::optional<double> rate_of(const graph::Optimizer& optimizer) {
  const auto& options = optimizer.options;
  const auto found = std::find_if(options.begin(), options.end(), [](const auto& one) { return one.first == "lr"; });
  return found != options.end() ? std::optional(found->second) : std::nullopt;
}

const std::vector<graph::Optimizer>* optimizers_at_peak(const Analysis& analysis) {
  const size_t phase = peak_phase(analysis);
  if (!analysis.built || phase >= analysis.built->phases.size()) return nullptr;
  const std::vector<graph::Optimizer>& optimizers = analysis.built->phases[phase].optimizers;
  return optimizers.empty() ? nullptr : &optimizers;
}

}  // namespace

std::optional<double> learning_rate(const Analysis& analysis) {
  const std::vector<graph::Optimizer>* optimizers = optimizers_at_peak(analysis);
  if (!optimizers) return std::nullopt;
  const std::optional<double> first = rate_of(optimizers->front());
  const auto same = [&](const graph::Optimizer& one) { return rate_of(one) == first; };
  return std::all_of(optimizers->begin(), optimizers->end(), same) ? first : std::nullopt;
}

std::string describe_rate(double rate) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), rate, std::chars_format::general, 4).ptr;
  return {text.data(), end};
}

Words describe_usual_rate(const Analysis& analysis, double rate, double times) {
  const std::vector<graph::Optimizer>* optimizers = optimizers_at_peak(analysis);
  const auto are = [&](std::string_view name) {
    return optimizers && std::all_of(optimizers->begin(), optimizers->end(),
                                     [&](const graph::Optimizer& one) { return one.name.starts_with(name); });
  };
  if (are("sgd")) return "With SGD it usually goes with the batch: {0}."_words(describe_rate(rate * times));
  if (are("adam"))
    return "With Adam it usually goes with the square root of the batch: {0}."_words(
        describe_rate(rate * std::sqrt(times)));
  return {};
}

Words describe_learning_rate(const Analysis& analysis, const Fix& fix, int64_t batch, const Session& session) {
  const std::optional<double> before = learning_rate(analysis);
  if (!before || fix.edits.empty() || !analysis.built->batch || analysis.built->batch->value == batch) return {};
  const std::optional<double> after = learning_rate(what_if(analysis, fix.edits, session));
  if (!after) return {};
  if (*after != *before)
    return "The program then makes its optimizer with a learning rate of {0} in place of {1}."_words(
        describe_rate(*after), describe_rate(*before));
  const double times = static_cast<double>(batch) / static_cast<double>(analysis.built->batch->value);
  return sentences({"The learning rate stays {0} if you change the batch."_words(describe_rate(*before)),
                    describe_usual_rate(analysis, *before, times)});
}

}  // namespace vramlint::rules
