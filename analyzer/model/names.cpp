#include "model/names.h"

#include <cctype>
#include <set>

#include "config/values.h"
#include "model/dtype.h"
#include "model/failure.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t skip_string(std::string_view text, size_t at) {
  char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at + 1;
}

// Dotted names as they stand in the text, strings and attributes of other things left out.
std::set<std::string> dotted_names(std::string_view text) {
  std::set<std::string> result;
  size_t at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_string(text, at);
    } else if (starts_name(c)) {
      size_t start = at;
      while (at < text.size() &&
             (in_name(text[at]) || (text[at] == '.' && at + 1 < text.size() && starts_name(text[at + 1]))))
        ++at;
      if (start == 0 || text[start - 1] != '.') result.insert(std::string(text.substr(start, at - start)));
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      while (at < text.size() && (in_name(text[at]) || text[at] == '.')) ++at;
    } else {
      ++at;
    }
  }
  return result;
}

bool is_missing(const interp::Error& error, const std::string& module) {
  return error.kind == interp::Error::Kind::missing ||
         (error.type == "ModuleNotFoundError" && error.message.find("'" + module + "'") != std::string::npos);
}

// Imports a, a.b, a.b.c as far as they are modules. False if even the first is none.
bool import_longest(Interpreter& interpreter, const std::string& dotted, const config::Expression& expression) {
  bool any = false;
  for (size_t end = dotted.find('.');; end = dotted.find('.', end + 1)) {
    std::string prefix = dotted.substr(0, end);
    interp::Result<Value> module = interpreter.import_module(prefix);
    if (auto* error = std::get_if<interp::Error>(&module)) {
      if (is_missing(*error, prefix)) return any;
      fail(*error, expression);
    }
    if (!std::get<Value>(module).as<interp::Module>()) return any;
    any = true;
    if (end == std::string::npos) return any;
  }
}

}  // namespace

Value make_names(Interpreter& interpreter, const config::Config& config) {
  auto* names = new interp::Dict;
  Value result(names);
  config::ToValue to_value(interpreter);
  interp::Result<Value> module = interpreter.import_module("vramlint_config");
  auto* found = std::get_if<Value>(&module);
  auto* ours = found ? found->as<interp::Module>()->globals.as<interp::Dict>() : nullptr;
  if (ours) to_value.mapping_class = ours->find("Config")->as<interp::Class>();
  Value cfg = to_value.value(config.root);
  if (ours) {
    interp::Result<Value> made = interpreter.call_guarded(*ours->find("instantiator"), {{cfg}, {}, {}});
    if (auto* instantiate = std::get_if<Value>(&made)) names->set("instantiate", *instantiate);
  }
  names->set("cfg", std::move(cfg));
  for (int i = 0; i <= static_cast<int>(graph::Dtype::complex128); ++i) {
    auto dtype = static_cast<graph::Dtype>(i);
    if (dtype != graph::Dtype::boolean) names->set(graph::to_string(dtype), dtype_value(dtype));
  }
  return result;
}

void import_names(Interpreter& interpreter, const config::Expression& expression, interp::Dict& names) {
  for (const std::string& dotted : dotted_names(expression.source->text())) {
    std::string root = dotted.substr(0, dotted.find('.'));
    if (names.find(root)) continue;
    if (!import_longest(interpreter, dotted, expression))
      continue;  // a builtin, a keyword, or nothing: evaluation says
    interp::Result<Value> module = interpreter.import_module(root);
    if (auto* found = std::get_if<Value>(&module)) names.set(root, *found);
  }
}

namespace {

/// `x` of "name 'x' is not defined".
std::string missing_name(const interp::Result<Value>& result) {
  const auto* error = std::get_if<interp::Error>(&result);
  if (!error || error->type != "NameError") return "";
  const std::string& message = error->message;
  const size_t begin = message.find('\'') + 1, end = message.rfind('\'');
  return begin == 0 || end <= begin ? "" : message.substr(begin, end - begin);
}

/// `bool[4, 77]` of an expression is a tensor's type; Python's class has no items.
bool names_boolean_tensors(std::string_view text) {
  for (size_t at = text.find("bool["); at != std::string_view::npos; at = text.find("bool[", at + 1)) {
    if (at == 0 || !(in_name(text[at - 1]) || text[at - 1] == '.')) return true;
  }
  return false;
}

}  // namespace

/// What a text names that is evaluated there, `eval("models." + cfg.net)`, is imported like what the expression names.
Value evaluate(Interpreter& interpreter, const config::Expression& expression, const Value& names) {
  constexpr int kMostImports = 8;
  import_names(interpreter, expression, interpreter.heap().dict(names));
  const bool has_booleans = names_boolean_tensors(expression.source->text());
  if (has_booleans) interpreter.heap().dict(names).set("bool", dtype_value(graph::Dtype::boolean));
  interp::Result<Value> result = interpreter.evaluate(*expression.source, names);
  if (has_booleans) interpreter.heap().dict(names).set("bool", Value(interpreter.builtin_class("bool")));
  const bool evaluates = expression.source->text().find("eval(") != std::string_view::npos;
  for (int i = 0; evaluates && i < kMostImports; ++i) {
    const std::string name = missing_name(result);
    if (name.empty() || names.as<interp::Dict>()->find(name)) break;
    interp::Result<Value> module = interpreter.import_module(name);
    const auto* found = std::get_if<Value>(&module);
    if (!found || !found->as<interp::Module>()) break;
    interpreter.heap().dict(names).set(name, *found);
    result = interpreter.evaluate(*expression.source, names);
  }
  return value_or_fail(std::move(result), expression);
}

Value evaluate_setting(Interpreter& interpreter, const config::Expression& expression, const Value& names) {
  try {
    return evaluate(interpreter, expression, names);
  } catch (Failed& failed) {
    if (failed.failure.message == "NameError: name 'TODO' is not defined") {
      failed.failure.kind = BuildFailure::Kind::unsupported;
      failed.failure.message = "`TODO` in the recipe is to be filled in";
    } else if (failed.failure.message.starts_with("NameError")) {
      failed.failure.kind = BuildFailure::Kind::invalid_value;
    }
    throw;
  }
}

}  // namespace vramlint::model
