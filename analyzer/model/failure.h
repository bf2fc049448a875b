// From what the interpreter reports to why a model could not be built.
#pragma once

#include "config/experiment.h"
#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

/// Ends a build; thrown and caught inside this room only.
struct Failed {
  BuildFailure failure;
};

/// `expression` is what was being evaluated; places inside it are told as places in the recipe.
[[noreturn]] void fail(const interp::Error& error, const config::Expression& expression);
[[noreturn]] void fail(BuildFailure::Kind kind, std::string message, Span span,
                       std::vector<interp::OriginAtom> keys = {});

/// Whether the error speaks of what this analyser does not know rather than of the program.
bool names_our_gap(const interp::Error& error);

/// A place inside the expression as the recipe has it; any other as it is.
Span in_recipe(const Span& span, const config::Expression& expression);

/// The program refuses to go on without that package.
bool says_package(const BuildFailure& failure, std::string_view name);

/// What a loader yields is not known, for that reason: the recipe has to say it.
BuildFailure unknown_batch(const std::string& reason, const Span& place);

BuildFailure failure_of(const Unsupported& unsupported, const config::Expression& expression);

/// The value, or the failure.
interp::Value value_or_fail(interp::Result<interp::Value> result, const config::Expression& expression);

}  // namespace vramlint::model
