#include "python_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vramlint::syntax {
namespace {

constexpr std::array kBinaryNames = {"add",    "sub",    "mul",    "div",     "floor_div", "mod",    "pow",
                                     "matmul", "lshift", "rshift", "bit_and", "bit_or",    "bit_xor"};
constexpr std::array kCompareNames = {"eq", "ne", "lt", "le", "gt", "ge", "is", "is_not", "in", "not_in"};
constexpr std::array kUnaryNames = {"negate", "plus", "invert", "not"};

std::string text_of(const ExprPtr& expr) { return expr ? to_text(*expr) : "-"; }

std::string list_of(const std::vector<ExprPtr>& items) {
  std::string text = "[";
  for (const ExprPtr& item : items) text += (text.size() > 1 ? " " : "") + text_of(item);
  return text + "]";
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || byte < 0x20 || byte >= 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string arguments_of(const std::vector<Argument>& arguments) {
  std::string text = "[";
  for (const Argument& argument : arguments) {
    if (text.size() > 1) text += " ";
    if (argument.kind == Argument::Kind::keyword) text += argument.name.text() + "=";
    if (argument.kind == Argument::Kind::star) text += "*";
    if (argument.kind == Argument::Kind::double_star) text += "**";
    text += text_of(argument.value);
  }
  return text + "]";
}

std::string parameters_of(const Function& function) {
  constexpr std::array kMarks = {"/", "", "*", "k:", "**"};
  std::string text = "[";
  for (const Parameter& parameter : function.parameters) {
    if (text.size() > 1) text += " ";
    text += kMarks[static_cast<size_t>(parameter.kind)] + parameter.name.text();
    if (parameter.annotation) text += ":" + text_of(parameter.annotation);
    if (parameter.default_value) text += "=" + text_of(parameter.default_value);
  }
  return text + "]";
}

struct Writer {
  std::string operator()(const Name& node) const { return "(Name " + node.variable.name.text() + ")"; }
  std::string operator()(const NoneLiteral&) const { return "None"; }
  std::string operator()(const EllipsisLiteral&) const { return "Ellipsis"; }
  std::string operator()(const BoolLiteral& node) const { return node.value ? "True" : "False"; }
  std::string operator()(const IntLiteral& node) const {
    return node.fits ? fmt::format("(Int {})", node.value) : "(Int big)";
  }
  std::string operator()(const FloatLiteral& node) const { return fmt::format("(Float {:.17g})", node.value); }
  std::string operator()(const ImaginaryLiteral& node) const { return fmt::format("(Imaginary {:.17g})", node.value); }
  std::string operator()(const StringLiteral& node) const { return quoted(node.value); }
  std::string operator()(const BytesLiteral& node) const { return "b" + quoted(node.value); }
  std::string operator()(const FString& node) const {
    std::string text = "(FString";
    for (const FString::Part& part : node.parts) {
      text += " ";
      if (!part.value) {
        text += quoted(part.text);
        continue;
      }
      text += "{" + text_of(part.value);
      if (part.conversion != 0) text += std::string("!") + part.conversion;
      if (part.format) text += ":" + text_of(part.format);
      text += "}";
    }
    return text + ")";
  }
  std::string operator()(const TupleDisplay& node) const { return "(Tuple " + list_of(node.items) + ")"; }
  std::string operator()(const ListDisplay& node) const { return "(List " + list_of(node.items) + ")"; }
  std::string operator()(const SetDisplay& node) const { return "(Set " + list_of(node.items) + ")"; }
  std::string operator()(const DictDisplay& node) const {
    std::string text = "(Dict";
    for (const auto& entry : node.entries) text += " " + text_of(entry.key) + ":" + text_of(entry.value);
    return text + ")";
  }
  std::string operator()(const Attribute& node) const {
    return "(Attribute " + text_of(node.object) + " " + node.name.text() + ")";
  }
  std::string operator()(const Subscript& node) const {
    return "(Subscript " + text_of(node.object) + " " + text_of(node.index) + ")";
  }
  std::string operator()(const Slice& node) const {
    return "(Slice " + text_of(node.lower) + " " + text_of(node.upper) + " " + text_of(node.step) + ")";
  }
  std::string operator()(const Call& node) const {
    return "(Call " + text_of(node.callee) + " " + arguments_of(node.arguments) + ")";
  }
  std::string operator()(const Unary& node) const {
    return fmt::format("(Unary {} {})", kUnaryNames[static_cast<size_t>(node.op)], text_of(node.operand));
  }
  std::string operator()(const Binary& node) const {
    return fmt::format("(Binary {} {} {})", kBinaryNames[static_cast<size_t>(node.op)], text_of(node.left),
                       text_of(node.right));
  }
  std::string operator()(const Compare& node) const {
    std::string text = "(Compare " + text_of(node.first);
    for (const auto& [op, operand] : node.rest) {
      text += fmt::format(" {} {}", kCompareNames[static_cast<size_t>(op)], text_of(operand));
    }
    return text + ")";
  }
  std::string operator()(const BoolChain& node) const {
    return fmt::format("({} {})", node.is_and ? "And" : "Or", list_of(node.operands));
  }
  std::string operator()(const Conditional& node) const {
    return fmt::format("(If {} {} {})", text_of(node.condition), text_of(node.then), text_of(node.otherwise));
  }
  std::string operator()(const Lambda& node) const {
    return fmt::format("(Lambda {} {})", parameters_of(*node.function), to_text(node.function->body));
  }
  std::string operator()(const Comprehension& node) const {
    constexpr std::array kKinds = {"list", "set", "dict", "generator"};
    std::string text = fmt::format("(Comp {} {}", kKinds[static_cast<size_t>(node.kind)], text_of(node.element));
    if (node.value) text += ":" + text_of(node.value);
    for (const auto& clause : node.clauses) {
      text +=
          " (for " + text_of(clause.target) + " " + text_of(clause.iterable) + " " + list_of(clause.conditions) + ")";
    }
    return text + ")";
  }
  std::string operator()(const Starred& node) const { return "(Starred " + text_of(node.value) + ")"; }
  std::string operator()(const NamedExpr& node) const {
    return "(Walrus " + node.target.name.text() + " " + text_of(node.value) + ")";
  }
  std::string operator()(const Yield& node) const { return "(Yield " + text_of(node.value) + ")"; }
  std::string operator()(const YieldFrom& node) const { return "(YieldFrom " + text_of(node.value) + ")"; }
  std::string operator()(const Invalid& node) const { return "(Invalid " + quoted(node.message) + ")"; }

  std::string operator()(const ExprStmt& node) const { return "(Expr " + text_of(node.value) + ")"; }
  std::string operator()(const Assign& node) const {
    return "(Assign " + list_of(node.targets) + " " + text_of(node.value) + ")";
  }
  std::string operator()(const AugAssign& node) const {
    return fmt::format("(AugAssign {} {} {})", text_of(node.target), kBinaryNames[static_cast<size_t>(node.op)],
                       text_of(node.value));
  }
  std::string operator()(const AnnAssign& node) const {
    return "(AnnAssign " + text_of(node.target) + " " + text_of(node.annotation) + " " + text_of(node.value) + ")";
  }
  std::string operator()(const Return& node) const { return "(Return " + text_of(node.value) + ")"; }
  std::string operator()(const Raise& node) const {
    return "(Raise " + text_of(node.exception) + " " + text_of(node.cause) + ")";
  }
  std::string operator()(const Assert& node) const {
    return "(Assert " + text_of(node.condition) + " " + text_of(node.message) + ")";
  }
  std::string operator()(const Delete& node) const { return "(Delete " + list_of(node.targets) + ")"; }
  std::string operator()(const Pass&) const { return "Pass"; }
  std::string operator()(const Break&) const { return "Break"; }
  std::string operator()(const Continue&) const { return "Continue"; }
  std::string operator()(const If& node) const {
    return "(If " + text_of(node.condition) + " " + to_text(node.then) + " " + to_text(node.otherwise) + ")";
  }
  std::string operator()(const For& node) const {
    return "(For " + text_of(node.target) + " " + text_of(node.iterable) + " " + to_text(node.body) + " " +
           to_text(node.otherwise) + ")";
  }
  std::string operator()(const While& node) const {
    return "(While " + text_of(node.condition) + " " + to_text(node.body) + " " + to_text(node.otherwise) + ")";
  }
  std::string operator()(const Try& node) const {
    std::string text = "(Try " + to_text(node.body) + " [";
    for (const auto& handler : node.handlers) {
      if (!text.ends_with('[')) text += " ";
      text += "(" + text_of(handler.type) + " " + (handler.name.name ? handler.name.name.text() : "-") + " " +
              to_text(handler.body) + ")";
    }
    return text + "] " + to_text(node.otherwise) + " " + to_text(node.finally) + ")";
  }
  std::string operator()(const With& node) const {
    std::string text = "(With [";
    for (const auto& item : node.items) {
      if (!text.ends_with('[')) text += " ";
      text += "(" + text_of(item.context) + " " + text_of(item.target) + ")";
    }
    return text + "] " + to_text(node.body) + ")";
  }
  std::string operator()(const FunctionDef& node) const {
    return fmt::format("(Def {} {} {} {})", node.function->name.text(), list_of(node.decorators),
                       parameters_of(*node.function), to_text(node.function->body));
  }
  std::string operator()(const ClassDef& node) const {
    return fmt::format("(Class {} {} {} {})", node.target.name.text(), list_of(node.decorators),
                       arguments_of(node.bases), to_text(node.body));
  }
  std::string operator()(const Import& node) const {
    std::string text = "(Import";
    for (const auto& item : node.items) {
      text += " ";
      for (size_t i = 0; i < item.path.size(); ++i) text += (i > 0 ? "." : "") + item.path[i].text();
      if (item.has_alias) text += " as " + item.target.name.text();
    }
    return text + ")";
  }
  std::string operator()(const ImportFrom& node) const {
    std::string text = fmt::format("(From {} ", node.level);
    for (size_t i = 0; i < node.path.size(); ++i) text += (i > 0 ? "." : "") + node.path[i].text();
    if (node.star) text += " *";
    for (const auto& item : node.items) {
      text += " " + item.name.text();
      if (!(item.name == item.target.name)) text += " as " + item.target.name.text();
    }
    return text + ")";
  }
  std::string operator()(const ScopeDeclaration&) const { return "Scope"; }
};

}  // namespace

std::string to_text(const Expr& expr) { return std::visit(Writer{}, expr.node); }

std::string to_text(const Body& body) {
  std::string text = "{";
  for (const StmtPtr& statement : body) text += (text.size() > 1 ? " " : "") + std::visit(Writer{}, statement->node);
  return text + "}";
}

}  // namespace vramlint::syntax
