#include "syntax/python_patterns.h"

#include <algorithm>
#include <optional>

#include "syntax/python_matching.h"

namespace vramlint::syntax {
namespace {

ExprPtr expr_at(Span span) {
  auto made = std::make_unique<Expr>();
  made->span = span;
  return made;
}

template <typename Node>
ExprPtr expr_of(Span span, Node node) {
  ExprPtr made = expr_at(span);
  made->node = std::move(node);
  return made;
}

ExprPtr number(Span span, int64_t value) { return expr_of(span, IntLiteral{value}); }

ExprPtr call(Span span, const char* function, std::vector<ExprPtr> operands) {
  Call made;
  made.callee = expr_of(span, Name{{Symbol(function), Where::global, -1}});
  for (ExprPtr& operand : operands) made.arguments.push_back({Argument::Kind::positional, {}, {}, std::move(operand)});
  return expr_of(span, std::move(made));
}

template <typename... Operands>
ExprPtr call(Span span, const char* function, Operands... operands) {
  std::vector<ExprPtr> all;
  (all.push_back(std::move(operands)), ...);
  return call(span, function, std::move(all));
}

ExprPtr item(Span span, const Maker& subject, ExprPtr index) {
  return expr_of(span, Subscript{subject(), std::move(index)});
}

ExprPtr compared(Span span, ExprPtr left, CompareOp op, ExprPtr right) {
  Compare made;
  made.first = std::move(left);
  made.rest.emplace_back(op, std::move(right));
  return expr_of(span, std::move(made));
}

void append(CasePattern& to, CasePattern from) {
  std::move(from.tests.begin(), from.tests.end(), std::back_inserter(to.tests));
  std::move(from.captures.begin(), from.captures.end(), std::back_inserter(to.captures));
}

ExprPtr dotted(PythonBuilder& builder, TSNode node) {
  ExprPtr made;
  for (const Branch& part : builder.named_children(node)) {
    if (!made) {
      made = builder.expression(part.node);
      continue;
    }
    const Span span = builder.span(part.node), whole = Span::cover(made->span, span);
    made = expr_of(whole, Attribute{std::move(made), builder.symbol(part.node), span});
  }
  return made;
}

ExprPtr key_of(PythonBuilder& builder, TSNode node) {
  return std::string_view(ts_node_type(node)) == "dotted_name" ? dotted(builder, node) : builder.expression(node);
}

class PatternReader {
 public:
  explicit PatternReader(PythonBuilder& builder) : builder_(builder) {}

  /// The patterns of `case a, b:`.
  CasePattern clause(TSNode clause, const Maker& subject) {
    std::vector<Branch> patterns;
    bool is_open = false;
    for (const Branch& branch : builder_.children(clause)) {
      if (branch.is("case_pattern")) patterns.push_back(branch);
      is_open |= branch.is(",");
    }
    if (is_open) return sequence(clause, patterns, subject);
    return patterns.empty() ? CasePattern{} : pattern(patterns.front(), subject);
  }

 private:
  static bool is_word(const Branch& branch, const char* word) { return !branch.named && branch.is(word); }

  CasePattern pattern(const Branch& branch, const Maker& subject) {
    if (!builder_.enter(branch.node)) {
      builder_.leave();
      return invalid(branch.node);
    }
    CasePattern made = branch.is("case_pattern") ? parts(builder_.children(branch.node), branch.node, subject)
                                                 : parts({branch}, branch.node, subject);
    builder_.leave();
    return made;
  }

  /// One pattern, which may be a number with a sign before it.
  CasePattern parts(const std::vector<Branch>& parts, TSNode whole, const Maker& subject) {
    if (parts.size() == 1 && is_word(parts[0], "_")) return {};
    if (parts.size() == 1 && parts[0].named) return one(parts[0], subject);
    if (parts.size() == 2 && is_word(parts[0], "-")) {
      ExprPtr value = expr_of(builder_.span(whole), Unary{UnaryOp::negate, builder_.expression(parts[1].node)});
      return is_equal(whole, subject, std::move(value));
    }
    return invalid(whole);
  }

