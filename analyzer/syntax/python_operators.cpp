// Operators, access to attributes and items, calls.
#include <algorithm>
#include <array>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

using Word = std::string_view;

template <class Op, size_t N>
const Op* find_op(const std::array<std::pair<Word, Op>, N>& words, Word word) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const auto& entry) { return entry.first == word; });
  return found == words.end() ? nullptr : &found->second;
}

constexpr std::array<std::pair<Word, BinaryOp>, 13> kBinaryWords = {{
    {"+", BinaryOp::add},
    {"-", BinaryOp::sub},
    {"*", BinaryOp::mul},
    {"/", BinaryOp::div},
    {"//", BinaryOp::floor_div},
    {"%", BinaryOp::mod},
    {"**", BinaryOp::pow},
    {"@", BinaryOp::matmul},
    {"<<", BinaryOp::lshift},
    {">>", BinaryOp::rshift},
    {"&", BinaryOp::bit_and},
    {"|", BinaryOp::bit_or},
    {"^", BinaryOp::bit_xor},
}};

constexpr std::array<std::pair<Word, CompareOp>, 10> kCompareWords = {{
    {"==", CompareOp::eq},
    {"!=", CompareOp::ne},
    {"<", CompareOp::lt},
    {"<=", CompareOp::le},
    {">", CompareOp::gt},
    {">=", CompareOp::ge},
    {"is", CompareOp::is},
    {"is not", CompareOp::is_not},
    {"in", CompareOp::in},
    {"not in", CompareOp::not_in},
}};

constexpr std::array<std::pair<Word, UnaryOp>, 3> kUnaryWords = {
    {{"-", UnaryOp::negate}, {"+", UnaryOp::plus}, {"~", UnaryOp::invert}}};

std::optional<BinaryOp> op_of(PythonBuilder& builder, TSNode node) {
  return binary_op(builder.text(builder.child(node, fields().operator_)));
}

/// 1 for `|`, 2 for `^`, 3 for `&`, 0 for the others.
int bitwise_rank(std::optional<BinaryOp> op) {
  if (op == BinaryOp::bit_or) return 1;
  if (op == BinaryOp::bit_xor) return 2;
  return op == BinaryOp::bit_and ? 3 : 0;
}

/// `a & b ^ c | d` without what stands in parentheses: the grammar gives `^` more strength than `&`, Python puts it
/// between `&` and `|`.
class BitwiseChain {
 public:
  explicit BitwiseChain(PythonBuilder& builder) : builder_(builder) {}

  void add(TSNode node) {
    if (!builder_.enter(node)) {
      operands_.push_back(builder_.expression(TSNode{}));
    } else if (const std::optional<BinaryOp> op = sound(node) ? op_of(builder_, node) : std::nullopt;
               bitwise_rank(op) == 0) {
      operands_.push_back(builder_.expression(node));
    } else {
      add(builder_.child(node, fields().left));
      while (!waiting_.empty() && bitwise_rank(waiting_.back()) >= bitwise_rank(op)) reduce();
      waiting_.push_back(*op);
      add(builder_.child(node, fields().right));
    }
    builder_.leave();
  }

  ExprPtr finish() {
    while (!waiting_.empty()) reduce();
    return std::move(operands_[0]);
  }

 private:
  bool sound(TSNode node) const {
    static const TSSymbol kind = node_kind("binary_operator");
    return !ts_node_is_null(node) && ts_node_symbol(node) == kind &&
           !(ts_node_has_error(node) && builder_.has_broken_child(node));
  }

  void reduce() {
    ExprPtr right = std::move(operands_.back());
    operands_.pop_back();
    auto made = std::make_unique<Expr>();
    made->span = Span::cover(operands_.back()->span, right->span);
    made->node = Binary{waiting_.back(), std::move(operands_.back()), std::move(right)};
    operands_.back() = std::move(made);
    waiting_.pop_back();
  }

  PythonBuilder& builder_;
  std::vector<ExprPtr> operands_;
  std::vector<BinaryOp> waiting_;
};

