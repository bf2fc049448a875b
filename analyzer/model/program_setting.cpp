#include "model/program_setting.h"

#include <algorithm>
#include <set>

#include "interp/listed.h"
#include "syntax/python.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

/// Modules that a file's own statements import, in their order, dotted; also what may be one in `from a import b`.
class Imports {
 public:
  std::vector<std::string> names;

  void add(const syntax::Body& body) {
    for (const syntax::StmtPtr& each : body) {
      const syntax::Stmt& statement = *each;
      if (const auto* import = std::get_if<syntax::Import>(&statement.node)) {
        for (const auto& item : import->items) names.push_back(dotted(item.path));
      } else if (const auto* from = std::get_if<syntax::ImportFrom>(&statement.node); from && from->level == 0) {
        const std::string module = dotted(from->path);
        names.push_back(module);
        for (const auto& item : from->items) names.push_back(module + "." + item.name.text());
      } else if (const auto* guarded = std::get_if<syntax::Try>(&statement.node)) {
        add(guarded->body);
      }
    }
  }

 private:
  static std::string dotted(const std::vector<syntax::Symbol>& path) {
    std::string text;
    for (const syntax::Symbol& part : path) text += (text.empty() ? "" : ".") + part.text();
    return text;
  }
};

bool is_the_projects(Files& files, const config::Experiment& experiment, const std::string& module) {
  std::string path = module;
  std::replace(path.begin(), path.end(), '.', '/');
  for (const std::filesystem::path& folder : experiment.import_paths) {
    if (!folder.string().starts_with(files.root().string())) continue;
    if (files.is_file(folder / (path + ".py")) || files.is_file(folder / path / "__init__.py")) return true;
  }
  return false;
}

}  // namespace

void import_for_script(Interpreter& interpreter, const config::Experiment& experiment, BuildContext& context) {
  if (experiment.script.empty()) return;
  const ReadResult script = context.files.read(context.files.root() / experiment.script);
  if (!script || !experiment.script.ends_with(".py")) return;
  Imports imports;
  imports.add(context.parsed.parse(*script.source)->body);
  for (const std::string& module : imports.names) {
    if (!is_the_projects(context.files, experiment, module)) continue;
    const size_t unknowns = interpreter.unknowns().size(), assumptions = interpreter.assumptions().size();
    if (std::holds_alternative<Value>(interpreter.import_module(module))) continue;
    interp::forget_noted(interpreter, unknowns, assumptions);
  }
}

void doubt(Interpreter& interpreter, const config::Experiment& experiment) {
  const interp::Result<Value> module = interpreter.import_module("vramlint_doubts");
  const auto* ours = std::get_if<Value>(&module);
  const auto* names = ours ? ours->as<interp::Module>()->globals.as<interp::Dict>() : nullptr;
  if (!names) return;
  const Value gpus = experiment.gpus ? Value::integer(*experiment.gpus) : Value::none();
  const Value release = experiment.torch ? Value::string(*experiment.torch) : Value::none();
  Value processes;
  if (experiment.distributed) processes = Value::integer(experiment.distributed->gpus);
  if (experiment.one_process) processes = Value::integer(1);
  (void)interpreter.call_guarded(*names->find("begin"), {{gpus, processes, release}, {}, {}});
}

bool may_rest_on_doubts(const BuildFailure& failure, const std::vector<Assumption>& assumptions) {
  std::set<const Source*> sources{failure.span.source};
  for (const Span& call : failure.calls) sources.insert(call.source);
  for (const Source* source : sources)
    for (const char* word : {"device_count", "get_device_capability", "get_world_size", "argv", "version", "platform",
                             "isfile", "is_file", "isdir", "is_dir", "exists", "input("})
      if (source && source->text().find(word) != std::string_view::npos) return true;
  return std::any_of(assumptions.begin(), assumptions.end(),
                     [](const Assumption& each) { return each.text.starts_with("environment variable "); });
}

}  // namespace vramlint::model