  CasePattern one(const Branch& branch, const Maker& subject) {
    if (branch.is("case_pattern")) return pattern(branch, subject);
    if (branch.is("as_pattern")) return with_name(branch.node, subject);
    if (branch.is("union_pattern")) return alternatives(branch.node, subject);
    if (branch.is("list_pattern") || branch.is("tuple_pattern")) return bracketed(branch.node, subject);
    if (branch.is("dict_pattern")) return mapping(branch.node, subject);
    if (branch.is("class_pattern")) return instance(branch.node, subject);
    if (branch.is("dotted_name")) return name(branch.node, subject);
    if (branch.is("complex_pattern") || branch.is("splat_pattern")) return invalid(branch.node);
    const bool is_constant = branch.is("none") || branch.is("true") || branch.is("false");
    return is_equal(branch.node, subject, builder_.expression(branch.node),
                    is_constant ? CompareOp::is : CompareOp::eq);
  }

  CasePattern invalid(TSNode node) {
    CasePattern made;
    made.tests.push_back(expr_of(builder_.span(node), Invalid{"a pattern of `match` that is not supported"}));
    return made;
  }

  CasePattern is_equal(TSNode node, const Maker& subject, ExprPtr value, CompareOp op = CompareOp::eq) {
    CasePattern made;
    made.tests.push_back(compared(builder_.span(node), subject(), op, std::move(value)));
    return made;
  }

  /// A plain name is given, a dotted one is compared with.
  CasePattern name(TSNode node, const Maker& subject) {
    const std::vector<Branch> names = builder_.named_children(node);
    CasePattern made;
    if (names.size() != 1) return is_equal(node, subject, dotted(builder_, node));
    if (builder_.text(node) != "_") made.captures.push_back({names[0].node, subject});
    return made;
  }

  CasePattern with_name(TSNode node, const Maker& subject) {
    const std::vector<Branch> inner = builder_.named_children(node);
    if (inner.size() != 2) return invalid(node);
    CasePattern made = pattern(inner[0], subject);
    made.captures.push_back({inner[1].node, subject});
    return made;
  }

  CasePattern alternatives(TSNode node, const Maker& subject) {
    const Span span = builder_.span(node);
    std::vector<ExprPtr> choices;
    std::vector<Branch> group;
    const auto close = [&] {
      CasePattern each = parts(group, node, subject);
      for (const Capture& capture : each.captures) each.tests.push_back(named(builder_, capture));
      choices.push_back(all_hold(span, std::move(each.tests)));
      group.clear();
    };
    for (const Branch& branch : builder_.children(node)) is_word(branch, "|") ? close() : group.push_back(branch);
    close();
    CasePattern made;
    made.tests.push_back(expr_of(span, BoolChain{false, std::move(choices)}));
    return made;
  }

  /// `(a)` is a, `(a,)` and `[a]` are sequences.
  CasePattern bracketed(TSNode node, const Maker& subject) {
    std::vector<Branch> items;
    bool has_comma = false;
    for (const Branch& branch : builder_.children(node)) {
      if (branch.is("case_pattern")) items.push_back(branch);
      has_comma |= is_word(branch, ",");
    }
    const bool is_group = ts_node_type(node) == std::string_view("tuple_pattern") && items.size() == 1 && !has_comma;
    return is_group ? pattern(items.front(), subject) : sequence(node, items, subject);
  }

  std::optional<TSNode> star_in(const Branch& item) {
    const std::vector<Branch> inner = builder_.named_children(item.node);
    const bool is_star =
        inner.size() == 1 && inner[0].is("splat_pattern") && !builder_.text(item.node).starts_with("**");
    return is_star ? std::optional(inner[0].node) : std::nullopt;
  }

  CasePattern sequence(TSNode node, const std::vector<Branch>& items, const Maker& subject) {
    const Span span = builder_.span(node);
    const auto count = static_cast<int64_t>(items.size());
    const auto star = std::ranges::find_if(items, [&](const Branch& item) { return star_in(item).has_value(); });
    const bool is_exact = star == items.end();
    const int64_t least = is_exact ? count : count - 1, before = star - items.begin();
    CasePattern made;
    made.tests.push_back(
        call(span, kMatchesSequence, subject(), number(span, least), expr_of(span, BoolLiteral{is_exact})));
    for (int64_t i = 0; i < count; ++i) {
      const Branch& each = items[static_cast<size_t>(i)];
      if (i == before) {
        star_of_items(*star_in(each), subject, before, least - before, made);
        continue;
      }
      const int64_t at = i < before ? i : i - count;  // from the end, behind a star
      append(made, pattern(each, [=] { return item(span, subject, number(span, at)); }));
    }
    return made;
  }

