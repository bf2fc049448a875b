#include <algorithm>
#include <array>
#include <set>

#include "python_text.h"
#include "python_walk.h"

namespace vramlint::syntax {
namespace {

using Names = std::set<std::string>;

std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

/// Checks each Variable against its Scope on the way and says `!name` where they contradict.
class ScopesWriter {
 public:
  explicit ScopesWriter(std::vector<std::string>& lines) : lines_(lines) {
    walk_.expr = [this](const Expr& expr) { walk_.into(expr); };
    walk_.body = [this](const Body& body) { walk_.into(body); };
    walk_.variable = [this](const Variable& variable) { see(variable); };
    walk_.function = [this](const Function& function) {
      const std::string name = function.name.text();
      within(name, function.scope, false, [&] { walk_.into(function.body); });
    };
    walk_.made_class = [this](const ClassDef& made) {
      within(made.target.name.text(), made.scope, true, [&] { walk_.into(made.body); });
    };
    walk_.comprehension = [this](const Comprehension& node) {
      constexpr std::array kNames = {"listcomp", "setcomp", "dictcomp", "genexpr"};
      within(kNames[static_cast<size_t>(node.kind)], node.scope, false, [&] { walk_.into_rest(node); });
    };
  }
  void run(const Body& body) { walk_.into(body); }

 private:
  template <class Inside>
  void within(const std::string& name, const Scope& scope, bool is_class, Inside inside) {
    const Scope* outer = scope_;
    Names outer_globals;
    std::swap(outer_globals, globals_);
    scope_ = &scope;
    inside();
    write(name, scope, is_class);
    scope_ = outer;
    std::swap(outer_globals, globals_);
  }

  void see(const Variable& variable) {
    const std::string name = variable.name.text();
    if (variable.where == Where::global && name != "__class__") globals_.insert(name);
    if (scope_ != nullptr && !consistent(variable, *scope_)) globals_.insert("!" + name);
    if (scope_ == nullptr && variable.where != Where::global) globals_.insert("!" + name);
  }

  static bool consistent(const Variable& variable, const Scope& scope) {
    const auto index = static_cast<size_t>(variable.index);
    if (variable.where == Where::global) return variable.index == -1;
    if (variable.where == Where::class_body && variable.index < 0) return true;
    if (variable.where == Where::free || variable.where == Where::class_body) {
      return index < scope.captures.size() && scope.captures[index].name == variable.name;
    }
    return index < scope.slots.size() && scope.slots[index] == variable.name &&
           scope.is_cell[index] == (variable.where == Where::cell);
  }

  void write(const std::string& name, const Scope& scope, bool is_class) {
    Names locals, cells, free;
    for (size_t i = 0; i < scope.slots.size(); ++i) (scope.is_cell[i] ? cells : locals).insert(scope.slots[i].text());
    for (const Scope::Capture& capture : scope.captures) free.insert(capture.name.text());
    std::string line = (is_class ? "class " : "") + name + ": locals=" + joined(locals) + " cells=" + joined(cells) +
                       " free=" + joined(free);
    if (!is_class) line += " global=" + joined(globals_);
    lines_.push_back(std::move(line));
  }

  std::vector<std::string>& lines_;
  PythonWalk walk_;
  const Scope* scope_ = nullptr;
  Names globals_;
};

}  // namespace

std::string scopes_text(const PythonModule& module) {
  std::vector<std::string> lines;
  ScopesWriter(lines).run(module.body);
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace vramlint::syntax
