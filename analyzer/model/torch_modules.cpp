#include "model/torch_modules.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>

#include "config/data_hint.h"
#include "interp/opaque.h"
#include "model/apply.h"
#include "model/autograd.h"
#include "model/bounded_sizes.h"
#include "model/build.h"
#include "model/convert.h"
#include "model/data_facts.h"
#include "model/dtype.h"
#include "model/factories.h"
#include "model/made_parameter.h"
#include "model/module_attributes.h"
#include "model/module_iterators.h"
#include "model/module_state.h"
#include "model/module_walks.h"
#include "model/placement.h"
#include "model/refuse.h"
#include "model/tensor_constructors.h"
#include "model/tensor_subclass.h"
#include "model/torch_arguments.h"
#include "model/value_questions.h"
#include "ops/registry.h"

namespace vramlint::model {
namespace {

using graph::Dtype;
using interp::Arguments;
using interp::Interpreter;
using interp::Value;

// ---------------------------------------------------------------- state

Value set_grad_enabled(Interpreter& interpreter, Arguments& arguments) {
  Builder& builder = *builder_of(interpreter);
  bool before = builder.grad_enabled;
  Value mode = torch_argument(arguments, 0, "mode");
  builder.grad_enabled = !mode.is_bool() || mode.as_bool();
  return Value::boolean(before);
}

Value is_grad_enabled(Interpreter& interpreter, Arguments&) {
  return Value::boolean(builder_of(interpreter)->grad_enabled);
}

Value enter_module(Interpreter& interpreter, Arguments& arguments) {
  Builder& builder = *builder_of(interpreter);
  graph::ModuleId before = builder.module;
  auto at = builder.modules.find(arguments.positional.at(0).object());
  if (at != builder.modules.end()) builder.module = at->second;
  return Value::integer(before);
}

Value leave_module(Interpreter& interpreter, Arguments& arguments) {
  builder_of(interpreter)->module = static_cast<graph::ModuleId>(arguments.positional.at(0).as_int());
  return Value::none();
}

// ---------------------------------------------------------------- for the prelude's own use

// torch's own functions call operators of modules that are not public.
std::string full_name(const Value& name) {
  std::string text(name.as_string());
  if (text.find('.') != std::string::npos && has_operator(text)) return text;
  for (const char* module : {"torch.", "torch._C._nn.", "torch._VF.", "torch.nn.functional.", "Tensor."}) {
    if (has_operator(module + text)) return module + text;
  }
  return "torch." + text;
}

/// _vramlint.op("conv2d", x, w, …): the operator "torch.conv2d".
Value native_op(Interpreter& interpreter, Arguments& arguments) {
  std::string name = full_name(arguments.positional.at(0));
  arguments.positional.erase(arguments.positional.begin());
  return apply(interpreter, name, arguments);
}

Value native_has_op(Interpreter&, Arguments& arguments) {
  return Value::boolean(has_operator(full_name(arguments.positional.at(0))));
}

Value native_unknown(Interpreter& interpreter, Arguments& arguments) {
  Unknown why{std::string(arguments.positional.at(0).as_string()), user_span(interpreter)};
  constexpr std::string_view kLeads = "`--site-packages DIR` leads to ";  // as interp::is_absent knows it
  if (const size_t at = why.reason.find(kLeads); at != std::string::npos && at > 2) {
    why.remedy = why.reason.substr(at);
    why.reason.resize(at - 2);
  }
  const std::optional<config::DataHint> hint = config::data_hint(why.reason);
  if (hint && hint->kind == config::DataHint::Kind::arrays)
    why.remedy = "`" + hint->line + "` in vramlint.yaml says what they are";
  return Value(new interp::UnknownValue(std::move(why)));
}

/// _vramlint.assume(text, value): at the config key that `value` came from, or where the program is.
Value native_assume(Interpreter& interpreter, Arguments& arguments) {
  const Value about = torch_argument(arguments, 1, "about");
  const std::vector<interp::OriginAtom> keys = interpreter.origins().atoms(about.origin());
  const Span place = keys.empty() ? user_span(interpreter) : keys.front().span;
  interpreter.assumptions().push_back({std::string(arguments.positional.at(0).as_string()), place});
  return Value::none();
}

Value native_unsupported(Interpreter& interpreter, Arguments& arguments) {
  unsupported(interpreter, std::string(arguments.positional.at(0).as_string()));
}

Value processes(Interpreter& interpreter, Arguments&) { return Value::integer(builder_of(interpreter)->processes); }

/// _vramlint.set_processes(count): the program says how many train together. What the recipe says goes before.
Value set_processes(Interpreter& interpreter, Arguments& arguments) {
  Builder& builder = *builder_of(interpreter);
  const Value& count = arguments.positional.at(0);
  if (builder.processes == 1 && count.is_int() && count.as_int() > 1) builder.processes = count.as_int();
  return Value::none();
}

/// None where that is not known.
Value gpus(Interpreter& interpreter, Arguments&) {
  const std::optional<int64_t> count = builder_of(interpreter)->gpus;
  return count ? Value::integer(*count) : Value::none();
}

/// The text as a source that outlives every finding which points into it.
const Source& lasting_source(const std::string& text) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Source>> sources;
  const std::lock_guard lock(mutex);
  std::unique_ptr<Source>& source = sources[text];
  if (!source) source = std::make_unique<Source>("<expression of a config>", text);
  return *source;
}

/// _vramlint.evaluate("len(x)", names): an expression that stands in a config.
Value evaluate_text(Interpreter& interpreter, Arguments& arguments) {
  if (!arguments.positional.at(0).is_string() || !arguments.positional.at(1).as<interp::Dict>())
    interpreter.raise("TypeError", "evaluate() takes a text and a dict", arguments.span);
  const std::string text(arguments.positional[0].as_string());
  interp::Result<Value> result = interpreter.evaluate(lasting_source(text), arguments.positional.at(1));
  if (auto* error = std::get_if<interp::Error>(&result))
    interpreter.raise(error->type.empty() ? "RuntimeError" : error->type, "`" + text + "`: " + error->message, {});
  return std::get<Value>(std::move(result));
}

/// is_missing(part)
Value native_is_missing(Interpreter& interpreter, Arguments& arguments) {
  return Value::boolean(is_missing_part(interpreter, arguments.positional.at(0)));
}

Value native_standing_in(Interpreter&, Arguments& arguments) { return interp::standing_in(arguments.positional.at(0)); }

/// received(tensor): another process writes into it, so that its elements are not known any more.
Value received(Interpreter&, Arguments& arguments) {
  Tensor* tensor = as_tensor(arguments.positional.at(0));
  if (!tensor) return {};
  if (tensor->on_device()) {
    for (Tensor* other : tensor->builder->on_storage(tensor->storage())) {
      other->forget_elements();
      forget_choice(*other);
    }
  }
  tensor->forget_elements();
  forget_choice(*tensor);
  return {};
}

/// lies_on_gpu(tensor): it does, or the program has said so before the step.
Value lies_on_gpu(Interpreter&, Arguments& arguments) {
  const Tensor* tensor = as_tensor(arguments.positional.at(0));
  return Value::boolean(tensor && (tensor->on_device() || tensor->asked == Place::device));
}

// finfo and iinfo: torch/_C/__init__.pyi; the limits are those of IEEE 754 and two's complement.
Value limits_of(Interpreter& interpreter, Arguments& arguments) {
  Dtype dtype = dtype_of(interpreter, torch_argument(arguments, 0, "dtype")).value_or(Dtype::float32);
  auto triple = [](double lowest, double highest, double epsilon, double tiny) {
    return Value::tuple({Value::real(lowest), Value::real(highest), Value::real(epsilon), Value::real(tiny)});
  };
  using F = std::numeric_limits<float>;
  using D = std::numeric_limits<double>;
  if (dtype == Dtype::float16) return triple(-65504.0, 65504.0, 0x1p-10, 0x1p-14);
  if (dtype == Dtype::bfloat16) return triple(-0x1.FEp127, 0x1.FEp127, 0x1p-7, 0x1p-126);
  if (dtype == Dtype::float64 || dtype == Dtype::complex128)
    return triple(D::lowest(), D::max(), D::epsilon(), D::min());
  if (graph::is_differentiable(dtype)) return triple(F::lowest(), F::max(), F::epsilon(), F::min());
  int bits = static_cast<int>(8 * graph::size_of(dtype));
  if (dtype == Dtype::uint8) return Value::tuple({Value::integer(0), Value::integer(255)});
  int64_t highest = bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (bits - 1)) - 1;
  return Value::tuple({Value::integer(-highest - 1), Value::integer(highest)});
}

