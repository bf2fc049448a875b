#include "interp/import_notes.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "interp/absences.h"
#include "interp/listed.h"
#include "interp/module_search.h"

namespace vramlint::interp {

size_t modules_with_source(const Interpreter::Impl& impl) {
  const std::vector<Dict::Entry>& entries = impl.modules.as<Dict>()->entries();
  return static_cast<size_t>(std::count_if(entries.begin(), entries.end(), [](const Dict::Entry& entry) {
    const auto* module = entry.live ? entry.value.as<Module>() : nullptr;
    return module && !module->file.empty();
  }));
}

ImportRecord::ImportRecord(Interpreter::Impl& impl)
    : impl_(impl), inside_another_(std::exchange(impl.imports.running, true)), first_(impl.assumptions.size()) {}

ImportRecord::~ImportRecord() {
  impl_.imports.running = inside_another_;
  if (inside_another_) return;
  impl_.imports.assumed.insert(impl_.imports.assumed.end(),
                               impl_.assumptions.begin() + static_cast<std::ptrdiff_t>(first_),
                               impl_.assumptions.end());
}

std::vector<Assumption> listed_assumptions(Interpreter& interpreter) {
  constexpr size_t kMany = 60;  // modules
  const ImportNotes& notes = interpreter.impl().imports;
  const std::vector<Assumption>& all = interpreter.assumptions();
  if (modules_with_source(interpreter.impl()) < notes.beforehand + kMany) return all;
  std::vector<Assumption> program;
  std::copy_if(all.begin(), all.end(), std::back_inserter(program), [&](const Assumption& assumption) {
    return std::find(notes.assumed.begin(), notes.assumed.end(), assumption) == notes.assumed.end();
  });
  if (program.size() == all.size()) return all;
  program.push_back(
      {"the packages that are imported find the environment they expect: versions that fit, variables that are unset",
       {}});
  return program;
}

void count_all_modules(Interpreter& interpreter) { interpreter.impl().imports.beforehand = 0; }

namespace {

void assume(Interpreter& interpreter, const std::string& package, const char* what, const Span& span,
            const std::string& missing = {}) {
  Interpreter::Impl& impl = interpreter.impl();
  const bool is_ours = !span || span.source->path().starts_with("<vramlint>/");
  if (is_ours || !impl.effects || comes_from_us(impl.world, package)) return;
  Assumption assumption{"`" + package + "` is taken " + what + "; `packages:` in vramlint.yaml says otherwise", span,
                        missing};
  auto& noted = impl.imports.running ? impl.imports.pending : impl.assumptions;
  if (std::find(noted.begin(), noted.end(), assumption) == noted.end()) noted.push_back(std::move(assumption));
}

}  // namespace

void assume_missing(Interpreter& interpreter, const std::string& package, const Span& span) {
  assume(interpreter, package, "not to be installed", span, package);
}

std::vector<std::string> taken_as_missing(Interpreter& interpreter) {
  std::vector<std::string> packages;
  const auto add = [&packages](const std::vector<Assumption>& noted) {
    for (const Assumption& each : noted)
      if (!each.missing.empty() && std::find(packages.begin(), packages.end(), each.missing) == packages.end())
        packages.push_back(each.missing);
  };
  const Interpreter::Impl& impl = interpreter.impl();
  add(impl.assumptions), add(impl.imports.assumed), add(impl.imports.pending);
  for (const WithheldUnknowns& each : impl.withheld) add(each.assumptions);
  return packages;
}

void tell_pending(Interpreter& interpreter, size_t before) {
  std::vector<Assumption>& pending = interpreter.impl().imports.pending;
  const auto first = pending.begin() + static_cast<std::ptrdiff_t>(std::min(before, pending.size()));
  for (auto each = first; each != pending.end(); ++each) note_once(interpreter, *each);
  pending.erase(first, pending.end());
}

void assume_present(Interpreter& interpreter, const std::string& package, const Span& span) {
  const World& world = interpreter.impl().world;
  if (is_optional(world, package) && installed(world, package) == Installed::not_said)
    assume(interpreter, package, "to be installed", span);
}

void forget_noted(Interpreter& interpreter, size_t unknowns, size_t assumptions) {
  Interpreter::Impl& impl = interpreter.impl();
  if (impl.unknowns.size() > unknowns) impl.forget_unknowns(unknowns);
  if (impl.assumptions.size() > assumptions) impl.assumptions.resize(assumptions);
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
  impl_.budget.renew_steps();
}

bool goes_without(Interpreter& interpreter, const std::string& package, const Span& span) {
  Interpreter::Impl& impl = interpreter.impl();
  const Installed said = installed(impl.world, package);
  const bool can = said == Installed::not_said && impl.import_guards > 0 && is_stand_in(impl.world, package);
  if (can) assume_missing(interpreter, package, span);
  return can || said == Installed::no;
}

namespace {

/// "0.4.12" and "0.4.9": the first two numbers.
bool alike(std::string_view one, std::string_view other) {
  const auto line = [](std::string_view text) {
    const size_t dot = text.find('.');
    return text.substr(0, dot == std::string_view::npos ? dot : text.find('.', dot + 1));
  };
  return line(one) == line(other);
}

}  // namespace

void take_release(Interpreter& interpreter, const Module& module, const Span& span) {
  Interpreter::Impl& impl = interpreter.impl();
  const std::string release = release_of(impl.world, module.name);
  Dict& globals = impl.heap.dict(module.globals);
  const Value* ours = globals.find("__version__");
  if (release.empty() && ours && interpreter.world().doubts)
    globals.set("__version__", Value::unknown("which release of " + module.name +
                                                  " is installed is not known; `packages:` in vramlint.yaml says it",
                                              span));
  if (globals.find("__release__")) return;  // it goes by what is installed itself
  if (release.empty() || !ours || !ours->is_string() || ours->as_string() == release) return;
  if (!alike(ours->as_string(), release))
    impl.assumptions.push_back({module.name + " " + release + " is taken to be as " + module.name + " " +
                                    std::string(ours->as_string()) +
                                    ", which is described here; its own source is read where --python-path leads to it",
                                span});
  globals.set("__version__", Value::string(release));
}

}  // namespace vramlint::interp
