#include "model/adopted_optimizer.h"

#include <algorithm>
#include <cctype>

#include "interp/opaque.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

/// Parameters of which one has a gradient now, in the order in which they were placed.
std::vector<Value> with_gradients(Builder& builder) {
  std::vector<Value> found;
  for (const graph::Parameter& parameter : builder.graph.parameters) {
    if (!builder.has_gradient(parameter.tensor)) continue;
    const std::vector<Tensor*>& there = builder.on_storage(builder.graph.tensors[parameter.tensor].storage);
    const auto is_it = [&](const Tensor* tensor) { return tensor->id == parameter.tensor; };
    const auto tensor = std::find_if(there.begin(), there.end(), is_it);
    if (tensor != there.end()) found.emplace_back(*tensor);
  }
  return found;
}

Value in_stead(Interpreter& interpreter, std::string_view name) {
  return interpreter.get_attribute(interpreter.import("vramlint_opaque", {}), name, {});
}

/// `lr_scheduler.step()`, `profiler.step()`.
bool is_called_otherwise(std::string_view text) {
  constexpr std::string_view kOthers[] = {"sched", "lr", "warmup", "prof", "progress"};
  std::string name(text.substr(0, text.rfind(".step")));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return std::any_of(std::begin(kOthers), std::end(kOthers),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

/// `engine.optimizer` of `engine.optimizer.step()`: optimizer.
std::string name_before_step(std::string_view text) {
  constexpr size_t kMost = 40;
  text = text.substr(0, text.rfind(".step"));
  text = text.substr(text.find_last_of(". )]") + 1);  // npos + 1: all of it
  return text.empty() || text.size() > kMost ? "optimizer" : std::string(text);
}

}  // namespace

void adopt_step(Interpreter& interpreter, Builder& builder, const Value& object, const Span& place) {
  if (!place || builder.on_trial() || builder.backwards == 0 || is_called_otherwise(place.text())) return;
  if (!builder.in_step) {  // what has gradients is seen when the loop is recorded
    if (builder.graph.optimizers.empty()) ++builder.optimizer_steps;
    return;
  }
  const auto known = static_cast<int64_t>(builder.graph.optimizers.size());
  const std::vector<Value> given = {Value::string(place.source->path() + ":" + std::to_string(place.begin)),
                                    Value::string(name_before_step(place.text())), Value::list(with_gradients(builder)),
                                    Value::integer(known)};
  if (!interpreter.truthy(interpreter.call(in_stead(interpreter, "adopt"), given, place), place)) return;
  interp::note_unknown(interpreter,
                       unknown_by(object.as<interp::UnknownValue>()->info,
                                  interp::quoted(place) +
                                      " is taken for the step of an optimizer of all that has gradients; what it keeps "
                                      "is not known and raises the figures",
                                  place, Gap::given));
}

void adopt_write(Builder& builder, const Tensor& written) {
  if (!builder.graph.optimizers.empty() || builder.optimizer_steps >= builder.backwards) return;
  const auto is_trained = [](const Tensor* each) { return each->requires_grad && each->leaf; };
  const Tensor* whole = as_tensor(written.host_storage);
  bool trains = is_trained(&written) || written.of_leaf || (whole && whole->of_leaf);
  if (written.on_device()) {
    const std::vector<Tensor*>& there = builder.on_storage(written.storage());
    trains = trains || std::any_of(there.begin(), there.end(), is_trained);
  }
  if (trains) ++builder.optimizer_steps;
}

void adopt_zero_grad(Interpreter& interpreter, Builder& builder) {
  if (!builder.in_step || builder.on_trial()) return;
  const std::vector<Value> given = {Value::list(with_gradients(builder)),
                                    Value::integer(static_cast<int64_t>(builder.graph.optimizers.size()))};
  interpreter.call(in_stead(interpreter, "clear"), given, {});
}

}  // namespace vramlint::model
