#include "proposal/module_index.h"

#include <algorithm>
#include <utility>

#include "usage/walk.h"

namespace vramlint::proposal {

using namespace syntax;

namespace {

std::string joined(const std::vector<Symbol>& path) {
  std::string text;
  for (const Symbol& part : path) text += (text.empty() ? "" : ".") + part.text();
  return text;
}

class Indexer {
 public:
  explicit Indexer(ModuleIndex& index) : index_(index) {}

  void run() {
    unit_ = add_unit(nullptr, "", "");
    statements(index_.tree->body);
  }

 private:
  Unit* add_unit(const Function* function, const std::string& name, const std::string& cls) {
    auto made = std::make_unique<Unit>();
    made->module = &index_;
    made->function = function;
    made->name = name;
    made->class_name = cls;
    index_.units.push_back(std::move(made));
    return index_.units.back().get();
  }

  void statements(const Body& body) {
    for (const StmtPtr& one : body) statement(*one);
  }

  void statement(const Stmt& one) {
    if (const auto* node = std::get_if<FunctionDef>(&one.node)) return function(*node);
    if (const auto* node = std::get_if<ClassDef>(&one.node)) return a_class(*node);
    if (const auto* node = std::get_if<If>(&one.node)) return conditional(*node);
    if (const auto* node = std::get_if<Import>(&one.node)) return import(*node);
    if (const auto* node = std::get_if<ImportFrom>(&one.node)) return import_from(*node);
    if (const auto* node = std::get_if<Assign>(&one.node)) {
      for (const ExprPtr& target : node->targets) define(*target, *node->value);
    } else if (const auto* annotated = std::get_if<AnnAssign>(&one.node); annotated && annotated->value) {
      define(*annotated->target, *annotated->value);
    } else if (const auto* changed = std::get_if<AugAssign>(&one.node); changed && changed->op == BinaryOp::div) {
      unit_->divisions.emplace_back(dotted_name(*changed->target), changed->value.get());
    } else if (const auto* given = std::get_if<Return>(&one.node); given && given->value) {
      unit_->returns.push_back(given->value.get());
    } else if (const auto* with = std::get_if<With>(&one.node)) {
      for (const With::Item& item : with->items) {
        if (item.target) define(*item.target, *item.context);
      }
    }
    usage::each_part(one, {[this](const Expr& expr) { expression(expr); }, [this](const Stmt& s) { statement(s); }});
  }

  void define(const Expr& target, const Expr& value) {
    const std::string name = dotted_name(target);
    const auto* targets = std::get_if<TupleDisplay>(&target.node);
    const auto* values = std::get_if<TupleDisplay>(&value.node);
    if (targets && values && targets->items.size() == values->items.size()) {
      for (size_t i = 0; i < targets->items.size(); ++i) define(*targets->items[i], *values->items[i]);
    }
    if (name.empty()) return;
    unit_->definitions[name].push_back({&value, guards_});
    if (name.starts_with("self.") && !unit_->class_name.empty()) {
      const std::string key = unit_->class_name + "." + name.substr(5);
      index_.attributes[key].push_back({&value, guards_});
      index_.attribute_units.try_emplace(key, unit_);
    }
    const auto* binary = std::get_if<Binary>(&value.node);
    if (binary && binary->op == BinaryOp::div) unit_->divisions.emplace_back(name, binary->right.get());
  }

  void function(const FunctionDef& node) {
    for (const ExprPtr& decorator : node.decorators) expression(*decorator);
    Unit* outer = unit_;
    const std::string name = node.function->name.text();
    unit_ = add_unit(node.function.get(), name, class_);
    index_.functions.try_emplace(class_.empty() ? name : class_ + "." + name, unit_);
    std::vector<Guard> guards;
    std::swap(guards, guards_);
    const std::string cls = std::exchange(class_, std::string());
    unit_->class_name = cls;
    statements(node.function->body);
    class_ = cls;
    std::swap(guards, guards_);
    unit_ = outer;
  }

