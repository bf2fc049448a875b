#include "interp/absences.h"

#include <algorithm>

#include "interp/data_code.h"
#include "interp/following.h"
#include "interp/impl.h"

namespace vramlint::interp {

namespace {

constexpr std::string_view kStops = "for without it the program stops";

std::string absent(const std::string& path) { return "`" + path + "` is taken not to be there yet"; }
std::string there_for(const std::string& path, std::string_view why) {
  return "`" + path + "` is taken to be there, " + std::string(why);
}

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

bool is_nothing(const syntax::Expr& expr) {
  if (const auto* list = std::get_if<syntax::ListDisplay>(&expr.node)) return list->items.empty();
  return std::holds_alternative<syntax::NoneLiteral>(expr.node);
}

/// `print(…); return`, `continue`: what it was about to read is left out.
bool goes_without(const syntax::Body& arm) {
  if (arm.empty()) return false;
  const auto is_said = [](const auto& each) { return std::holds_alternative<syntax::ExprStmt>(each->node); };
  if (!std::all_of(arm.begin(), arm.end() - 1, is_said)) return false;
  const auto* end = std::get_if<syntax::Return>(&arm.back()->node);
  return std::holds_alternative<syntax::Continue>(arm.back()->node) ||
         (end && (!end->value || is_nothing(*end->value)));
}

bool fills(const syntax::Body& arm);

/// `found.append(…)` and the like, also within `with`, `if` and `for`.
bool fills(const syntax::Stmt& statement) {
  if (const auto* block = std::get_if<syntax::With>(&statement.node)) return fills(block->body);
  if (const auto* loop = std::get_if<syntax::For>(&statement.node)) return fills(loop->body);
  if (const auto* branch = std::get_if<syntax::If>(&statement.node)) return fills(branch->then);
  const auto* expression = std::get_if<syntax::ExprStmt>(&statement.node);
  const auto* call = expression ? std::get_if<syntax::Call>(&expression->value->node) : nullptr;
  const auto* method = call ? std::get_if<syntax::Attribute>(&call->callee->node) : nullptr;
  if (!method) return false;
  const auto name = method->name.text();
  return name == "append" || name == "extend" || name == "add";
}

bool fills(const syntax::Body& arm) {
  return std::any_of(arm.begin(), arm.end(), [](const auto& each) { return fills(*each); });
}

/// `download(url)`, `load_dataset(name)`: both arms end with the same.
bool fetches(const syntax::Body& arm) {
  if (arm.empty() || !arm.front()->span.source) return false;
  const size_t begin = arm.front()->span.begin;
  const std::string_view text =
      std::string_view(arm.front()->span.source->text()).substr(begin, arm.back()->span.end - begin);
  constexpr std::string_view kCalls[] = {"download", "load_dataset", "_hub", "hub_", "urlretrieve", "fetch"};
  return std::any_of(std::begin(kCalls), std::end(kCalls),
                     [&](std::string_view call) { return text.find(call) != std::string_view::npos; });
}

}  // namespace

void note_once(Interpreter& interpreter, Assumption assumption) {
  auto& noted = interpreter.assumptions();
  if (std::find(noted.begin(), noted.end(), assumption) == noted.end()) noted.push_back(std::move(assumption));
}

void assume_absent(Interpreter& interpreter, const std::string& path, const Span& span) {
  interpreter.impl().absences.push_back({path, span});
  note_once(interpreter, {absent(path), span});
}

bool is_supposed_there(Interpreter& interpreter, const std::string& path, const Span& span) {
  const std::vector<std::string>& there = interpreter.world().supposed.there;
  if (std::find(there.begin(), there.end(), path) == there.end()) return false;
  note_once(interpreter, {there_for(path, kStops), span});
  return true;
}

bool is_prepared(Interpreter& interpreter, const std::filesystem::path& path, const Span& span) {
  constexpr size_t kMostNames = 64;
  const Follower* follower = interpreter.impl().follower;
  if (!follower || !follower->starts_afresh) return false;
  Files& files = interpreter.world().files;
  const std::filesystem::path folder = path.parent_path();
  const bool is_programs = folder == files.root() || folder == interpreter.world().working_directory;
  if (is_programs || !path.has_extension() || !files.is_directory(folder)) return false;
  interpreter.budget().touch_disk(span);
  const std::vector<std::string> names = files.list(folder);
  if (names.size() > kMostNames) return false;
  const std::vector<const Source*>& opened = interpreter.impl().opened;
  const Source* naming = nullptr;
  for (const std::string& name : names) {
    if (!name.ends_with(".py")) continue;
    const ReadResult script = files.read(folder / name);
    if (!script) continue;
    if (std::find(opened.begin(), opened.end(), script.source) != opened.end()) return false;
    if (!naming && script.source->text().find(path.filename().string()) != std::string::npos) naming = script.source;
  }
  if (!naming) return false;
  note_once(interpreter,
            {there_for(files.display(path), "for `" + files.display(naming->path()) + "` beside it names it"), span});
  return true;
}

const Absences& absences(Interpreter& interpreter) { return interpreter.impl().absences; }

AskedForPaths::AskedForPaths(Interpreter& interpreter)
    : interpreter_(interpreter),
      before_(interpreter.impl().absences.size()),
      noted_(interpreter.impl().assumptions.size()) {}

bool AskedForPaths::asked() const { return interpreter_.impl().absences.size() > before_; }

bool AskedForPaths::are_there(const syntax::Body& arm, const syntax::Body& other, const Span& span) const {
  if (!asked()) return false;
  if (stops(arm)) return are_there(span);
  if (!other.empty() && fetches(arm)) return are_there(span, "for else it is fetched");
  const bool leaves_out = goes_without(arm) || (arm.empty() && fills(other));
  return leaves_out && runs_data_code(interpreter_) && are_there(span, "the data set leaves out what it lacks");
}

bool AskedForPaths::are_there(const Span& assertion) const { return are_there(assertion, kStops); }

bool AskedForPaths::are_there(const Span& span, std::string_view why) const {
  const Absences& absences = interpreter_.impl().absences;
  if (!asked()) return false;
  auto& noted = interpreter_.assumptions();
  const std::string wrong = absent(absences.back().path);
  const auto since = noted.begin() + static_cast<std::ptrdiff_t>(std::min(noted_, noted.size()));
  noted.erase(std::remove_if(since, noted.end(), [&](const Assumption& each) { return each.text == wrong; }),
              noted.end());
  note_once(interpreter_, {there_for(absences.back().path, why), span});
  return true;
}

}  // namespace vramlint::interp