  void star_of_items(TSNode star, const Maker& subject, int64_t before, int64_t behind, CasePattern& made) {
    const std::vector<Branch> names = builder_.named_children(star);
    if (names.empty() || builder_.text(names[0].node) == "_") return;
    const Span span = builder_.span(star);
    made.captures.push_back(
        {names[0].node, [=] {
           ExprPtr upper = behind == 0 ? nullptr : number(span, -behind);
           ExprPtr part = item(span, subject, expr_of(span, Slice{number(span, before), std::move(upper), nullptr}));
           ListDisplay rest;
           rest.items.push_back(expr_of(span, Starred{std::move(part)}));
           return expr_of(span, std::move(rest));
         }});
  }

  CasePattern mapping(TSNode node, const Maker& subject) {
    const Span span = builder_.span(node);
    CasePattern made, values;
    std::vector<Maker> keys;
    const auto with_keys = [span, subject](const char* function, const std::vector<Maker>& all) {
      std::vector<ExprPtr> operands;
      operands.push_back(subject());
      for (const Maker& key : all) operands.push_back(key());
      return call(span, function, std::move(operands));
    };
    const std::vector<Branch> branches = builder_.children(node);
    std::vector<TSNode> rest;
    for (size_t i = 0; i < branches.size(); ++i) {
      if (branches[i].is("splat_pattern")) rest = names_in(branches[i].node);
      if (i + 2 >= branches.size() || !is_word(branches[i + 1], ":")) continue;
      const TSNode at = branches[i].node;
      keys.push_back([&builder = builder_, at] { return key_of(builder, at); });
      append(values, pattern(branches[i + 2], [=, key = keys.back()] { return item(span, subject, key()); }));
    }
    made.tests.push_back(with_keys(kMatchesMapping, keys));
    append(made, std::move(values));
    for (const TSNode name : rest) made.captures.push_back({name, [=] { return with_keys(kMappingRest, keys); }});
    return made;
  }

  std::vector<TSNode> names_in(TSNode splat) {
    std::vector<TSNode> names;
    for (const Branch& branch : builder_.named_children(splat))
      if (builder_.text(branch.node) != "_") names.push_back(branch.node);
    return names;
  }

  CasePattern instance(TSNode node, const Maker& subject) {
    const std::vector<Branch> inner = builder_.named_children(node);
    if (inner.empty()) return invalid(node);
    const Span span = builder_.span(node);
    const TSNode cls = inner[0].node;
    CasePattern made;
    made.tests.push_back(call(span, kMatchesClass, subject(), dotted(builder_, cls)));
    int64_t index = 0;
    for (size_t i = 1; i < inner.size(); ++i) {
      const std::vector<Branch> field = builder_.named_children(inner[i].node);
      if (field.size() == 1 && field[0].is("keyword_pattern")) {
        append(made, keyword(field[0].node, subject));
        continue;
      }
      const int64_t at = index++;
      append(made, pattern(inner[i], [=, &builder = builder_] {
               return call(span, kMatchedPart, subject(), dotted(builder, cls), number(span, at));
             }));
    }
    return made;
  }

  /// `name=pattern`
  CasePattern keyword(TSNode node, const Maker& subject) {
    const std::vector<Branch> all = builder_.children(node);
    if (all.size() < 3) return invalid(node);
    const Span span = builder_.span(all[0].node);
    const Symbol name = builder_.symbol(all[0].node);
    CasePattern made;
    made.tests.push_back(call(span, kMatchesAttribute, subject(), expr_of(span, StringLiteral{name.text()})));
    append(made, parts({all.begin() + 2, all.end()}, node, [=] {
             return expr_of(span, Attribute{subject(), name, span});
           }));
    return made;
  }

  PythonBuilder& builder_;
};

}  // namespace

ExprPtr all_hold(Span span, std::vector<ExprPtr> tests) {
  if (tests.empty()) return expr_of(span, BoolLiteral{true});
  if (tests.size() == 1) return std::move(tests.front());
  return expr_of(span, BoolChain{true, std::move(tests)});
}

ExprPtr is_made(Span span, ExprPtr value) {
  TupleDisplay one;
  one.items.push_back(std::move(value));
  return expr_of(span, std::move(one));
}

ExprPtr named(PythonBuilder& builder, const Capture& capture) {
  const Span span = builder.span(capture.name);
  ExprPtr made = expr_at(span);
  auto& node = made->node.emplace<NamedExpr>();
  node.value = capture.value();
  builder.scopes().bind(builder.symbol(capture.name), &node.target);
  return is_made(span, std::move(made));
}

CasePattern case_pattern(PythonBuilder& builder, TSNode clause, const Maker& subject) {
  return PatternReader(builder).clause(clause, subject);
}

}  // namespace vramlint::syntax
