#include "usage/offers.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

using namespace syntax;

const std::string* text_of(const ExprPtr& expr) {
  const auto* literal = expr ? std::get_if<StringLiteral>(&expr->node) : nullptr;
  return literal ? &literal->value : nullptr;
}

const std::string* name_of(const ExprPtr& expr) {
  const auto* name = expr ? std::get_if<Name>(&expr->node) : nullptr;
  return name ? &name->variable.name.text() : nullptr;
}

const ExprPtr* keyword(const Call& call, std::string_view name) {
  for (const Argument& argument : call.arguments)
    if (argument.kind == Argument::Kind::keyword && argument.name.text() == name) return &argument.value;
  return nullptr;
}

bool is_zero(const ExprPtr& expr) {
  const auto* integer = std::get_if<IntLiteral>(&expr->node);
  const auto* real = std::get_if<FloatLiteral>(&expr->node);
  return (integer && integer->value == 0) || (real && real->value == 0);
}

/// `optim` of `args.optim`, `cfg["optim"]`, `cfg.get("optim")`, `getattr(args, "optim")`, `args.optim.lower()`.
std::string asked(const ExprPtr& expr) {
  if (const std::string* name = name_of(expr)) return *name;
  if (!expr) return {};
  if (const auto* attribute = std::get_if<Attribute>(&expr->node)) return attribute->name.text();
  if (const auto* subscript = std::get_if<Subscript>(&expr->node)) {
    const std::string* key = text_of(subscript->index);
    return key ? *key : std::string();
  }
  const auto* call = std::get_if<Call>(&expr->node);
  if (!call) return {};
  const auto key_at = [&](size_t at) {
    const std::string* key = call->arguments.size() > at ? text_of(call->arguments[at].value) : nullptr;
    return key ? *key : std::string();
  };
  if (const std::string* function = name_of(call->callee)) return *function == "getattr" ? key_at(1) : std::string();
  const auto* method = std::get_if<Attribute>(&call->callee->node);
  if (!method) return {};
  const std::string& name = method->name.text();
  if (name == "get") return key_at(0);
  return name == "lower" || name == "upper" || name == "strip" ? asked(method->object) : std::string();
}

std::string bare(std::string name) { return name.erase(0, std::min(name.find_first_not_of('_'), name.size())); }

class Reader {
 public:
  explicit Reader(Offers& offers) : offers_(offers) {}

  /// What the second reading goes by.
  void note_names(const PythonModule& module) {
    for (const StmtPtr& statement : module.body) {
      if (const auto* cls = std::get_if<ClassDef>(&statement->node)) note_members(*cls);
    }
  }

  void read(const PythonModule& module) {
    dicts_.clear();
    for (const StmtPtr& statement : module.body) visit(*statement);
  }

 private:
  void note_members(const ClassDef& cls) {
    const auto is_enumeration = [](const Argument& base) { return base.value->span.text().ends_with("Enum"); };
    if (std::none_of(cls.bases.begin(), cls.bases.end(), is_enumeration)) return;
    for (const StmtPtr& statement : cls.body) {
      const auto* member = std::get_if<Assign>(&statement->node);
      const std::string* name = member && member->targets.size() == 1 ? name_of(member->targets[0]) : nullptr;
      const std::string* text = name ? text_of(member->value) : nullptr;
      if (text) members_[cls.target.name.text() + "." + *name] = *text;
    }
  }

  void visit(const Stmt& statement) {
    if (const auto* assign = std::get_if<Assign>(&statement.node)) {
      const auto* dict = std::get_if<DictDisplay>(&assign->value->node);
      const std::string* name = dict && assign->targets.size() == 1 ? name_of(assign->targets[0]) : nullptr;
      if (name) dicts_[*name] = dict;
    }
    each_part(statement, parts_);
  }

  void visit(const Expr& expr) {
    if (const auto* compare = std::get_if<Compare>(&expr.node)) compared(*compare, expr.span);
    if (const auto* subscript = std::get_if<Subscript>(&expr.node)) looked_up(subscript->object, subscript->index);
    if (const auto* call = std::get_if<Call>(&expr.node)) called(*call);
    each_part(expr, parts_);
  }

