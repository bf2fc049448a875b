#include "config/dialects/evaluation.h"

#include "config/config_dict.h"
#include "config/dialects/imported_name.h"

namespace vramlint::config {

namespace {

using interp::Value;

/// A config is data: what needs more than this is a mistake or an attack.
constexpr interp::Limits kLimits{.steps = 2'000'000, .depth = 100, .bytes = int64_t{64} << 20};

/// Where each module-level name is assigned last.
struct Assigned {
  Span name, value;
  bool is_import = false;  ///< of a whole module
};

std::unordered_map<std::string, Assigned> assignments(const syntax::PythonModule& module) {
  std::unordered_map<std::string, Assigned> found;
  auto note = [&found](const syntax::Expr& target, const syntax::Expr& value) {
    if (const auto* name = std::get_if<syntax::Name>(&target.node)) {
      found[name->variable.name.text()] = {target.span, value.span};
    }
  };
  for (const syntax::StmtPtr& statement : module.body) {
    if (const auto* assign = std::get_if<syntax::Assign>(&statement->node)) {
      for (const syntax::ExprPtr& target : assign->targets) note(*target, *assign->value);
    } else if (const auto* annotated = std::get_if<syntax::AnnAssign>(&statement->node);
               annotated && annotated->value) {
      note(*annotated->target, *annotated->value);
    } else if (const auto* import = std::get_if<syntax::Import>(&statement->node)) {
      for (const auto& item : import->items) found[item.target.name.text()] = {item.span, item.span, true};
    }
  }
  return found;
}

/// An imported module that is not known is a module all the same.
bool is_dropped(const std::string& name, const Value& value, const Assigned& place) {
  return name.starts_with("__") || value.kind() == Value::Kind::unbound || value.is(interp::ObjectKind::module) ||
         value.is(interp::ObjectKind::function) || (place.is_import && value.is_unknown());
}

EvaluationFailure failure_of(const interp::Error& error, const Evaluation::Translate& translate) {
  EvaluationFailure failure;
  failure.span = translate(error.span);
  for (const Span& call : error.calls) {
    const Span place = translate(call);
    // What raises within a description of ours is called by the config.
    if (failure.span)
      failure.calls.push_back(place);
    else
      failure.span = place;
  }
  switch (error.kind) {
    case interp::Error::Kind::raised:
      failure.message = error.type + ": " + error.message;
      break;
    case interp::Error::Kind::budget:
      failure.message = "evaluation was stopped: " + error.message;
      failure.over_budget = true;
      break;
    case interp::Error::Kind::syntax:
    case interp::Error::Kind::missing:
      failure.message = error.message;
      break;
  }
  return failure;
}

}  // namespace

Evaluation::Evaluation(LoadContext& context, interp::ParsedModules& parsed)
    : parsed_(parsed), prelude_(context.prelude) {
  interp::World world{.files = context.files, .parsed = parsed, .prelude = &prelude_};
  world.import_paths.push_back(context.files.root());
  for (const std::filesystem::path& path : context.files.search_paths()) world.import_paths.push_back(path);
  world.working_directory = context.files.root();
  world.limits = kLimits;
  interpreter_ = std::make_unique<interp::Interpreter>(std::move(world));
  interpreter_->set_literal_origins(true);
  interpreter_->add_module_hook([this](interp::Interpreter& in, interp::Module& module) {
    auto found = seeds_.find(module.name);
    if (found == seeds_.end()) return false;
    interp::Dict& names = in.heap().dict(module.globals);
    for (const interp::Dict::Entry& entry : found->second.as<interp::Dict>()->entries())
      names.set(entry.key, entry.value);
    return true;
  });
}

Evaluation::~Evaluation() {
  seeds_.clear();
  config_dict_ = Value();
}

Value Evaluation::config_dict() {
  if (config_dict_.is_none()) config_dict_ = make_config_dict_class(*interpreter_);
  return config_dict_;
}

std::string Evaluation::seed(const std::vector<std::pair<std::string, Node>>& names,
                             const std::vector<std::string>& plain_names) {
  std::string module = "_seeded_names_" + std::to_string(seeds_.size());
  interp::Result<Value> made = interpreter_->guarded([&] {
    auto* dict = new interp::Dict();
    Value seeded(dict);
    Value mapping_class = config_dict();
    ToValue conversion(*interpreter_);
    conversion.mapping_class = mapping_class.as<interp::Class>();
    conversion.convert = [](const Opaque& opaque, Span) { return imported_name_to_value(opaque); };
    for (const auto& [name, node] : names) dict->set(name, conversion.value(node, name == "_base_" ? "" : name));
    for (const std::string& name : plain_names) dict->set(name, name == "ConfigDict" ? mapping_class : Value::none());
    return seeded;
  });
  if (Value* seeded = std::get_if<Value>(&made)) seeds_.emplace(module, std::move(*seeded));
  return module;
}

void Evaluation::take_notes(Evaluated& evaluated, const Translate& translate) {
  for (Unknown& unknown : interpreter_->unknowns()) {
    unknown.span = translate(unknown.span);
    evaluated.unknowns.push_back(std::move(unknown));
  }
  for (Assumption& assumption : interpreter_->assumptions()) {
    assumption.span = translate(assumption.span);
    evaluated.assumptions.push_back(std::move(assumption));
  }
  interpreter_->unknowns().clear();
  interpreter_->assumptions().clear();
}

Evaluated Evaluation::collect(const interp::Dict& globals, const syntax::PythonModule& module,
                              const Translate& translate, std::string& error) {
  std::unordered_map<std::string, Assigned> places = assignments(module);
  FromValue conversion(*interpreter_);
  conversion.translate = translate;
  conversion.convert = imported_name_to_node;
  Evaluated evaluated;
  Mapping names;
  for (const interp::Dict::Entry& item : globals.entries()) {
    if (!item.live || !item.key.is_string()) continue;
    Entry entry{.key = std::string(item.key.as_string())};
    Assigned place = places[entry.key];
    if (is_dropped(entry.key, item.value, place)) continue;
    entry.key_span = translate(place.name);
    Span fallback = place.value ? translate(place.value) : translate({module.source, 0, 0});
    entry.value = conversion.node(item.value, fallback);
    if (entry.key == "_base_") {
      evaluated.bases = std::move(entry.value);
    } else {
      names.entries.push_back(std::move(entry));
    }
    if (!conversion.error.empty()) {
      error = "`" + std::string(item.key.as_string()) + "` " + conversion.error;
      break;
    }
  }
  evaluated.unknowns = std::move(conversion.unknowns);
  Span whole{module.source, 0, static_cast<uint32_t>(module.source->text().size())};
  evaluated.names = {.value = std::move(names), .span = translate(whole)};
  return evaluated;
}

std::variant<Evaluated, EvaluationFailure> Evaluation::run(const Source& text, const Translate& user_translate) {
  Translate translate = [&user_translate](Span span) {
    bool ours = span.source && span.source->path().starts_with("<");
    return ours ? Span() : user_translate(span);
  };
  std::shared_ptr<const syntax::PythonModule> module = parsed_.parse(text);
  interpreter_->budget().reset();
  interp::Result<Value> ran = interpreter_->run_file(text, "_config_" + std::to_string(runs_++));
  if (const auto* error = std::get_if<interp::Error>(&ran)) return failure_of(*error, translate);
  const auto* globals = std::get<Value>(ran).as<interp::Module>()->globals.as<interp::Dict>();
  std::string error;
  Evaluated evaluated = collect(*globals, *module, translate, error);
  take_notes(evaluated, translate);
  if (!error.empty()) return EvaluationFailure{.message = error, .span = translate({&text, 0, 0}), .over_budget = true};
  return evaluated;
}

std::variant<Node, EvaluationFailure> Evaluation::expression(const Source& text) {
  interpreter_->budget().reset();
  interp::Result<Value> value = interpreter_->evaluate(text, Value(new interp::Dict()));
  if (const auto* error = std::get_if<interp::Error>(&value)) return failure_of(*error, [](Span span) { return span; });
  FromValue conversion(*interpreter_);
  Span whole{&text, 0, static_cast<uint32_t>(text.text().size())};
  Node node = conversion.node(std::get<Value>(value), whole);
  if (!conversion.error.empty()) return EvaluationFailure{.message = "the value " + conversion.error, .span = whole};
  return node;
}

}  // namespace vramlint::config
