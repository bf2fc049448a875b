// `function.__code__`: what the compiler knows of a function; and new functions made of one.
#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/native.h"

namespace vramlint::interp {

namespace {

using ParameterKind = syntax::Parameter::Kind;

struct CodeObject : Native {
  explicit CodeObject(Value f) : function(std::move(f)) {}
  const Value function;  // whose code it is
  const syntax::Function& code() const { return *function.as<FunctionObject>()->code; }
  std::string_view type_name() const override { return "code"; }
  bool is_constant() const override { return true; }
  void visit(const std::function<void(const Value&)>& seen) const override { seen(function); }
  std::optional<size_t> hash() const override { return reinterpret_cast<size_t>(&code()); }
  std::optional<Value> compare(Interpreter&, syntax::CompareOp op, const Value& other, Span) override {
    if (op != syntax::CompareOp::eq && op != syntax::CompareOp::ne) return {};
    const auto* right = other.as_native<CodeObject>();
    const bool same = right && &right->code() == &code();
    return Value::boolean(same == (op == syntax::CompareOp::eq));
  }
  std::optional<Value> get_attribute(Interpreter& interpreter, std::string_view name, Span span) override;
};

int64_t count(const syntax::Function& code, std::initializer_list<ParameterKind> kinds) {
  return std::count_if(code.parameters.begin(), code.parameters.end(), [&](const syntax::Parameter& parameter) {
    return std::find(kinds.begin(), kinds.end(), parameter.kind) != kinds.end();
  });
}

/// CPython's order: what is passed by place, by keyword, then `*args`, `**keywords` and the other locals.
Value variable_names(const syntax::Function& code) {
  std::vector<Value> names;
  for (const auto& kinds : {std::vector{ParameterKind::positional_only, ParameterKind::ordinary},
                            {ParameterKind::keyword_only},
                            {ParameterKind::star},
                            {ParameterKind::double_star}})
    for (const syntax::Parameter& parameter : code.parameters)
      if (std::find(kinds.begin(), kinds.end(), parameter.kind) != kinds.end() && !parameter.name.text().empty())
        names.push_back(Value::string(parameter.name.text()));
  for (size_t i = names.size(); i < code.scope.slots.size(); ++i)
    if (!code.scope.is_cell[i]) names.push_back(Value::string(code.scope.slots[i].text()));
  return Value::tuple(std::move(names));
}

Value captured_names(const syntax::Function& code) {
  std::vector<Value> names;
  for (const auto& capture : code.scope.captures) names.push_back(Value::string(capture.name.text()));
  return Value::tuple(std::move(names));
}

int64_t flags(const syntax::Function& code) {  // of CPython's Include/cpython/code.h, 3.10
  constexpr int64_t kOptimized = 1, kNewLocals = 2, kVarArgs = 4, kVarKeywords = 8, kGenerator = 32, kCoroutine = 128;
  return kOptimized | kNewLocals | (count(code, {ParameterKind::star}) ? kVarArgs : 0) |
         (count(code, {ParameterKind::double_star}) ? kVarKeywords : 0) | (code.scope.is_generator ? kGenerator : 0) |
         (code.is_async ? kCoroutine : 0);
}

std::optional<Value> CodeObject::get_attribute(Interpreter&, std::string_view name, Span) {
  if (name == "co_name") return Value::string(code().name.text());
  if (name == "co_qualname") return Value::string(function.as<FunctionObject>()->qualified_name);
  if (name == "co_varnames") return variable_names(code());
  if (name == "co_freevars") return captured_names(code());
  if (name == "co_argcount")
    return Value::integer(count(code(), {ParameterKind::positional_only, ParameterKind::ordinary}));
  if (name == "co_posonlyargcount") return Value::integer(count(code(), {ParameterKind::positional_only}));
  if (name == "co_kwonlyargcount") return Value::integer(count(code(), {ParameterKind::keyword_only}));
  if (name == "co_flags") return Value::integer(flags(code()));
  if (name == "co_filename") return Value::string(function.as<FunctionObject>()->module.as<Module>()->file);
  if (name.starts_with("co_")) return Value::unknown("a code object's " + std::string(name) + " is not modelled", {});
  return {};
}

}  // namespace

Value code_of(const FunctionObject& function) { return Value(new CodeObject(Value(&function))); }

Value make_function_of_code(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given =
      bind_parameters(interpreter, arguments, "function", {"code", "globals", "name", "argdefs", "closure"}, 2);
  const auto* code = given[0].as_native<CodeObject>();
  if (!code) interpreter.raise("TypeError", "function() argument 'code' must be code", arguments.span);
  const auto& from = *code->function.as<FunctionObject>();
  auto* made = new FunctionObject;
  Value result(made);
  made->code = from.code;
  made->keep_alive = from.keep_alive;
  made->module = from.module;
  made->captured = from.captured;
  made->defaults = from.defaults;
  made->qualified_name = from.qualified_name;
  if (given[2].is_string()) {
    made->qualified_name = given[2].as_string();
    made->attributes = Value(new Dict);
    interpreter.heap().dict(made->attributes).set("__name__", given[2]);
  }
  return result;
}

}  // namespace vramlint::interp
