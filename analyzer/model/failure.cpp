#include "model/failure.h"

#include <algorithm>
#include <cctype>

#include "config/data_hint.h"
#include "interp/following.h"

namespace vramlint::model {

Span in_recipe(const Span& span, const config::Expression& expression) {
  return span.source == expression.source ? expression.span : span;
}

namespace {

// The innermost place that is the user's: a check in our nn.GroupNorm is told where the layer is made.
Span user_place(const Span& span, const std::vector<Span>& calls) {
  if (span && !is_prelude(span.source)) return span;
  for (const Span& call : calls) {
    if (call && !is_prelude(call.source)) return call;
  }
  return {};
}

std::vector<Span> user_calls(const std::vector<Span>& calls, const config::Expression& expression) {
  std::vector<Span> result;
  for (const Span& call : calls) {
    if (call && !is_prelude(call.source)) result.push_back(in_recipe(call, expression));
  }
  return result;
}

}  // namespace

// torch has the name, or so the source believes; we do not. Or it needs the items of what is not known.
bool names_our_gap(const interp::Error& error) {
  const std::string& message = error.message;
  if (error.gap || error.type == "UnknownIteration" || error.message == "<unknown>") return true;
  if (error.type == "SyntaxError") return message.ends_with(" not supported");
  if (error.type == "AttributeError") {
    return message.starts_with("module 'torch") || message.starts_with("'Tensor' object has no attribute") ||
           message.starts_with("'Parameter' object has no attribute");
  }
  if (error.type == "ImportError" || error.type == "ModuleNotFoundError") {
    return message.find("from 'torch") != std::string::npos || message.starts_with("No module named 'torch.");
  }
  return false;
}

namespace {

using Kind = BuildFailure::Kind;

/// The program says that a package is not there: of that we know nothing, only that its source is not at hand.
bool asks_for_package(const interp::Error& error) {
  if (error.kind != interp::Error::Kind::raised) return false;
  constexpr std::string_view kSpellings[] = {"pip install",   "not installed", "lease install",
                                             "conda install", " to install ",  "add --python-path"};
  return std::any_of(std::begin(kSpellings), std::end(kSpellings),
                     [&](std::string_view one) { return error.message.find(one) != std::string::npos; });
}

BuildFailure::Kind kind_of(const interp::Error& error, const config::Expression& expression) {
  switch (error.kind) {
    case interp::Error::Kind::budget:
      return Kind::budget;
    case interp::Error::Kind::missing:
      return Kind::unresolved;
    case interp::Error::Kind::syntax:
      return Kind::unsupported;
    case interp::Error::Kind::raised:
      break;
  }
  if (names_our_gap(error) || asks_for_package(error)) return Kind::unsupported;
  if (error.type == "ModuleNotFoundError") return Kind::unresolved;
  if (error.type == "FileNotFoundError") return Kind::unsupported;  // data that the project does not hold
  bool in_expression = error.span.source == expression.source;
  if (in_expression && (error.type == "AttributeError" || error.type == "NameError" || error.type == "ImportError")) {
    return Kind::unresolved;
  }
  return Kind::raised;
}

constexpr std::string_view kAskForPackages[] = {"ImportError: ", "ModuleNotFoundError: "};
constexpr std::string_view kLeadsToPackage = "; `--site-packages DIR` leads to the package where it is installed";

}  // namespace

bool says_package(const BuildFailure& failure, std::string_view name) {
  const size_t end = failure.message.find(kLeadsToPackage);
  const bool asks = std::ranges::any_of(
      kAskForPackages, [&](std::string_view type) { return failure.message.find(type) != std::string::npos; });
  if (end == std::string::npos && !asks) return false;
  const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const std::string_view message = std::string_view(failure.message).substr(0, end);
  for (size_t at = message.find(name); at != std::string_view::npos; at = message.find(name, at + 1)) {
    const size_t after = at + name.size();
    if ((at == 0 || !is_part(message[at - 1])) && (after == message.size() || !is_part(message[after]))) return true;
  }
  return false;
}

BuildFailure unknown_batch(const std::string& reason, const Span& place) {
  BuildFailure failure;
  failure.kind = BuildFailure::Kind::unknown_batch;
  failure.message =
      "what the loader yields is not known: " + reason +
      "; add `inputs:` and `targets:` to the recipe, the tensors of one batch in their order, for example inputs: "
      "[\"float32[32, 3, 224, 224]\"]; or `batch:`, where it is no tuple of tensors: "
      "\"(float32[32, 3, 224, 224], {})\"";
  const std::optional<config::DataHint> hint = config::data_hint(reason);
  const bool is_picture = hint && hint->kind == config::DataHint::Kind::pictures;
  if (hint)
    failure.message += (is_picture ? "; or say how large the pictures in its files are: "
                                   : "; or say what the arrays in its files are: ") +
                       hint->line;
  failure.span = place;
  return failure;
}

namespace {

/// A sample was being drawn, or put into a batch.
bool draws(const std::vector<Span>& calls) {
  constexpr std::string_view kPlaces[] = {"<vramlint>/torch/utils/data/_batches.py",
                                          "<vramlint>/vramlint_openmmlab/clips.py"};
  return std::any_of(calls.begin(), calls.end(), [&](const Span& call) {
    return call && std::find(std::begin(kPlaces), std::end(kPlaces), call.source->path()) != std::end(kPlaces);
  });
}

}  // namespace

void fail(const interp::Error& error, const config::Expression& expression) {
  if (draws(error.calls)) throw Failed{unknown_batch(interp::said_of(error), user_place(error.span, error.calls))};
  BuildFailure failure;
  failure.kind = kind_of(error, expression);
  const bool ours = error.type.empty() || error.type == "UnknownIteration" ||  // no exception of Python's
                    (error.type == "SyntaxError" && names_our_gap(error));
  failure.message = error.gap               ? "not modelled: " + error.message
                    : ours                  ? error.message
                    : error.message.empty() ? error.type
                                            : error.type + ": " + error.message;
  if (asks_for_package(error)) failure.message += kLeadsToPackage;
  Span place = user_place(error.span, error.calls);
  failure.span = place ? in_recipe(place, expression) : expression.span;
  failure.keys = error.origins;
  std::erase_if(failure.keys,
                [](const auto& key) { return key.span == interp::place_of_run(); });  // of the command line
  failure.calls = user_calls(error.calls, expression);
  throw Failed{std::move(failure)};
}

void fail(BuildFailure::Kind kind, std::string message, Span span, std::vector<interp::OriginAtom> keys) {
  throw Failed{{kind, std::move(message), span, std::move(keys), {}}};
}

BuildFailure failure_of(const Unsupported& unsupported, const config::Expression& expression) {
  if (draws(unsupported.calls)) return unknown_batch(unsupported.message, unsupported.span);
  BuildFailure failure;
  failure.kind = BuildFailure::Kind::unsupported;
  failure.message = unsupported.message;
  failure.span = unsupported.span ? in_recipe(unsupported.span, expression) : expression.span;
  failure.calls = user_calls(unsupported.calls, expression);
  return failure;
}

interp::Value value_or_fail(interp::Result<interp::Value> result, const config::Expression& expression) {
  if (auto* error = std::get_if<interp::Error>(&result)) fail(*error, expression);
  return std::get<interp::Value>(std::move(result));
}

}  // namespace vramlint::model
