// "name.overload(Type name=default, *, Type name) -> Result": the schema language of ATen's native_functions.yaml, as
// far as our operators use it.
#include <array>
#include <charconv>

#include "base/check.h"
#include "graph/schema.h"

namespace vramlint::graph {

namespace {

using Type = SchemaArgument::Type;

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Splits at commas outside brackets.
std::vector<std::string_view> split_arguments(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  const std::string_view last = trim(text.substr(begin));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

Type scalar_type(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Type>, 9> kTypes = {{
      {"Tensor", Type::tensor},
      {"int", Type::integer},
      {"SymInt", Type::integer},
      {"float", Type::real},
      {"bool", Type::boolean},
      {"str", Type::string},
      {"ScalarType", Type::dtype},
      {"Scalar", Type::scalar},
      {"MemoryFormat", Type::integer},
  }};
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return Type::other;
}

Type list_type(Type element, std::string_view schema) {
  if (element == Type::tensor) return Type::tensor_list;
  VRAMLINT_CHECK(element == Type::integer || element == Type::other, std::string(schema));
  return element == Type::integer ? Type::integer_list : Type::other;
}

int64_t parse_integer(std::string_view text, std::string_view whole) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  VRAMLINT_CHECK(error == std::errc() && end == text.data() + text.size(), std::string(whole));
  return value;
}

std::vector<int64_t> parse_list(std::string_view text, int size) {
  if (text.front() != '[') {
    return std::vector<int64_t>(static_cast<size_t>(std::max(size, 1)), parse_integer(text, text));
  }
  std::vector<int64_t> values;
  for (std::string_view part : split_arguments(text.substr(1, text.size() - 2))) {
    values.push_back(parse_integer(part, text));
  }
  return values;
}

double parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  VRAMLINT_CHECK(error == std::errc() && end == text.data() + text.size(), std::string(text));
  return value;
}

/// c10/core/MemoryFormat.h and aten/src/ATen/core/Reduction.h (1.13 to 2.7).
int64_t parse_enumerator(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, int64_t>, 4> kEnumerators = {{
      {"contiguous_format", 0},
      {"preserve_format", 1},
      {"channels_last", 2},
      {"Mean", 1},
  }};
  for (const auto& [name, value] : kEnumerators) {
    if (name == text) return value;
  }
  return parse_integer(text, text);
}

Arg parse_default(std::string_view text, const SchemaArgument& argument) {
  if (text == "None") return std::monostate();
  if (text == "True" || text == "False") return text == "True";
  switch (argument.type) {
    case Type::integer_list:
      return parse_list(text, argument.list_size);
    case Type::real:
      return parse_real(text);
    case Type::scalar:
      if (text.find_first_of(".e") != std::string_view::npos) return parse_real(text);
      return parse_integer(text, text);
    case Type::integer:
      return parse_enumerator(text);
    case Type::string:
      return std::string(text.substr(1, text.size() - 2));
    case Type::dtype:
      return *parse_dtype(text);
    case Type::tensor:
    case Type::tensor_list:
    case Type::boolean:
    case Type::other:
      break;
  }
  check_failed(__FILE__, __LINE__, "default value", std::string(text));
}

/// Removes "(a!)" or "(a)" from a type; true if it marks a write.
bool take_annotation(std::string& type) {
  const size_t open = type.find('(');
  if (open == std::string::npos) return false;
  const size_t close = type.find(')', open);
  const bool writes = type.substr(open, close - open).find('!') != std::string::npos;
  type.erase(open, close - open + 1);
  return writes;
}

SchemaArgument parse_argument(std::string_view text, bool keyword_only) {
  SchemaArgument argument{};
  argument.keyword_only = keyword_only;
  std::string_view declaration = text, value;
  if (const size_t equals = text.find('='); equals != std::string_view::npos) {
    declaration = text.substr(0, equals);
    value = text.substr(equals + 1);
  }
  const size_t space = declaration.rfind(' ');
  VRAMLINT_CHECK(space != std::string_view::npos, std::string(text));
  argument.name = declaration.substr(space + 1);
  std::string type(declaration.substr(0, space));
  argument.writes = take_annotation(type);
  if (type.back() == '?') {
    argument.optional = true;
    type.pop_back();
  }
  if (type.back() == ']') {
    const size_t open = type.find('[');
    if (type.size() - open > 2) {
      argument.list_size =
          static_cast<int>(parse_integer(std::string_view(type).substr(open + 1, type.size() - open - 2), type));
    }
    std::string_view element = std::string_view(type).substr(0, open);
    if (element.back() == '?') element.remove_suffix(1);
    argument.type = list_type(scalar_type(element), text);
  } else {
    argument.type = scalar_type(type);
  }
  if (!value.empty()) {
    argument.has_default = true;
    argument.default_value = parse_default(value, argument);
  }
  return argument;
}

int count_results(std::string_view text) {
  text = trim(text);
  if (text == "()") return 0;
  if (text.front() != '(') return 1;
  return static_cast<int>(split_arguments(text.substr(1, text.size() - 2)).size());
}

}  // namespace

Schema parse_schema(std::string_view text) {
  const size_t open = text.find('('), arrow = text.rfind(" -> ");
  VRAMLINT_CHECK(open != std::string_view::npos && arrow != std::string_view::npos && open < arrow, std::string(text));
  Schema schema;
  const std::string_view full_name = text.substr(0, open);
  const size_t dot = full_name.find('.');
  schema.name = full_name.substr(0, dot);
  if (dot != std::string_view::npos) schema.overload = full_name.substr(dot + 1);
  const size_t close = text.rfind(')', arrow);
  bool keyword_only = false;
  for (std::string_view part : split_arguments(text.substr(open + 1, close - open - 1))) {
    if (part == "*") {
      keyword_only = true;
    } else {
      schema.arguments.push_back(parse_argument(part, keyword_only));
    }
  }
  schema.results = count_results(text.substr(arrow + 4));
  return schema;
}

}  // namespace vramlint::graph