  void a_class(const ClassDef& node) {
    const std::string outer = std::exchange(class_, node.target.name.text());
    index_.classes.try_emplace(class_, &node);
    for (const StmtPtr& one : node.body) statement(*one);
    class_ = outer;
  }

  void conditional(const If& node) {
    expression(*node.condition);
    guards_.push_back({node.condition.get(), true});
    statements(node.then);
    guards_.back().then = false;
    statements(node.otherwise);
    guards_.pop_back();
  }

  void import(const Import& node) {
    for (const Import::Item& item : node.items) {
      const std::string path = joined(item.path);
      index_.imports[item.target.name.text()] = item.has_alias ? path : path.substr(0, path.find('.'));
    }
  }

  void import_from(const ImportFrom& node) {
    std::string base = joined(node.path);
    if (node.level > 0) {
      std::string package = index_.dotted;
      const bool is_package = index_.source->path().ends_with("__init__.py");
      for (int i = is_package ? 1 : 0; i < node.level; ++i) {
        const size_t dot = package.rfind('.');
        package = dot == std::string::npos ? "" : package.substr(0, dot);
      }
      base = package + (package.empty() || base.empty() ? "" : ".") + base;
    }
    for (const ImportFrom::Item& item : node.items)
      index_.imports[item.target.name.text()] = (base.empty() ? "" : base + ".") + item.name.text();
  }

  void expression(const Expr& expr) {
    if (++depth_ < 400) {
      if (const auto* call = std::get_if<Call>(&expr.node)) {
        unit_->calls.push_back({&expr, call, callee_name(*call->callee), guards_, unit_});
      }
      usage::each_part(expr,
                       {[this](const Expr& inner) { expression(inner); }, [this](const Stmt& s) { statement(s); }});
    }
    --depth_;
  }

  std::string callee_name(const Expr& callee) const {
    const std::string dotted = dotted_name(callee);
    const auto* attribute = std::get_if<Attribute>(&callee.node);
    return dotted.empty() && attribute ? "." + attribute->name.text() : resolved(dotted);
  }

  std::string resolved(const std::string& dotted) const {
    const size_t dot = dotted.find('.');
    const auto found = index_.imports.find(dotted.substr(0, dot));
    if (found == index_.imports.end()) return dotted;
    return found->second + (dot == std::string::npos ? "" : dotted.substr(dot));
  }

  ModuleIndex& index_;
  Unit* unit_ = nullptr;
  std::string class_;
  std::vector<Guard> guards_;
  int depth_ = 0;
};

}  // namespace

std::unique_ptr<ModuleIndex> index_module(const Source& source, std::string dotted) {
  auto index = std::make_unique<ModuleIndex>();
  index->source = &source;
  index->dotted = std::move(dotted);
  index->tree = parse_python(source);
  Indexer(*index).run();
  return index;
}

std::string dotted_name(const Expr& expr) {
  if (const auto* name = std::get_if<Name>(&expr.node)) return name->variable.name.text();
  const auto* attribute = std::get_if<Attribute>(&expr.node);
  if (!attribute) return {};
  const std::string object = dotted_name(*attribute->object);
  return object.empty() ? "" : object + "." + attribute->name.text();
}

const Expr* argument(const Call& call, std::string_view keyword, int place) {
  int at = 0;
  for (const Argument& one : call.arguments) {
    if (one.kind == Argument::Kind::keyword && one.name.text() == keyword) return one.value.get();
    if (one.kind == Argument::Kind::positional && at++ == place) return one.value.get();
  }
  return nullptr;
}

const std::string* text_of(const Expr* expr) {
  const auto* text = expr ? std::get_if<StringLiteral>(&expr->node) : nullptr;
  return text ? &text->value : nullptr;
}

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

}  // namespace vramlint::proposal
