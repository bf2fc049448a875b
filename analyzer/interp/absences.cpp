#include "interp/absences.h"

#include <algorithm>

#include "interp/impl.h"

namespace vramlint::interp {

namespace {

std::string absent(const std::string& path) { return "`" + path + "` is taken not to be there yet"; }

/// `sys.exit(…)`, `exit()`, `quit()`, `os._exit(…)`.
bool leaves(const syntax::Expr& expr) {
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  if (!call) return false;
  if (const auto* name = std::get_if<syntax::Name>(&call->callee->node))
    return name->variable.name.text() == "exit" || name->variable.name.text() == "quit";
  const auto* attribute = std::get_if<syntax::Attribute>(&call->callee->node);
  return attribute && (attribute->name.text() == "exit" || attribute->name.text() == "_exit");
}

bool stops(const syntax::Body& arm) {
  if (arm.empty()) return false;
  const auto& last = arm.back()->node;
  const auto* expression = std::get_if<syntax::ExprStmt>(&last);
  return std::holds_alternative<syntax::Raise>(last) || (expression && leaves(*expression->value));
}

}  // namespace

void note_once(Interpreter& interpreter, Assumption assumption) {
  auto& noted = interpreter.assumptions();
  if (std::find(noted.begin(), noted.end(), assumption) == noted.end()) noted.push_back(std::move(assumption));
}

void assume_absent(Interpreter& interpreter, const std::string& path, const Span& span) {
  Absences& absences = interpreter.impl().absences;
  ++absences.count;
  absences.last = path;
  note_once(interpreter, {absent(path), span});
}

AskedForPaths::AskedForPaths(Interpreter& interpreter)
    : interpreter_(interpreter),
      before_(interpreter.impl().absences.count),
      noted_(interpreter.impl().assumptions.size()) {}

bool AskedForPaths::asked() const { return interpreter_.impl().absences.count > before_; }

bool AskedForPaths::are_there(const syntax::Body& arm, const Span& span) const {
  return asked() && stops(arm) && are_there(span);
}

bool AskedForPaths::are_there(const Span& assertion) const {
  const Absences& absences = interpreter_.impl().absences;
  if (!asked()) return false;
  auto& noted = interpreter_.assumptions();
  const std::string wrong = absent(absences.last);
  const auto since = noted.begin() + static_cast<std::ptrdiff_t>(std::min(noted_, noted.size()));
  noted.erase(std::remove_if(since, noted.end(), [&](const Assumption& each) { return each.text == wrong; }),
              noted.end());
  note_once(interpreter_,
            {"`" + absences.last + "` is taken to be there, for without it the program stops", assertion});
  return true;
}

}  // namespace vramlint::interp
