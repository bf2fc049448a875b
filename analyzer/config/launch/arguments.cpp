#include "config/launch/arguments.h"

#include "config/dialects/standard_prelude.h"
#include "config/values.h"
#include "interp/interpreter.h"

namespace vramlint::config {

namespace {

using interp::Value;

constexpr interp::Limits kProgramLimits{.steps = 3'000'000, .depth = 200, .bytes = int64_t{128} << 20};

class ArgumentParse {
 public:
  ArgumentParse(const ProgramCall& call, const std::vector<std::filesystem::path>& import_paths, LoadContext& context,
                bool reads_installed = true)
      : call_(call), context_(context), prelude_(context.prelude), interpreter_(world(call, import_paths)) {
    interpreter_.set_literal_origins(true);
    interpreter_.world().reads_installed = reads_installed;
  }

  /// Whether it came to the parsing of its command line; else why not.
  std::optional<Unknown> run() {
    interp::Result<Value> ready = interpreter_.guarded([this] {
      follow();
      return Value::none();
    });
    interp::Result<Value> ran = interpreter_.run_file(*call_.program, "__main__");
    if (parsed_) return std::nullopt;
    const auto* error = std::get_if<interp::Error>(&ran);
    return Unknown{"the command line of " + call_.program->path() + " is not known: " +
                       (error ? (error->type.empty() ? "" : error->type + ": ") + error->message
                              : std::string("it is not parsed by argparse")),
                   error && error->span ? error->span : Span{call_.program, 0, 0}};
  }

  std::optional<Node> taken() { return refused_ ? std::nullopt : std::move(parsed_); }

 private:
  interp::World world(const ProgramCall& call, const std::vector<std::filesystem::path>& import_paths) {
    interp::World world{.files = context_.files, .parsed = context_.parsed, .prelude = &prelude_};
    world.working_directory = context_.files.root();
    world.limits = kProgramLimits;
    std::filesystem::path folder = std::filesystem::path(call.program->path()).parent_path();
    for (;; folder = folder.parent_path()) {
      world.import_paths.push_back(folder.empty() ? context_.files.root() : context_.files.root() / folder);
      if (folder.empty() || folder == folder.root_path()) break;
    }
    world.import_paths.insert(world.import_paths.end(), import_paths.begin(), import_paths.end());
    return world;
  }

  /// sys.argv, and the two hooks of the prelude's argparse.
  void follow() {
    std::vector<Value> words = {Value::string(call_.program->path())};
    for (const ShellText& word : call_.arguments) {
      words.push_back(word.unknown.empty() ? Value::string(word.text) : Value::tuple({Value::string(word.unknown)}));
    }
    interpreter_.set_attribute(interpreter_.import("sys", {}), "argv", Value::list(std::move(words)), {});
    Value argparse = interpreter_.import("argparse", {});
    interpreter_.set_attribute(
        argparse, "_place",
        interpreter_.make_builtin("_place",
                                  [this](interp::Interpreter&, interp::Arguments&) {
                                    places_.push_back(user_place());
                                    return Value::integer(static_cast<int64_t>(places_.size()) - 1);
                                  }),
        {});
    interpreter_.set_attribute(
        argparse, "_observer",
        interpreter_.make_builtin("_observer",
                                  [this](interp::Interpreter& in, interp::Arguments& given) -> Value {
                                    observe(given.positional);
                                    in.raise("SystemExit", "0", given.span);
                                  }),
        {});
  }

  Span user_place() const {
    for (const Span& span : interpreter_.call_stack()) {
      if (span && !is_embedded(span)) return span;
    }
    return {call_.program, 0, 0};
  }

  // ---------------------------------------------------------------- what was parsed

  Span word_span(int64_t index) const {
    const bool there = index >= 0 && static_cast<size_t>(index) < call_.arguments.size();
    return there ? call_.arguments[static_cast<size_t>(index)].span : call_.span;
  }

  Span place_of(const Value& action) {
    const Value place = interpreter_.get_attribute(action, "place", {});
    const bool there = place.is_int() && static_cast<size_t>(place.as_int()) < places_.size();
    return there ? places_[static_cast<size_t>(place.as_int())] : Span{call_.program, 0, 0};
  }