void fill_binary(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::optional<BinaryOp> op = op_of(builder, node);
  if (!op) return builder.broken(node, out);
  if (bitwise_rank(op) != 0 && builder.text(node).find('^') != std::string_view::npos) {
    BitwiseChain chain(builder);
    chain.add(node);
    out.node = std::move(chain.finish()->node);
    return;
  }
  Binary& binary = out.node.emplace<Binary>();
  binary.op = *op;
  binary.left = builder.expression(builder.child(node, fields().left));
  binary.right = builder.expression(builder.child(node, fields().right));
}

void fill_unary(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const UnaryOp* op = find_op(kUnaryWords, builder.text(builder.child(node, fields().operator_)));
  if (op == nullptr) return builder.broken(node, out);
  Unary& unary = out.node.emplace<Unary>();
  unary.op = *op;
  unary.operand = builder.expression(builder.child(node, fields().argument));
}

void fill_not(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  Unary& unary = out.node.emplace<Unary>();
  unary.op = UnaryOp::logical_not;
  unary.operand = builder.expression(builder.child(node, fields().argument));
}

/// `a and b and c` nests to the left in the grammar; here it is one chain, unless parentheses say otherwise.
void fill_bool_chain(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  static const TSSymbol kind = node_kind("boolean_operator");
  const auto word_of = [&](TSNode at) { return builder.text(builder.child(at, fields().operator_)); };
  const Word word = word_of(node);
  std::vector<TSNode> operands;
  TSNode at = node;
  for (;;) {
    operands.push_back(builder.child(at, fields().right));
    const TSNode left = builder.child(at, fields().left);
    const bool more = !ts_node_is_null(left) && ts_node_symbol(left) == kind && word_of(left) == word &&
                      !(ts_node_has_error(left) && builder.has_broken_child(left));
    at = left;
    if (!more) break;
  }
  operands.push_back(at);
  BoolChain& chain = out.node.emplace<BoolChain>();
  chain.is_and = word == "and";
  for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
    chain.operands.push_back(builder.expression(*operand));
  }
}

std::string compare_word(PythonBuilder& builder, const Branch& branch) {
  // `is not` and `not in` may have any blank between the words.
  const Word type = branch.type();
  return type == "is not" || type == "not in" ? std::string(type) : std::string(builder.text(branch.node));
}

void fill_compare(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> branches = builder.children(node);
  if (branches.size() < 3 || branches.size() % 2 == 0) return builder.broken(node, out);
  for (size_t i = 1; i < branches.size(); i += 2) {
    const std::string word = compare_word(builder, branches[i]);
    if (find_op(kCompareWords, word) == nullptr) {
      return builder.syntax_error(out, branches[i].node, "`" + word + "` is not an operator of Python 3");
    }
  }
  Compare& compare = out.node.emplace<Compare>();
  compare.first = builder.expression(branches[0].node);
  for (size_t i = 1; i + 1 < branches.size(); i += 2) {
    compare.rest.emplace_back(*find_op(kCompareWords, compare_word(builder, branches[i])),
                              builder.expression(branches[i + 1].node));
  }
}

/// `with a() if wanted else b() as c:`: the grammar takes `b() as c` for the last operand; with_item() has the name.
TSNode last_of_context(PythonBuilder& builder, const Branch& operand) {
  const TSNode whole = ts_node_parent(operand.node), item = ts_node_parent(whole);
  if (!operand.is("as_pattern") || std::string_view(ts_node_type(item)) != "with_item") return operand.node;
  const std::vector<Branch> parts = builder.named_children(operand.node);
  return parts.empty() ? operand.node : parts[0].node;
}

void fill_conditional(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.size() != 3) return builder.broken(node, out);
  Conditional& conditional = out.node.emplace<Conditional>();
  // Names are met in the order in which CPython's symbol table meets them: condition first.
  conditional.condition = builder.expression(parts[1].node);
  conditional.then = builder.expression(parts[0].node);
  conditional.otherwise = builder.expression(last_of_context(builder, parts[2]));
}

