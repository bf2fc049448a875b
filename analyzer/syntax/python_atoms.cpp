// Names, numbers, constants and displays.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

void fill_name(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  Name& name = out.node.emplace<Name>();
  const Symbol symbol = builder.symbol(node);
  if (access == Access::store) {
    builder.scopes().bind(symbol, &name.variable);
  } else {
    builder.scopes().use(symbol, &name.variable);
  }
}

void fill_true(PythonBuilder&, TSNode, Expr& out, Access) { out.node = BoolLiteral{true}; }
void fill_false(PythonBuilder&, TSNode, Expr& out, Access) { out.node = BoolLiteral{false}; }
void fill_none(PythonBuilder&, TSNode, Expr& out, Access) { out.node = NoneLiteral{}; }
void fill_ellipsis(PythonBuilder&, TSNode, Expr& out, Access) { out.node = EllipsisLiteral{}; }

double parse_double(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  const size_t exponent = digits.find('e');
  const bool tiny_exponent = exponent != std::string_view::npos && digits.substr(exponent + 1).starts_with('-');
  const bool below_one = digits.find_first_of("123456789") > digits.find('.');
  return tiny_exponent || below_one ? 0.0 : std::numeric_limits<double>::infinity();
}

std::string without_underscores(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits += c == 'E' ? 'e' : c;
  }
  return digits;
}

void fill_float(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::string_view text = builder.text(node);
  const bool imaginary = text.ends_with('j') || text.ends_with('J');
  const std::string digits = without_underscores(text.substr(0, text.size() - imaginary));
  const double value = parse_double(digits);
  if (imaginary) {
    out.node = ImaginaryLiteral{value};
  } else {
    out.node = FloatLiteral{value};
  }
}

IntLiteral parse_int(std::string_view digits, int base) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return {0, false};
  return {static_cast<int64_t>(value), true};
}

int base_of(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 10;
  constexpr std::array<std::pair<char, int>, 3> kBases = {{{'x', 16}, {'o', 8}, {'b', 2}}};
  for (const auto& [letter, base] : kBases) {
    if ((text[1] | 0x20) == letter) return base;
  }
  return 10;
}

void fill_integer(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  const std::string_view text = builder.text(node);
  const int base = base_of(text);
  if (base != 16 && (text.ends_with('j') || text.ends_with('J'))) return fill_float(builder, node, out, access);
  if (text.ends_with('l') || text.ends_with('L'))
    return builder.syntax_error(out, node, "long integers end without `L` in Python 3");
  const std::string digits = without_underscores(text.substr(base == 10 ? 0 : 2));
  if (base == 10 && digits[0] == '0' && digits.find_first_not_of('0') != std::string::npos) {
    return builder.syntax_error(out, node, "leading zeros are not permitted in a decimal integer; octal is `0o…`");
  }
  out.node = parse_int(digits, base);
}

void fill_parenthesized(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  const std::vector<Branch> inner = builder.named_children(node);
  if (inner.size() != 1) return builder.broken(node, out);
  builder.fill(inner[0].node, out, access);
}

bool has_comma(const std::vector<Branch>& branches) {
  return std::any_of(branches.begin(), branches.end(), [](const Branch& branch) { return branch.is(","); });
}

void fill_tuple(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  const std::vector<Branch> branches = builder.children(node);
  const std::vector<Branch> items = builder.named_children(node);
  // As a target, `(a) = 1` is written like a tuple of one.
  if (items.size() == 1 && !has_comma(branches)) return builder.fill(items[0].node, out, access);
  out.node.emplace<TupleDisplay>().items = builder.expressions(items, access);
}

void fill_list(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  out.node.emplace<ListDisplay>().items = builder.items_of(node, access);
}

void fill_set(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  out.node.emplace<SetDisplay>().items = builder.items_of(node);
}

DictDisplay::Entry dict_entry(PythonBuilder& builder, const Branch& branch) {
  if (branch.is("dictionary_splat")) {
    const std::vector<Branch> inner = builder.named_children(branch.node);
    return {nullptr, builder.expression(inner.empty() ? TSNode{} : inner[0].node)};
  }
  if (!branch.is("pair") || (ts_node_has_error(branch.node) && builder.has_broken_child(branch.node))) {
    return {builder.expression(branch.node), builder.expression(TSNode{})};
  }
  const std::vector<Branch> parts = builder.named_children(branch.node);
  if (parts.size() != 2) return {builder.expression(branch.node), builder.expression(TSNode{})};
  return {builder.expression(parts[0].node), builder.expression(parts[1].node)};
}

void fill_dictionary(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  DictDisplay& display = out.node.emplace<DictDisplay>();
  for (const Branch& branch : builder.named_children(node)) display.entries.push_back(dict_entry(builder, branch));
}

void fill_starred(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  const std::vector<Branch> inner = builder.named_children(node);
  if (inner.size() != 1) return builder.broken(node, out);
  if (builder.is_hoisted_star(node)) return builder.fill(inner[0].node, out, access);
  out.node.emplace<Starred>().value = builder.expression(inner[0].node, access);
}

}  // namespace

std::span<const ExprRule> atom_rules() {
  static constexpr auto kRules = std::to_array<ExprRule>({
      {"identifier", fill_name},
      {"true", fill_true},
      {"false", fill_false},
      {"none", fill_none},
      {"ellipsis", fill_ellipsis},
      {"integer", fill_integer},
      {"float", fill_float},
      {"parenthesized_expression", fill_parenthesized},
      {"tuple", fill_tuple},
      {"tuple_pattern", fill_tuple},
      {"list", fill_list},
      {"list_pattern", fill_list},
      {"set", fill_set},
      {"dictionary", fill_dictionary},
      {"list_splat", fill_starred},
      {"list_splat_pattern", fill_starred},
      {"as_pattern_target", fill_parenthesized},
  });
  return kRules;
}

}  // namespace vramlint::syntax