  /// namespace, actions, given, refusals: as the prelude's argparse calls it.
  void observe(const std::vector<Value>& arguments) {
    if (parsed_) return;
    FromValue conversion(interpreter_);
    conversion.translate = [](Span span) { return is_embedded(span) ? Span() : span; };
    Mapping values;
    const Value names = interpreter_.get_attribute(arguments[0], "__dict__", {});
    for (const interp::Dict::Entry& item : names.as<interp::Dict>()->entries()) {
      if (!item.live || !item.key.is_string()) continue;
      const std::string name(item.key.as_string());
      Entry entry{.key = name, .key_span = defined_at(arguments[1], name)};
      entry.value = conversion.node(item.value, entry.key_span);
      if (const Value* given = arguments[2].as<interp::Dict>()->find(std::string_view(name)))
        place_given(*given, entry);
      values.entries.push_back(std::move(entry));
    }
    for (const Value& refusal : interpreter_.to_vector(arguments[3], {})) complain(refusal);
    context_.unknowns.insert(context_.unknowns.end(), conversion.unknowns.begin(), conversion.unknowns.end());
    parsed_ = Node{.value = std::move(values), .span = call_.span};
  }

  Span defined_at(const Value& actions, const std::string& name) {
    for (const Value& action : interpreter_.to_vector(actions, {})) {
      const Value destination = interpreter_.get_attribute(action, "dest", {});
      if (destination.is_string() && destination.as_string() == name) return place_of(action);
    }
    return {call_.program, 0, 0};
  }

  /// (the option's place, its values' places)
  void place_given(const Value& given, Entry& entry) {
    const std::vector<Value> parts = interpreter_.to_vector(given, {});
    const Span option = word_span(parts[0].as_int());
    entry.key_span = option;
    const std::vector<Value> words = interpreter_.to_vector(parts[1], {});
    std::vector<Span> spans;
    for (const Value& word : words) spans.push_back(word_span(word.as_int()));
    Span whole = spans.empty() ? option : Span::cover(spans.front(), spans.back());
    if (words.size() == 1 && words[0].as_int() == parts[0].as_int()) whole = after_equals(option);
    entry.value.span = whole;
    if (Sequence* items = entry.value.sequence()) {
      for (size_t i = 0; i < items->items.size(); ++i) items->items[i].span = i < spans.size() ? spans[i] : whole;
    }
  }

  /// The value in --name=value.
  static Span after_equals(Span word) {
    const size_t equals = word.text().find('=');
    if (equals != std::string_view::npos) word.begin += static_cast<uint32_t>(equals) + 1;
    return word;
  }

  /// (kind, message, the word's place)
  void complain(const Value& refusal) {
    const std::vector<Value> parts = interpreter_.to_vector(refusal, {});
    const std::string kind(parts[0].as_string());
    if (kind != "ignored" && call_.is_open) return ask_for(interpreter_.str(parts[1]));
    Finding finding{.rule = "rejected-command-line",
                    .severity = kind == "ignored" ? Severity::warning : Severity::error,
                    .message = interpreter_.str(parts[1]),
                    .span = word_span(parts[2].as_int())};
    if (kind == "ignored")
      finding.message = "{0}: parse_known_args() leaves it without effect"_words(finding.message);
    else
      finding.message = "{0}; {1} ends with exit status 2"_words(finding.message, call_.program->path());
    refused_ = refused_ || kind != "ignored";
    context_.findings.add(std::move(finding));
  }

  /// It is the script's caller that gives it.
  void ask_for(const std::string& refusal) {
    refused_ = true;
    context_.findings.add(
        {.rule = "unsupported-source",
         .severity = Severity::warning,
         .message =
             "{0}: it hands on the script's own arguments, and `launch:` in vramlint.yaml gives none"_words(refusal),
         .span = call_.span});
  }

  const ProgramCall& call_;
  LoadContext& context_;
  StandardPrelude prelude_;
  interp::Interpreter interpreter_;
  std::vector<Span> places_;
  std::optional<Node> parsed_;
  bool refused_ = false;
};

}  // namespace

std::optional<Node> parse_arguments(const ProgramCall& call, const std::vector<std::filesystem::path>& import_paths,
                                    LoadContext& context) {
  ArgumentParse parse(call, import_paths, context);
  std::optional<Unknown> failed = parse.run();
  if (!failed) return parse.taken();
  // An installed package that takes long, or needs what is not there, is mostly no part of the command line.
  ArgumentParse alone(call, import_paths, context, false);
  if (!alone.run()) return alone.taken();
  context.unknowns.push_back(std::move(*failed));
  return std::nullopt;
}

}  // namespace vramlint::config
