#include "config/dialects/lazy_config.h"

namespace vramlint::config {

namespace {

using syntax::Body;

std::string dotted(const std::vector<syntax::Symbol>& path) {
  std::string out;
  for (const syntax::Symbol& part : path) out += (out.empty() ? "" : ".") + part.text();
  return out;
}

const syntax::Name* callee_name(const syntax::Expr& expr) {
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  return call ? std::get_if<syntax::Name>(&call->callee->node) : nullptr;
}

bool is_read_base(const syntax::With& with) {
  const syntax::Name* name = with.items.size() == 1 ? callee_name(*with.items[0].context) : nullptr;
  return name && name->variable.name.text() == "read_base";
}

/// Loaded when the config is: the standard library and mmengine.config itself.
bool is_loaded(std::string_view module) { return module.starts_with("mmengine.config") || is_standard_module(module); }

bool imports_beyond_standard(const syntax::Stmt& statement) {
  if (const auto* with = std::get_if<syntax::With>(&statement.node)) return is_read_base(*with);
  if (const auto* from = std::get_if<syntax::ImportFrom>(&statement.node)) {
    std::string module = dotted(from->path);
    bool only_config = module == "mmengine" && from->items.size() == 1 && from->items[0].name.text() == "Config";
    return from->level > 0 || (!only_config && !is_loaded(module));
  }
  if (const auto* import = std::get_if<syntax::Import>(&statement.node)) {
    for (const auto& item : import->items) {
      if (!is_loaded(dotted(item.path))) return true;
    }
  }
  return false;
}

class Finder {
 public:
  LazyImports found;

  void visit(const Body& body) {
    for (const syntax::StmtPtr& statement : body)
      std::visit([&](const auto& node) { visit(*statement, node); }, statement->node);
  }

 private:
  template <typename T>
  void visit(const syntax::Stmt&, const T&) {}
  void visit(const syntax::Stmt&, const syntax::If& node) { visit(node.then), visit(node.otherwise); }
  void visit(const syntax::Stmt&, const syntax::For& node) { visit(node.body), visit(node.otherwise); }
  void visit(const syntax::Stmt&, const syntax::While& node) { visit(node.body), visit(node.otherwise); }
  void visit(const syntax::Stmt&, const syntax::FunctionDef& node) { visit(node.function->body); }
  void visit(const syntax::Stmt&, const syntax::Try& node) {
    visit(node.body);
    for (const auto& handler : node.handlers) visit(handler.body);
    visit(node.otherwise), visit(node.finally);
  }

  void visit(const syntax::Stmt& statement, const syntax::With& node) {
    if (!is_read_base(node)) return refuse(statement.span, "only `read_base()` may be used as a context in a config");
    LazyStatement block{.span = statement.span, .is_base = true};
    for (const syntax::StmtPtr& inner : node.body) {
      const auto* from = std::get_if<syntax::ImportFrom>(&inner->node);
      if (!from || from->path.empty()) {
        return refuse(inner->span, "only `from … import …` of a module may stand in `with read_base():`");
      }
      block.imports.push_back(import_of(*from, inner->span, true));
    }
    found.statements.push_back(std::move(block));
  }

  void visit(const syntax::Stmt& statement, const syntax::ImportFrom& node) {
    LazyImport import = import_of(node, statement.span, false);
    if (import.kind == LazyImport::Kind::names && import.star) {
      return refuse(statement.span, "`from " + import.module + " import *` is only allowed in `with read_base():`");
    }
    found.statements.push_back({.span = statement.span, .imports = {std::move(import)}});
  }

  void visit(const syntax::Stmt& statement, const syntax::Import& node) {
    LazyImport import{.span = statement.span};
    bool standard = true;
    for (const auto& item : node.items) {
      std::string path = dotted(item.path);
      standard = standard && is_standard_module(path);
      std::string bound = item.target.name.text();
      import.names.push_back({bound, item.has_alias ? path : bound, true, item.span});
    }
    if (standard) import.kind = LazyImport::Kind::standard;
    found.statements.push_back({.span = statement.span, .imports = {std::move(import)}});
  }

  static LazyImport import_of(const syntax::ImportFrom& node, Span span, bool base) {
    LazyImport import{.span = span, .level = node.level, .star = node.star};
    std::string path = dotted(node.path);
    import.module = std::string(static_cast<size_t>(node.level), '.') + path;
    if (base) {
      import.kind = LazyImport::Kind::base;
    } else if (node.level == 0 && path.starts_with("mmengine.config")) {
      import.kind = LazyImport::Kind::config;
    } else if (node.level == 0 && is_standard_module(path)) {
      import.kind = LazyImport::Kind::standard;
    }
    for (const auto& item : node.items) {
      std::string name = item.name.text();
      import.names.push_back({item.target.name.text(), base ? name : import.module + "." + name, false, item.span});
    }
    return import;
  }

  void refuse(Span span, std::string message) {
    if (!found.error.empty()) return;
    found.error = std::move(message);
    found.error_span = span;
  }
};

}  // namespace

const syntax::Assign* find_base_assignment(const syntax::PythonModule& module, Span* statement) {
  for (const syntax::StmtPtr& item : module.body) {
    const auto* assign = std::get_if<syntax::Assign>(&item->node);
    const auto* name = assign ? std::get_if<syntax::Name>(&assign->targets[0]->node) : nullptr;
    if (!name || name->variable.name.text() != "_base_") continue;
    if (statement) *statement = item->span;
    return assign;
  }
  return nullptr;
}

bool is_lazy_config(const syntax::PythonModule& module) {
  if (find_base_assignment(module)) return false;
  for (const syntax::StmtPtr& statement : module.body) {
    if (imports_beyond_standard(*statement)) return true;
  }
  return false;
}

LazyImports find_lazy_imports(const syntax::PythonModule& module) {
  Finder finder;
  finder.visit(module.body);
  return std::move(finder.found);
}

}  // namespace vramlint::config
