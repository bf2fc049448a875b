#include "model/layer_refusal.h"

#include "interp/opaque.h"

#include "interp/decided.h"
#include "model/failure.h"

namespace vramlint::model {

bool is_refused_by_layer(interp::Interpreter& interpreter, const interp::Error& error) {
  constexpr std::string_view kLayers = "<vramlint>/torch/nn/modules/";
  if (error.type != "ValueError" && error.type != "RuntimeError") return false;
  if (!error.span || !error.span.source->path().starts_with(kLayers)) return false;
  return interpreter.unknowns().empty() && !interp::why_changed(interpreter) && !names_our_gap(error);
}

void fail_for_good(interp::Interpreter& interpreter, const interp::Error& error) {
  interp::Error whole = error;
  const std::vector<Span> around = interpreter.call_stack();
  whole.calls.insert(whole.calls.end(), around.begin(), around.end());
  std::erase_if(whole.origins, [](const auto& key) { return key.span == interp::place_of_run(); });
  if (whole.origins.empty()) whole.origins = interp::keys_behind_names(interpreter);
  fail(whole, {});
}

}  // namespace vramlint::model
