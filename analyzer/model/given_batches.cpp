#include "model/given_batches.h"

#include <functional>

#include "interp/listed.h"
#include "model/bounded_sizes.h"
#include "model/inputs.h"
#include "model/names.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

Value on_host(const std::shared_ptr<Builder>& builder, const InputShape& shape) {
  Value made = make_tensor(builder, shape.type);
  as_tensor(made)->origins = shape.origins;
  as_tensor(made)->asked = Place::host;
  return made;
}

/// A batch as the recipe says it: what stands for a tensor becomes one, in whatever holds it.
Value made_of(const std::shared_ptr<Builder>& builder, Interpreter& interpreter, const Value& said,
              const config::Expression& place) {
  const auto each = [&](const std::vector<Value>& items) {
    std::vector<Value> made;
    for (const Value& item : items) made.push_back(made_of(builder, interpreter, item, place));
    return made;
  };
  if (const auto* list = said.as<interp::List>()) return Value::list(each(list->items));
  if (const auto* tuple = said.as<interp::Tuple>()) return Value::tuple(each(tuple->items));
  if (const auto* dict = said.as<interp::Dict>()) {
    auto* made = new interp::Dict;
    Value result(made);
    for (const interp::Dict::Entry& entry : dict->entries())
      if (entry.live) made->set(entry.key, made_of(builder, interpreter, entry.value, place));
    return result;
  }
  if (said.is_string() || said.is_number() || said.is_none()) return said;  // a name, a length
  return on_host(builder, input_shape(interpreter, said, place));
}

/// What loaders yield, where the recipe says it; none otherwise.
std::function<Value()> giver(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const PhaseOf& phase) {
  const config::Experiment& experiment = phase.experiment;
  const Value names = make_names(interpreter, phase.config);
  if (experiment.batch) {
    const Value said = evaluate_setting(interpreter, *experiment.batch, names);
    return
        [&interpreter, builder, said, place = *experiment.batch] { return made_of(builder, interpreter, said, place); };
  }
  std::vector<InputShape> shapes;
  for (const auto* list : {&experiment.inputs, &experiment.targets})
    for (const config::Expression& input : *list)
      shapes.push_back(input_shape(interpreter, evaluate_setting(interpreter, input, names), input));
  if (shapes.empty()) return {};
  return [builder, shapes] {
    std::vector<Value> tensors;
    for (const InputShape& shape : shapes) tensors.push_back(on_host(builder, shape));
    return tensors.size() == 1 ? tensors.front() : Value::tuple(std::move(tensors));
  };
}

}  // namespace

void bring_batches(Started& run, const PhaseOf& phase, int64_t most, Watcher& watcher) {
  Interpreter& interpreter = run.interpreter;
  const std::function<Value()> give = giver(interpreter, run.builder, phase);
  (void)interpreter.guarded([&] {
    const Value module = interpreter.import("vramlint_follow", {});
    const auto offer = [&](const char* name, const Value& value) {
      interpreter.set_attribute(module, name, value, {});
    };
    offer("most_batches", Value::integer(most));
    const auto draw = [&watcher](Interpreter& running, interp::Arguments& arguments) {
      const std::vector<Value>& given = arguments.positional;
      watcher.drew({given.at(0), user_span(running), given.at(1), given.at(2), given.at(3)});
      return Value::none();
    };
    offer("drew", interpreter.make_builtin("drew", draw));
    const auto open = [&watcher](Interpreter&, interp::Arguments&) { return Value::integer(watcher.opens()); };
    offer("opens", interpreter.make_builtin("opens", open));
    const auto go_on = [&watcher](Interpreter&, interp::Arguments& arguments) {
      const std::vector<Value>& given = arguments.positional;
      return Value::integer(watcher.goes_on(given.at(0).as_int(), given.at(1), given.at(2).as_bool()));
    };
    offer("goes_on", interpreter.make_builtin("goes_on", go_on));
    const auto count = [builder = run.builder](Interpreter&, interp::Arguments&) {
      return Value::integer(builder->backwards + builder->optimizer_steps);
    };
    offer("trained", interpreter.make_builtin("trained", count));
    if (give)
      offer("given", interpreter.make_builtin("given", [give](Interpreter&, interp::Arguments&) { return give(); }));
    return Value::none();
  });
}

}  // namespace vramlint::model
