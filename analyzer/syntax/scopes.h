// Where each name of a Python module lives, by the rules of CPython 3.11 (Python/symtable.c).
//
// The builder of the tree reports every scope, binding and use in the order of the text, with a pointer to the Variable
// to be filled; `resolve()` fills them all at the end. The pointed-to places must not move until then.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "syntax/python.h"

namespace vramlint::syntax {

enum class ScopeKind : uint8_t { module, function, class_body, comprehension };

struct SymbolHash {
  size_t operator()(Symbol symbol) const { return symbol.hash(); }
};

class ScopeTable {
 public:
  explicit ScopeTable(std::vector<Problem>& problems);

  /// `scope` receives slots and captures; null only for the module.
  void open(ScopeKind kind, Scope* scope);
  /// As `open`, for a class body: `needs_class_cell` is set when a method needs `__class__`.
  void open_class(Scope* scope, bool* needs_class_cell);
  void close();

  void use(Symbol name, Variable* variable);
  void bind(Symbol name, Variable* variable);  ///< `variable` may be null
  void parameter(Symbol name);
  void bind_walrus(Symbol name, Variable* variable, Span span);
  void declare_global(Symbol name);
  void declare_nonlocal(Symbol name, Span span);
  void mark_generator();
  ScopeKind current_kind() const { return records_[current_].kind; }

  void resolve();

 private:
  struct Entry {
    Symbol name;
    bool bound = false, is_global = false, is_nonlocal = false, is_cell = false;
    int slot = -1;
    Variable resolved{};
    bool is_resolved = false;
    Span span;  ///< of the nonlocal declaration
  };
  struct Pending {
    size_t entry;
    Variable* variable;
  };
  struct Record {
    ScopeKind kind = ScopeKind::module;
    size_t parent = 0;
    Scope* scope = nullptr;
    bool* needs_class_cell = nullptr;
    std::vector<Entry> entries;
    std::unordered_map<Symbol, size_t, SymbolHash> places;
    std::unordered_map<Symbol, int, SymbolHash> captures;
    std::vector<Pending> pending;
    bool is_function() const { return kind == ScopeKind::function || kind == ScopeKind::comprehension; }
  };

  Entry& entry(size_t record, Symbol name);
  void remember(size_t record, Symbol name, Variable* variable);
  void assign_slots(Record& record);
  size_t owner_of(size_t record, Symbol name) const;
  int capture(size_t record, Symbol name, size_t owner);
  Variable look_up(size_t record, const Entry& entry);
  void write_cells(Record& record);

  std::vector<Problem>& problems_;
  std::vector<Record> records_;
  size_t current_ = 0;
  Symbol class_cell_;
};

}  // namespace vramlint::syntax
