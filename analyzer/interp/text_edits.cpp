#include "interp/text_edits.h"

#include <algorithm>

namespace vramlint::interp {

namespace {

/// What a text may be made of: asking for it does nothing else.
bool is_part(const syntax::Expr& expr) {
  if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) return is_part(*attribute->object);
  if (const auto* entry = std::get_if<syntax::Subscript>(&expr.node))
    return is_part(*entry->object) && is_part(*entry->index);
  return std::holds_alternative<syntax::Name>(expr.node) || std::holds_alternative<syntax::StringLiteral>(expr.node) ||
         std::holds_alternative<syntax::IntLiteral>(expr.node) || makes_text(expr);
}

bool is_made(const syntax::FString& text) {
  return std::all_of(text.parts.begin(), text.parts.end(),
                     [](const auto& part) { return !part.format && (!part.value || is_part(*part.value)); });
}

bool is_made(const syntax::Call& call) {
  const auto* method = std::get_if<syntax::Attribute>(&call.callee->node);
  return method && is_part(*method->object) && is_text_method(method->name.text()) &&
         std::all_of(call.arguments.begin(), call.arguments.end(),
                     [](const auto& argument) { return is_part(*argument.value); });
}

bool edits_texts(const syntax::Body& body) {
  return std::all_of(body.begin(), body.end(), [](const auto& statement) {
    if (std::holds_alternative<syntax::Pass>(statement->node)) return true;
    const auto* assign = std::get_if<syntax::Assign>(&statement->node);
    return assign && makes_text(*assign->value) &&
           std::all_of(assign->targets.begin(), assign->targets.end(),
                       [](const auto& target) { return std::holds_alternative<syntax::Name>(target->node); });
  });
}

}  // namespace

bool is_text_method(std::string_view name) {
  constexpr std::string_view kMethods[] = {"replace", "strip",  "lstrip",       "rstrip",      "lower",
                                           "upper",   "title",  "casefold",     "center",      "ljust",
                                           "rjust",   "zfill",  "removeprefix", "capitalize",  "swapcase",
                                           "join",    "format", "format_map",   "removesuffix"};
  return std::find(std::begin(kMethods), std::end(kMethods), name) != std::end(kMethods);
}

bool makes_text(const syntax::Expr& expr) {
  if (const auto* text = std::get_if<syntax::FString>(&expr.node)) return is_made(*text);
  if (const auto* call = std::get_if<syntax::Call>(&expr.node)) return is_made(*call);
  const auto* both = std::get_if<syntax::Binary>(&expr.node);
  if (!both || !is_part(*both->left) || !is_part(*both->right)) return false;
  if (both->op == syntax::BinaryOp::mod) return std::holds_alternative<syntax::StringLiteral>(both->left->node);
  return both->op == syntax::BinaryOp::add && (makes_text(*both->left) || makes_text(*both->right));
}

bool only_edits_texts(const syntax::If& branch) { return edits_texts(branch.then) && edits_texts(branch.otherwise); }

}  // namespace vramlint::interp
