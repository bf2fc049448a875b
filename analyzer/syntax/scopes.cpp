#include "syntax/scopes.h"

namespace vramlint::syntax {
namespace {

constexpr size_t kNowhere = static_cast<size_t>(-1);

}  // namespace

ScopeTable::ScopeTable(std::vector<Problem>& problems) : problems_(problems), class_cell_("__class__") {
  records_.emplace_back();
}

void ScopeTable::open(ScopeKind kind, Scope* scope) {
  Record& record = records_.emplace_back();
  record.kind = kind;
  record.parent = current_;
  record.scope = scope;
  current_ = records_.size() - 1;
}

void ScopeTable::open_class(Scope* scope, bool* needs_class_cell) {
  open(ScopeKind::class_body, scope);
  records_[current_].needs_class_cell = needs_class_cell;
}

void ScopeTable::close() { current_ = records_[current_].parent; }

ScopeTable::Entry& ScopeTable::entry(size_t record, Symbol name) {
  Record& in = records_[record];
  const auto [place, is_new] = in.places.try_emplace(name, in.entries.size());
  if (is_new) in.entries.push_back({.name = name});
  return in.entries[place->second];
}

void ScopeTable::remember(size_t record, Symbol name, Variable* variable) {
  if (variable == nullptr) return;
  variable->name = name;
  if (records_[record].kind == ScopeKind::module) return;  // already global
  records_[record].pending.push_back({records_[record].places.at(name), variable});
}

void ScopeTable::use(Symbol name, Variable* variable) {
  static const Symbol super("super");
  entry(current_, name);
  remember(current_, name, variable);
  // Zero-argument super() finds the class in a hidden cell.
  if (name == super && records_[current_].is_function()) entry(current_, class_cell_);
}

void ScopeTable::bind(Symbol name, Variable* variable) {
  entry(current_, name).bound = true;
  remember(current_, name, variable);
}

void ScopeTable::parameter(Symbol name) { entry(current_, name).bound = true; }

void ScopeTable::bind_walrus(Symbol name, Variable* variable, Span span) {
  size_t target = current_;
  while (records_[target].kind == ScopeKind::comprehension) target = records_[target].parent;
  if (target == current_) return bind(name, variable);
  if (records_[target].kind == ScopeKind::class_body) {
    problems_.push_back({ProblemKind::syntax_error, span,
                         "an assignment expression within a comprehension cannot be used in a class body"});
  }
  const bool global = records_[target].kind != ScopeKind::function || entry(target, name).is_global;
  if (!global) entry(target, name).bound = true;
  Entry& here = entry(current_, name);
  (global ? here.is_global : here.is_nonlocal) = true;
  here.span = span;
  remember(current_, name, variable);
}

void ScopeTable::declare_global(Symbol name) { entry(current_, name).is_global = true; }

void ScopeTable::declare_nonlocal(Symbol name, Span span) {
  if (records_[current_].kind == ScopeKind::module) {
    problems_.push_back({ProblemKind::syntax_error, span, "nonlocal declaration is not allowed at module level"});
    return;
  }
  Entry& here = entry(current_, name);
  here.is_nonlocal = true;
  here.span = span;
}

void ScopeTable::mark_generator() {
  if (records_[current_].scope != nullptr) records_[current_].scope->is_generator = true;
}

void ScopeTable::assign_slots(Record& record) {
  for (Entry& name : record.entries) {
    if (!record.is_function() || !name.bound || name.is_global || name.is_nonlocal) continue;
    name.slot = static_cast<int>(record.scope->slots.size());
    record.scope->slots.push_back(name.name);
  }
  if (record.scope != nullptr) record.scope->is_cell.assign(record.scope->slots.size(), false);
}

/// The function (or the class, for its `__class__` cell) around `record` whose variable `name` means there.
size_t ScopeTable::owner_of(size_t record, Symbol name) const {
  while (record != 0) {
    record = records_[record].parent;
    const Record& outer = records_[record];
    if (outer.kind == ScopeKind::class_body && name == class_cell_) return record;
    if (!outer.is_function()) continue;
    const auto place = outer.places.find(name);
    if (place == outer.places.end()) continue;
    const Entry& found = outer.entries[place->second];
    if (found.is_global) return kNowhere;
    if (found.slot >= 0) return record;
  }
  return kNowhere;
}

/// Index of the capture of `name` in `record`, made there and in every scope between it and the owner.
int ScopeTable::capture(size_t record, Symbol name, size_t owner) {
  std::vector<size_t> path;
  for (size_t at = record; at != owner; at = records_[at].parent) path.push_back(at);
  const Record& owning = records_[owner];
  Scope::Capture from{name, Where::cell, -1};
  if (owning.kind == ScopeKind::class_body) {
    if (owning.needs_class_cell != nullptr) *owning.needs_class_cell = true;
  } else {
    Entry& owned = entry(owner, name);
    owned.is_cell = true;
    from.index = owned.slot;
  }
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    Record& inner = records_[*at];
    const auto [place, is_new] = inner.captures.try_emplace(name, static_cast<int>(inner.scope->captures.size()));
    if (is_new) inner.scope->captures.push_back(from);
    from = {name, Where::free, place->second};
  }
  return from.index;
}

Variable ScopeTable::look_up(size_t record, const Entry& entry) {
  const Record& in = records_[record];
  const bool in_class = in.kind == ScopeKind::class_body;
  if (entry.is_global) return {entry.name, Where::global, -1};
  if (entry.slot >= 0) return {entry.name, entry.is_cell ? Where::cell : Where::local, entry.slot};
  const Variable class_own{entry.name, Where::class_body, -1};
  if (in_class && entry.bound && !entry.is_nonlocal) return class_own;
  const size_t owner = owner_of(record, entry.name);
  if (owner == kNowhere) {
    if (entry.is_nonlocal) {
      problems_.push_back(
          {ProblemKind::syntax_error, entry.span, "no binding for nonlocal '" + entry.name.text() + "' found"});
    }
    return in_class ? class_own : Variable{entry.name, Where::global, -1};
  }
  const int index = capture(record, entry.name, owner);
  return {entry.name, in_class && !entry.is_nonlocal ? Where::class_body : Where::free, index};
}

void ScopeTable::write_cells(Record& record) {
  for (Entry& name : record.entries) {
    if (!name.is_cell) continue;
    record.scope->is_cell[static_cast<size_t>(name.slot)] = true;
    if (name.resolved.where == Where::local) name.resolved.where = Where::cell;
  }
}

void ScopeTable::resolve() {
  for (Record& record : records_) assign_slots(record);
  for (size_t record = 1; record < records_.size(); ++record) {
    // By index: a capture may add entries to outer scopes, never to this one.
    for (size_t i = 0; i < records_[record].entries.size(); ++i) {
      const Variable found = look_up(record, records_[record].entries[i]);
      records_[record].entries[i].resolved = found;
    }
  }
  for (Record& record : records_) {
    write_cells(record);
    for (const Pending& pending : record.pending) *pending.variable = record.entries[pending.entry].resolved;
  }
}

}  // namespace vramlint::syntax
