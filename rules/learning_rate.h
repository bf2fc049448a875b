// The learning rate that a followed program gives its optimizers.
#pragma once

#include <optional>
#include <string>

#include "rule.h"

namespace vramlint::rules {

/// Of all optimizers of the step with the highest peak; empty where it is not known, or they differ.
std::optional<double> learning_rate(const Analysis& analysis);

/// What a fix that changes the batch does to it: a sentence, or nothing.
Words describe_learning_rate(const Analysis& analysis, const Fix& fix, int64_t batch, const Session& session);

/// What is usual for a batch that is so many times as large: a sentence, or nothing.
Words describe_usual_rate(const Analysis& analysis, double rate, double times);

/// "0.1", "2e-05".
std::string describe_rate(double rate);

}  // namespace vramlint::rules