  void compared(const Compare& compare, const Span& place) {
    if (compare.rest.size() != 1) return;
    const auto& [op, right] = compare.rest[0];
    if (std::string name = bare(asked(compare.first)); !name.empty())
      offers_.names.emplace(std::pair(place.source, place.begin), std::move(name));
    if (op == CompareOp::eq || op == CompareOp::ne) {
      offer(asked(compare.first), right);
      offer(asked(right), compare.first);
    } else if (op == CompareOp::in || op == CompareOp::not_in) {
      offer_all(asked(compare.first), right);
    }
    const std::string switched = bare(asked(compare.first));
    if ((op == CompareOp::gt || op == CompareOp::ne) && is_zero(right) && !switched.empty())
      offers_.switches.insert(switched);
  }

  void looked_up(const ExprPtr& container, const ExprPtr& index) {
    if (text_of(index)) return;
    const DictDisplay* dict = std::get_if<DictDisplay>(&container->node);
    const std::string* name = name_of(container);
    if (const auto known = name ? dicts_.find(*name) : dicts_.end(); known != dicts_.end()) dict = known->second;
    if (!dict) return;
    for (const DictDisplay::Entry& entry : dict->entries) offer(asked(index), entry.key);
  }

  void called(const Call& call) {
    const auto* method = std::get_if<Attribute>(&call.callee->node);
    if (!method || call.arguments.empty()) return;
    if (method->name.text() == "get") return looked_up(method->object, call.arguments[0].value);
    const ExprPtr* choices = method->name.text() == "add_argument" ? keyword(call, "choices") : nullptr;
    if (!choices) return;
    for (const Argument& argument : call.arguments) {
      const std::string* option = text_of(argument.value);
      if (!option || !option->starts_with("--")) continue;
      std::string name = option->substr(2);
      std::replace(name.begin(), name.end(), '-', '_');
      offer_all(name, *choices);
      offer_numbers(name, *choices);
    }
  }

  /// Only where all of them are plain.
  void offer_numbers(const std::string& name, const ExprPtr& list) {
    const auto* items = std::get_if<ListDisplay>(&list->node);
    const auto* tuple = std::get_if<TupleDisplay>(&list->node);
    if (!items && !tuple) return;
    std::set<int64_t> numbers;
    for (const ExprPtr& item : items ? items->items : tuple->items) {
      const auto* number = std::get_if<IntLiteral>(&item->node);
      if (!number || !number->fits) return;
      numbers.insert(number->value);
    }
    offers_.numbers[name] = std::move(numbers);
  }

  void offer_all(const std::string& name, const ExprPtr& list) {
    const auto each = [&](const std::vector<ExprPtr>& items) {
      for (const ExprPtr& item : items) offer(name, item);
    };
    if (const auto* items = std::get_if<ListDisplay>(&list->node)) each(items->items);
    if (const auto* items = std::get_if<TupleDisplay>(&list->node)) each(items->items);
    if (const auto* items = std::get_if<SetDisplay>(&list->node)) each(items->items);
  }

  void offer(std::string name, const ExprPtr& said) {
    if (!said) return;
    const std::string* text = text_of(said);
    if (std::holds_alternative<Attribute>(said->node)) {
      const auto member = members_.find(std::string(said->span.text()));
      if (member != members_.end()) text = &member->second;
    }
    name = bare(std::move(name));
    if (!text || name.empty() || text->empty()) return;
    std::vector<std::string>& texts = offers_.texts[name];
    if (std::find(texts.begin(), texts.end(), *text) == texts.end()) texts.push_back(*text);
  }

  Offers& offers_;
  std::map<std::string, std::string> members_;       // "OptimizerNames.SGD"
  std::map<std::string, const DictDisplay*> dicts_;  // of the module that is read
  const Parts parts_ = {[this](const Expr& inner) { visit(inner); }, [this](const Stmt& inner) { visit(inner); }};
};

}  // namespace

Offers offers_of(const std::vector<std::shared_ptr<const PythonModule>>& modules) {
  Offers offers;
  Reader reader(offers);
  for (const auto& module : modules) reader.note_names(*module);
  for (const auto& module : modules) reader.read(*module);
  return offers;
}

}  // namespace vramlint::usage