constexpr std::pair<std::string_view, Value (*)(Interpreter&, Arguments&)> kTorchNatives[] = {
    {"tensor", native_tensor},
    {"set_grad_enabled", set_grad_enabled},
    {"is_grad_enabled", is_grad_enabled},
    {"enter_module", enter_module},
    {"begin_module", begin_module},
    {"leave_module", leave_module},
    {"op", native_op},
    {"has_op", native_has_op},
    {"unknown", native_unknown},
    {"assume", native_assume},
    {"unsupported", native_unsupported},
    {"processes", processes},
    {"set_processes", set_processes},
    {"gpus", gpus},
    {"is_missing", native_is_missing},
    {"standing_in", native_standing_in},
    {"received", received},
    {"of_torch", attribute_of_torch},
    {"lies_on_gpu", lies_on_gpu},
    {"note_part", native_note_part},
    {"note_hidden_children", native_note_hidden_children},
    {"lay", native_lay},
    {"modules_of", native_modules_of},
    {"evaluate", evaluate_text},
    {"limits_of", limits_of},
};

constexpr std::pair<std::string_view, Dtype> kNamedDtypes[] = {
    {"float32", Dtype::float32},       {"float", Dtype::float32},       {"float64", Dtype::float64},
    {"double", Dtype::float64},        {"float16", Dtype::float16},     {"half", Dtype::float16},
    {"bfloat16", Dtype::bfloat16},     {"int64", Dtype::int64},         {"long", Dtype::int64},
    {"int32", Dtype::int32},           {"int", Dtype::int32},           {"int16", Dtype::int16},
    {"short", Dtype::int16},           {"int8", Dtype::int8},           {"uint8", Dtype::uint8},
    {"bool", Dtype::boolean},          {"complex64", Dtype::complex64}, {"cfloat", Dtype::complex64},
    {"complex128", Dtype::complex128}, {"cdouble", Dtype::complex128},
};

