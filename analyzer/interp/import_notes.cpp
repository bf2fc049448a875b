#include "interp/import_notes.h"

#include <algorithm>
#include <exception>
#include <iterator>

#include "interp/listed.h"

namespace vramlint::interp {

namespace {

/// Puts what was assumed since the last look down as the running module's.
void put_down(ImportNotes& notes, const std::vector<Assumption>& assumptions) {
  if (notes.current)
    for (size_t i = notes.seen; i < assumptions.size(); ++i) notes.current->emplace_back(assumptions[i]);
  notes.seen = assumptions.size();
}

void keep_from(ImportNotes& notes, const std::vector<Assumption>& assumptions, size_t first) {
  for (size_t i = first; i < assumptions.size(); ++i) notes.assumed.push_back(assumptions[i]);
}

void tell(Interpreter::Impl& impl, const std::string& name) {
  if (!impl.imports.told.insert(name).second) return;
  if (const size_t dot = name.rfind('.'); dot != std::string::npos) tell(impl, name.substr(0, dot));
  const auto noted = impl.imports.events.find(name);
  if (noted == impl.imports.events.end()) return;
  for (const ImportEvent& event : noted->second) {
    if (const auto* assumption = std::get_if<Assumption>(&event))
      impl.assumptions.push_back(*assumption);
    else
      tell(impl, std::get<std::string>(event));
  }
}

}  // namespace

void note_import(Interpreter::Impl& impl, const std::string& name) {
  if (impl.imports.current) {
    put_down(impl.imports, impl.assumptions);
    impl.imports.current->emplace_back(name);
  } else if (impl.modules.as<Dict>()->find(name)) {
    const size_t first = impl.assumptions.size();
    tell(impl, name);
    keep_from(impl.imports, impl.assumptions, first);
  }
}

ImportRecord::ImportRecord(Interpreter::Impl& impl, const std::string& name)
    : notes_(impl.imports),
      assumptions_(impl.assumptions),
      outer_(impl.imports.current),
      first_(impl.assumptions.size()) {
  put_down(notes_, assumptions_);
  notes_.told.insert(name);
  notes_.current = &notes_.events[name];
  notes_.current->clear();
}

ImportRecord::~ImportRecord() {
  put_down(notes_, assumptions_);
  notes_.current = outer_;
  if (!outer_) keep_from(notes_, assumptions_, first_);
}

std::vector<Assumption> listed_assumptions(Interpreter& interpreter) {
  constexpr size_t kMany = 60;  // modules
  const ImportNotes& notes = interpreter.impl().imports;
  const std::vector<Assumption>& all = interpreter.assumptions();
  if (notes.told.size() < notes.beforehand + kMany) return all;
  std::vector<Assumption> program;
  std::copy_if(all.begin(), all.end(), std::back_inserter(program), [&](const Assumption& assumption) {
    return std::find(notes.assumed.begin(), notes.assumed.end(), assumption) == notes.assumed.end();
  });
  program.push_back(
      {"the packages that are imported find the environment they expect: versions that fit, variables that are unset",
       {}});
  return program;
}

ImportFromOutside::ImportFromOutside(Interpreter::Impl& impl)
    : impl_(impl), steps_(impl.budget.steps()), exceptions_(std::uncaught_exceptions()) {
  ++impl_.imports.depth;
}

ImportFromOutside::~ImportFromOutside() {
  constexpr int64_t kLong = 1'000'000;
  constexpr int kMost = 4;
  if (--impl_.imports.depth > 0 || std::uncaught_exceptions() > exceptions_) return;
  if (impl_.budget.steps() - steps_ < kLong || impl_.imports.long_ones >= kMost) return;
  ++impl_.imports.long_ones;
  impl_.budget.reset();
}

}  // namespace vramlint::interp