void fill_named(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  NamedExpr& named = out.node.emplace<NamedExpr>();
  const TSNode target = builder.child(node, fields().name);
  named.value = builder.expression(builder.child(node, fields().value));
  builder.scopes().bind_walrus(builder.symbol(target), &named.target, builder.span(target));
}

void fill_attribute(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const TSNode name = builder.child(node, fields().attribute);
  Attribute& attribute = out.node.emplace<Attribute>();
  attribute.name = builder.symbol(name);
  attribute.name_span = builder.span(name);
  attribute.object = builder.expression(builder.child(node, fields().object));
}

void fill_slice(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  Slice& slice = out.node.emplace<Slice>();
  const std::array<ExprPtr*, 3> places = {&slice.lower, &slice.upper, &slice.step};
  size_t place = 0;
  for (const Branch& branch : builder.children(node)) {
    if (branch.is(":")) {
      ++place;
    } else if (place < places.size()) {
      *places[place] = builder.expression(branch.node);
    }
  }
}

void fill_subscript(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  std::vector<Branch> items;
  bool comma = false;
  for (const Branch& branch : builder.children(node)) {
    if (branch.field == fields().subscript) items.push_back(branch);
    comma = comma || branch.is(",");
  }
  if (items.empty()) return builder.broken(node, out);
  Subscript& subscript = out.node.emplace<Subscript>();
  subscript.object = builder.expression(builder.child(node, fields().value));
  const bool star = items[0].is("list_splat");
  subscript.index = builder.expression_or_tuple(items, comma || star);
}

void fill_call(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const TSNode arguments = builder.child(node, fields().arguments);
  if (ts_node_is_null(arguments) || (ts_node_has_error(arguments) && builder.has_broken_child(arguments))) {
    return builder.broken(node, out);
  }
  Call& call = out.node.emplace<Call>();
  call.callee = builder.expression(builder.child(node, fields().function));
  call.arguments = builder.arguments(arguments);
}

void fill_lambda(PythonBuilder& builder, TSNode node, Expr& out, Access) { out.node = Lambda{builder.lambda(node)}; }

void fill_yield(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  builder.scopes().mark_generator();
  const std::vector<Branch> branches = builder.children(node);
  const bool from =
      std::any_of(branches.begin(), branches.end(), [](const Branch& branch) { return branch.is("from"); });
  const std::vector<Branch> values = builder.named_children(node);
  ExprPtr value = values.empty() ? nullptr : builder.expression(values[0].node);
  if (from) {
    out.node = YieldFrom{std::move(value)};
  } else {
    out.node = Yield{std::move(value)};
  }
}

void fill_await(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  builder.bind_names_below(node);
  builder.unsupported(out, "`await` is not supported");
}

void fill_sequence(PythonBuilder& builder, TSNode node, Expr& out, Access access) {
  out.node.emplace<TupleDisplay>().items = builder.items_of(node, access);
}

void fill_as_pattern(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  builder.syntax_error(out, node, "`as` is not allowed here");
}

}  // namespace

std::optional<BinaryOp> binary_op(std::string_view word) {
  const BinaryOp* op = find_op(kBinaryWords, word);
  return op == nullptr ? std::nullopt : std::optional(*op);
}

std::span<const ExprRule> operator_rules() {
  static constexpr auto kRules = std::to_array<ExprRule>({
      {"binary_operator", fill_binary},
      {"unary_operator", fill_unary},
      {"not_operator", fill_not},
      {"boolean_operator", fill_bool_chain},
      {"comparison_operator", fill_compare},
      {"conditional_expression", fill_conditional},
      {"named_expression", fill_named},
      {"attribute", fill_attribute},
      {"subscript", fill_subscript},
      {"slice", fill_slice},
      {"call", fill_call},
      {"lambda", fill_lambda},
      {"yield", fill_yield},
      {"await", fill_await},
      {"expression_list", fill_sequence},
      {"pattern_list", fill_sequence},
      {"as_pattern", fill_as_pattern},
  });
  return kRules;
}

}  // namespace vramlint::syntax
