#include "config/dialects/function_config.h"

#include "config/config_dict.h"
#include "config/dialects/standard_prelude.h"
#include "config/values.h"

namespace vramlint::config {

namespace {

using interp::Value;

constexpr interp::Limits kFunctionLimits{.steps = 2'000'000, .depth = 200, .bytes = int64_t{128} << 20};

bool in_identifier(char c) {
  return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `cm.presets.small` in "cm.presets.small()", for the name `cm`.
std::string dotted_from(std::string_view text, const std::string& name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    size_t end = at;
    while (end < text.size() && in_identifier(text[end])) ++end;
    const bool whole = at == 0 || !in_identifier(text[at - 1]);
    if (whole && (end == at + name.size() || text[at + name.size()] == '.'))
      return std::string(text.substr(at, end - at));
  }
  return name;
}

class FunctionConfig {
 public:
  FunctionConfig(const Recipe& recipe, LoadContext& context)
      : recipe_(recipe), context_(context), prelude_(context.prelude), interpreter_(world()) {
    interpreter_.set_literal_origins(true);
  }

  std::optional<Config> run(Config file) {
    std::optional<Config> made;
    interp::Result<Value> done = interpreter_.guarded([&]() -> Value {
      Value names = names_of(file);
      Value value = evaluate(names);
      if (!failure_.empty()) return {};
      FromValue conversion(interpreter_);
      conversion.translate = [](Span span) { return is_embedded(span) ? Span() : span; };
      Node root = conversion.node(value, recipe_.config->span);
      context_.unknowns.insert(context_.unknowns.end(), conversion.unknowns.begin(), conversion.unknowns.end());
      if (!root.mapping()) {
        failure_ = "it yields no mapping of keys to values";
        return {};
      }
      made = std::move(file);
      made->root = std::move(root);
      return {};
    });
    if (const auto* error = std::get_if<interp::Error>(&done)) fail(*error);
    if (!failure_.empty()) {
      context_.findings.error("invalid-recipe", place_ ? place_ : recipe_.config->span,
                              "`config` of recipe `" + recipe_.name + "` cannot be worked out: " + failure_);
    }
    return made;
  }

 private:
  interp::World world() {
    interp::World world{.files = context_.files, .parsed = context_.parsed, .prelude = &prelude_};
    world.import_paths = recipe_.facts.import_paths;
    world.working_directory = recipe_.facts.working_directory;
    world.limits = kFunctionLimits;
    return world;
  }

  /// A Python file's own names, or `cfg` of a data file.
  Value names_of(const Config& file) {
    Value names(new interp::Dict());
    if (!file.source->path().ends_with(".py")) {
      interpreter_.heap().dict(names).set("cfg", make_config_object(file.root, interpreter_));
      return names;
    }
    // Under a name of its own beside the module that its package may import, so that its values know their places.
    const std::string name = module_name(*file.source);
    if (const size_t dot = name.rfind('.'); dot != std::string::npos)
      (void)interpreter_.import_module(name.substr(0, dot));
    interp::Result<Value> module = interpreter_.run_file(*file.source, name + "__config__");
    if (const auto* error = std::get_if<interp::Error>(&module)) {
      fail(*error);
    } else {
      names = std::get<Value>(module).as<interp::Module>()->globals;
    }
    return names;
  }

  static std::string module_name(const Source& source) {
    std::string name = std::filesystem::path(source.path()).replace_extension().generic_string();
    for (char& c : name) c = c == '/' ? '.' : c;
    return name;
  }

  /// A name that is not there may be a module's.
  Value evaluate(const Value& names) {
    constexpr int kMostModules = 20;
    for (int i = 0; failure_.empty() && i < kMostModules; ++i) {
      interp::Result<Value> value = interpreter_.evaluate(*recipe_.config->source, names);
      const auto* error = std::get_if<interp::Error>(&value);
      if (!error) return std::get<Value>(std::move(value));
      const size_t open = error->message.find('\''), close = error->message.find('\'', open + 1);
      if (error->type != "NameError" || close == std::string::npos ||
          !import(error->message.substr(open + 1, close - open - 1), interpreter_.heap().dict(names)))
        fail(*error);
    }
    return {};
  }

  bool import(const std::string& name, interp::Dict& names) {
    const std::string dotted = dotted_from(recipe_.config->source->text(), name);
    if (names.find(name)) return false;
    for (size_t end = dotted.find('.');; end = dotted.find('.', end + 1)) {
      const std::string path = dotted.substr(0, end);
      interp::Result<Value> module = interpreter_.import_module(path);
      const auto* found = std::get_if<Value>(&module);
      if (!found || !found->as<interp::Module>()) break;
      if (path == name) names.set(name, *found);
      if (end == std::string::npos) break;
    }
    return names.find(name) != nullptr;
  }

  void fail(const interp::Error& error) {
    failure_ = error.type.empty() ? error.message : error.type + ": " + error.message;
    place_ = error.span.source == recipe_.config->source ? recipe_.config->span : error.span;
  }

  const Recipe& recipe_;
  LoadContext& context_;
  StandardPrelude prelude_;
  interp::Interpreter interpreter_;
  std::string failure_;
  Span place_;
};

}  // namespace

std::optional<Config> function_config(const Recipe& recipe, Config file, LoadContext& context) {
  return FunctionConfig(recipe, context).run(std::move(file));
}

}  // namespace vramlint::config
