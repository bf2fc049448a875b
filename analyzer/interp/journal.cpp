#include "interp/journal.h"

#include "interp/impl.h"
#include "interp/snapshot.h"

namespace vramlint::interp {

namespace {

void save_entries(Contents& contents, const Dict& dict) {
  for (const auto& entry : dict.entries())
    if (entry.live) contents.entries.emplace_back(entry.key, entry.value);
}

void load_entries(const Contents& contents, Dict& dict) {
  dict.clear();
  for (const auto& [key, value] : contents.entries) dict.set(key, value);
}

}  // namespace

Contents Contents::of(const Object& object) {
  Contents contents;
  switch (object.kind) {
    case ObjectKind::list:
      contents.items = static_cast<const List&>(object).items;
      break;
    case ObjectKind::cell:
      contents.items = {static_cast<const Cell&>(object).value};
      break;
    case ObjectKind::instance:
      contents.items = {static_cast<const Instance&>(object).payload};
      break;
    case ObjectKind::dict:
      save_entries(contents, static_cast<const Dict&>(object));
      break;
    case ObjectKind::set:
      save_entries(contents, static_cast<const Set&>(object).table);
      break;
    default:
      break;
  }
  return contents;
}

void Contents::restore(Object& object) const {
  switch (object.kind) {
    case ObjectKind::list:
      static_cast<List&>(object).items = items;
      break;
    case ObjectKind::cell:
      static_cast<Cell&>(object).value = items[0];
      break;
    case ObjectKind::instance:
      static_cast<Instance&>(object).payload = items[0];
      break;
    case ObjectKind::dict:
      load_entries(*this, static_cast<Dict&>(object));
      break;
    case ObjectKind::set:
      load_entries(*this, static_cast<Set&>(object).table);
      break;
    default:
      break;
  }
}

Journal::Journal(Interpreter& interpreter) : interpreter_(interpreter) { interpreter.impl().journals.push_back(this); }
Journal::~Journal() { std::erase(interpreter_.impl().journals, this); }

void Journal::note(Object& object) {
  if (object.references == 0 || !known_.try_emplace(&object, changes_.size()).second) return;
  changes_.push_back({Value(&object), Contents::of(object)});
}

void Journal::undo() {
  for (const Change& change : changes_) change.before.restore(*change.object.object());
}

void spoil_snapshot(Interpreter& interpreter, std::string obstacle) {
  if (Snapshot* snapshot = interpreter.impl().snapshot) snapshot->spoil(std::move(obstacle));
}

void before_change(Interpreter& interpreter, Object& object) {
  Interpreter::Impl& impl = interpreter.impl();
  if (object.settled && impl.snapshot) impl.snapshot->note(object);
  for (Journal* journal : impl.journals) journal->note(object);
}

}  // namespace vramlint::interp
