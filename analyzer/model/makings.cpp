#include "model/makings.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

#include "interp/objects.h"
#include "model/unsupported.h"

namespace vramlint::model {
namespace {

using interp::Value;

struct Given {
  size_t positional = 0;
  std::set<std::string, std::less<>> names;
};

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\\";
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// False of `*rest` and `**options`: what these give is not in the text.
bool note_argument(std::string_view argument, Given& given) {
  argument = stripped(argument);
  if (argument.empty()) return true;
  if (argument.front() == '*') return false;
  size_t end = 0;
  while (end < argument.size() && (argument[end] == '_' || std::isalnum(static_cast<unsigned char>(argument[end]))))
    ++end;
  const std::string_view behind = stripped(argument.substr(end));
  if (end > 0 && behind.starts_with("=") && !behind.starts_with("=="))
    given.names.emplace(argument.substr(0, end));
  else
    ++given.positional;
  return true;
}

/// What a call gives, by its text: `Net(3, width=8)`. None where that does not say it.
std::optional<Given> given_in(std::string_view call) {
  const size_t open = call.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  Given given;
  int depth = 0;
  char quote = 0;
  size_t begin = open + 1;
  for (size_t at = open; at < call.size(); ++at) {
    const char c = call[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '#') {
      return std::nullopt;  // a comment between arguments
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      if (--depth > 0) continue;
      return note_argument(call.substr(begin, at - begin), given) ? std::optional(given) : std::nullopt;
    } else if (c == ',' && depth == 1) {
      if (!note_argument(call.substr(begin, at - begin), given)) return std::nullopt;
      begin = at + 1;
    }
  }
  return std::nullopt;
}

/// As Python writes it; none of what is no plain value, whose own code would have to say.
std::optional<std::string> written(interp::Interpreter& interpreter, const Value& value, int depth = 0) {
  constexpr size_t kMostItems = 16;
  const bool is_plain = value.is_none() || value.is_bool() || value.is_int() || value.is_real() || value.is_string();
  const auto* tuple = depth == 0 ? value.as<interp::Tuple>() : nullptr;
  if (!is_plain && (!tuple || tuple->items.size() > kMostItems)) return std::nullopt;
  if (tuple && !std::all_of(tuple->items.begin(), tuple->items.end(),
                            [&](const Value& item) { return written(interpreter, item, depth + 1).has_value(); }))
    return std::nullopt;
  return interpreter.repr(value);
}

ModuleMaking making_of(interp::Interpreter& interpreter, const interp::Instance& module, const Span& site) {
  ModuleMaking making;
  const interp::Class& cls = *module.cls();
  const Value* constructor = cls.lookup("__init__");
  const auto* function = constructor ? constructor->as<interp::FunctionObject>() : nullptr;
  const std::optional<Given> given = function ? given_in(site.text()) : std::nullopt;
  if (!given) return making;
  making.cls = cls.module + "." + cls.name;
  const std::vector<syntax::Parameter>& parameters = function->code->parameters;
  for (size_t i = 1; i < parameters.size() && i < function->defaults.size(); ++i) {
    const std::string& name = parameters[i].name.text();
    if (!parameters[i].default_value || i <= given->positional || given->names.contains(name)) continue;
    if (std::optional<std::string> value = written(interpreter, function->defaults[i]))
      making.left_out.emplace_back(name, std::move(*value));
  }
  return making;
}

/// "autoencoder", "self.vae", and the model itself.
bool is_near_the_top(std::string_view path) { return std::count(path.begin(), path.end(), '.') <= 1; }

}  // namespace

void note_making(interp::Interpreter& interpreter, Builder& builder, const Value& module, graph::ModuleId number) {
  builder.makings.resize(builder.graph.modules.size());
  builder.makings[number] = {};  // of one that an arm had made which is undone
  const std::optional<interp::Making> made =
      module.is(interp::ObjectKind::instance) ? builder.making_of(*module.object()) : std::nullopt;
  if (!made || !made->site || is_prelude(made->site.source) || !is_near_the_top(builder.graph.modules[number])) return;
  builder.makings[number] = making_of(interpreter, *module.as<interp::Instance>(), made->site);
}

}  // namespace vramlint::model