void fill_natives(Interpreter& interpreter, interp::Dict& names) {
  for (const auto& [name, function] : kTorchNatives)
    names.set(name, interpreter.make_builtin(std::string(name), function));
  for (const auto& table : {autograd_natives(), optimizer_natives()})
    for (const auto& [name, function] : table) names.set(name, interpreter.make_builtin(std::string(name), function));
  for (const auto& [name, dtype] : kNamedDtypes) names.set("dtype_" + std::string(name), dtype_value(dtype));
  add_autocast_natives(interpreter, names);
  add_data_natives(interpreter, names);
  add_value_questions(interpreter, names);
}

// ---------------------------------------------------------------- completing the prelude's modules

Value operator_builtin(Interpreter& interpreter, const std::string& full) {
  return interpreter.make_builtin(full,
                                  [full](Interpreter& in, Arguments& arguments) { return apply(in, full, arguments); });
}

// Operators that the module's source has not defined: "torch.relu" in torch, "torch.nn.functional.gelu" there.
// What it lists as `__absent__` a release has not.
void add_operators(Interpreter& interpreter, const std::string& module, interp::Dict& names) {
  const Value* listed = names.find("__absent__");
  const std::vector<Value> absent = listed ? interpreter.to_vector(*listed, {}) : std::vector<Value>{};
  const auto is_absent = [&](std::string_view name) {
    return std::any_of(absent.begin(), absent.end(), [&](const Value& one) { return one.as_string() == name; });
  };
  for (const std::string_view name : ops::names_in(module)) {
    const std::string_view last = name.substr(module.size() + 1);
    if (!names.find(last) && !is_absent(last)) names.set(last, operator_builtin(interpreter, std::string(name)));
  }
}

const interp::Class* class_in(interp::Dict& names, std::string_view name) {
  const Value* found = names.find(name);
  return found ? found->as<interp::Class>() : nullptr;
}

void complete_tensor(Interpreter& interpreter, Builder& builder, interp::Dict& names) {
  const interp::Class* tensor = class_in(names, "Tensor");
  interpreter.heap().write(*tensor).construct = construct_tensor;
  builder.tensor_class = Value(tensor);
  builder.size_class = *names.find("Size");
  builder.device_class = *names.find("device");
  builder.return_types = *names.find("return_types");
}

void complete_parameter(Interpreter& interpreter, interp::Dict& names) {
  for (std::string_view name : {"Parameter", "Buffer"}) {
    const interp::Class* cls = class_in(names, name);
    if (!cls) continue;
    interpreter.heap().write(*cls).construct = [cls](Interpreter& in, Arguments& arguments) {
      return construct_parameter(in, arguments, Value(cls));
    };
  }
}

/// A package's module that is read from its source: `vramlint_amended` may know better what some of its names do.
void amend(Interpreter& interpreter, interp::Module& module) {
  std::string path = "vramlint_amended/" + module.name + ".py";
  std::replace(path.begin(), path.end() - 3, '.', '/');
  if (!prelude().find(path)) return;
  const Value amended = interpreter.import("vramlint_amended." + module.name, {});
  interpreter.call(interpreter.get_attribute(amended, "amend", {}), {Value(&module)}, {});
}

}  // namespace

void install_torch(Interpreter& interpreter, std::shared_ptr<Builder> builder) {
  set_builder(interpreter, builder);
  interpreter.set_effects(builder.get());
  interpreter.add_module_hook([](Interpreter& in, interp::Module& module) {
    if (!module.globals.as<interp::Dict>()) return false;
    interp::Dict* names = &in.heap().dict(module.globals);
    if (module.name == "_vramlint") {
      fill_natives(in, *names);
      return true;
    }
    bool ours = module.name == "torch" || module.name.starts_with("torch.");
    if (module.file.empty()) return false;  // no source: there is no such module
    if (!ours) {
      if (!module.file.starts_with("<vramlint>/")) amend(in, module);
      return false;
    }
    if (module.name == "torch") {
      for (const auto& [name, dtype] : kNamedDtypes) names->set(name, dtype_value(dtype));
    }
    if (module.name == "torch.nn" || module.name == "torch.nn.modules") in.fills_as_asked(module.globals);
    if (module.name == "torch._tensor") complete_tensor(in, *builder_of(in), *names);
    if (module.name == "torch.nn.parameter") complete_parameter(in, *names);
    if (module.name == "torch.nn.modules.module") {
      quicken_attributes(in, *names, *class_in(*names, "Module"));
      quicken_walks(in, *names, *class_in(*names, "Module"));
      quicken_state(in, *class_in(*names, "Module"));
      in.keep_instances_of(*class_in(*names, "Module"));
    }
    add_operators(in, module.name, *names);
    return true;
  });
}

}  // namespace vramlint::model
