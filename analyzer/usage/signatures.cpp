#include "usage/signatures.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {
namespace {

using namespace syntax;

bool is_off(const ExprPtr& expr) {
  const auto* truth = expr ? std::get_if<BoolLiteral>(&expr->node) : nullptr;
  return truth && !truth->value;
}

bool is_one(const ExprPtr& expr) {
  const auto* number = expr ? std::get_if<IntLiteral>(&expr->node) : nullptr;
  return number && number->fits && number->value == 1;
}

void add(Signature& signature, const std::string& name, const ExprPtr& value) {
  signature.parameters.insert(name);
  if (is_off(value)) signature.off.push_back(name);
  if (is_one(value)) signature.once.push_back(name);
}

void add(Signature& signature, const Function& function) {
  for (const Parameter& parameter : function.parameters) {
    if (parameter.kind == Parameter::Kind::double_star) signature.takes_more = true;
    if (parameter.kind == Parameter::Kind::ordinary || parameter.kind == Parameter::Kind::keyword_only)
      add(signature, parameter.name.text(), parameter.default_value);
  }
}

Signature of(const ClassDef& cls) {
  Signature signature;
  if (!cls.body.empty()) signature.source = cls.body.front()->span.source;
  for (const Argument& base : cls.bases) {
    const std::string_view text = base.value->span.text();
    signature.bases.emplace_back(text.substr(text.rfind('.') + 1));
  }
  const FunctionDef* constructor = nullptr;
  for (const StmtPtr& statement : cls.body) {
    const auto* method = std::get_if<FunctionDef>(&statement->node);
    if (method && method->target.name.text() == "__init__") constructor = method;
  }
  if (constructor) {
    add(signature, *constructor->function);
    return signature;
  }
  signature.takes_more = true;
  for (const StmtPtr& statement : cls.body) {
    const auto* field = std::get_if<AnnAssign>(&statement->node);
    const auto* name = field ? std::get_if<Name>(&field->target->node) : nullptr;
    if (name) add(signature, name->variable.name.text(), field->value);
  }
  return signature;
}

/// The last name of what is asked.
std::string receiver(const Expr& object) {
  if (const auto* name = std::get_if<Name>(&object.node)) return name->variable.name.text();
  if (const auto* attribute = std::get_if<Attribute>(&object.node)) return attribute->name.text();
  const auto* subscript = std::get_if<Subscript>(&object.node);
  const auto* key = subscript ? std::get_if<StringLiteral>(&subscript->index->node) : nullptr;
  return key ? key->value : std::string();
}

class Fallbacks {
 public:
  explicit Fallbacks(std::vector<Fallback>& found) : found_(found) {}
  void read(const PythonModule& module) {
    for (const StmtPtr& statement : module.body) each_part(*statement, parts_);
  }

 private:
  void visit(const Expr& expr) {
    if (const auto* call = std::get_if<Call>(&expr.node)) called(*call);
    each_part(expr, parts_);
  }

  void called(const Call& call) {
    const auto* method = std::get_if<Attribute>(&call.callee->node);
    const auto* function = std::get_if<Name>(&call.callee->node);
    if (method && method->name.text() == "get" && call.arguments.size() == 2)
      add(*method->object, call.arguments[0].value, call.arguments[1].value);
    if (function && function->variable.name.text() == "getattr" && call.arguments.size() == 3)
      add(*call.arguments[0].value, call.arguments[1].value, call.arguments[2].value);
  }

  void add(const Expr& object, const ExprPtr& name, const ExprPtr& value) {
    const auto* text = std::get_if<StringLiteral>(&name->node);
    if (text && (is_off(value) || is_one(value))) found_.push_back({receiver(object), text->value, is_one(value)});
  }

  std::vector<Fallback>& found_;
  const Parts parts_ = {[this](const Expr& inner) { visit(inner); },
                        [this](const Stmt& inner) { each_part(inner, parts_); }};
};

}  // namespace

Signature Signatures::whole(const std::string& name) const {
  constexpr size_t kMostBases = 16;
  Signature result;
  std::vector<std::string> open = {name};
  for (size_t i = 0; i < open.size() && i < kMostBases; ++i) {
    const auto found = by_name.find(open[i]);
    if (found == by_name.end()) continue;
    const Signature& one = found->second;
    result.parameters.insert(one.parameters.begin(), one.parameters.end());
    result.off.insert(result.off.end(), one.off.begin(), one.off.end());
    result.once.insert(result.once.end(), one.once.begin(), one.once.end());
    result.takes_more = one.takes_more;
    if (!one.takes_more) break;
    open.insert(open.end(), one.bases.begin(), one.bases.end());
  }
  return result;
}

Signatures signatures_of(const std::vector<std::shared_ptr<const PythonModule>>& modules) {
  Signatures found;
  Fallbacks fallbacks(found.fallbacks);
  for (const auto& module : modules) {
    for (const StmtPtr& statement : module->body) {
      if (const auto* cls = std::get_if<ClassDef>(&statement->node)) {
        found.by_name.emplace(cls->target.name.text(), of(*cls));
      } else if (const auto* function = std::get_if<FunctionDef>(&statement->node)) {
        Signature signature;
        add(signature, *function->function);
        found.by_name.emplace(function->target.name.text(), std::move(signature));
      }
    }
    fallbacks.read(*module);
  }
  return found;
}

}  // namespace vramlint::usage
