#include <algorithm>

#include "config/dialect.h"
#include "config/dialects/recipe.h"
#include "config/fields.h"
#include "config/launch/arguments.h"
#include "config/launch/program_call.h"
#include "config/overrides.h"
#include "config/project.h"
#include "config/recipe_parts.h"
#include "syntax/shell.h"

namespace vramlint::config {

namespace {

bool is_shell(const Source& source) {
  const std::string& path = source.path();
  if (path.ends_with(".sh") || path.ends_with(".bash")) return true;
  std::string_view first = source.line(1);
  if (!first.starts_with("#!")) return false;
  while (!first.empty() && (first.back() == '\r' || first.back() == ' ')) first.remove_suffix(1);
  const std::string_view interpreter = first.substr(first.find_last_of("/! ") + 1);
  return interpreter == "sh" || interpreter == "bash" || interpreter == "dash" || interpreter == "zsh";
}

/// The programs that the script starts, and what was noticed on the way.
struct Launch {
  std::vector<ProgramCall> calls;
  ShellRun run;
  std::vector<syntax::Problem> problems;
};

/// "$@", $1, ${2:-none}.
bool hands_on_arguments(std::string_view command) {
  const auto is_one = [](char c) { return c == '@' || c == '*' || (c >= '1' && c <= '9'); };
  for (size_t at = command.find('$'); at != std::string_view::npos; at = command.find('$', at + 1)) {
    const std::string_view name = command.substr(at + 1);
    if ((!name.empty() && is_one(name[0])) || (name.size() > 1 && name[0] == '{' && is_one(name[1]))) return true;
  }
  return false;
}

/// Variables that hold what the script is called with: `GPUS=$1`, and `COUNT=$GPUS`.
class HandedOn {
 public:
  explicit HandedOn(std::string_view script) {
    for (size_t at = 0; at < script.size(); at = script.find('\n', at) + 1) {
      read(script.substr(at, script.find('\n', at) - at));
      if (script.find('\n', at) == std::string_view::npos) break;
    }
  }
  bool is_in(std::string_view command) const {
    if (hands_on_arguments(command)) return true;
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
      return uses(command, "$" + name) || command.find("${" + name) != std::string_view::npos;
    });
  }

 private:
  static bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  static bool uses(std::string_view command, std::string_view name) {
    const size_t at = command.find(name), end = at + name.size();
    return at != std::string_view::npos && (end >= command.size() || !is_of_name(command[end]));
  }
  void read(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    for (const std::string_view word : {"export ", "local "})
      if (line.starts_with(word)) line.remove_prefix(word.size());
    const size_t equals = line.find('=');
    if (equals == 0 || equals == std::string_view::npos) return;
    const std::string_view name = line.substr(0, equals);
    if (std::all_of(name.begin(), name.end(), is_of_name) && is_in(line.substr(equals + 1))) names_.emplace_back(name);
  }

  std::vector<std::string> names_;
};

Launch launch_of(const Source& source, const LoadContext& context) {
  const syntax::ShellScript script = syntax::parse_shell(source);
  const Recipe* recipe = recipe_of(source, context);
  std::vector<ShellText> arguments;
  if (recipe && recipe->launch) {
    for (const Node& node : recipe->launch->arguments)
      arguments.push_back({std::get<std::string>(node.value), node.span, {}});
  }
  const bool are_given = !arguments.empty();
  Launch launch{.run = run_shell(script, std::move(arguments), context.files), .problems = script.problems};
  const HandedOn handed_on(source.text());
  for (const StartedProgram& started : launch.run.programs) {
    auto call = program_call(started, source.path(), context.files);
    if (!call) continue;
    call->is_open = !are_given && handed_on.is_in(call->span.text());
    launch.calls.push_back(std::move(*call));
  }
  const bool named = recipe && !recipe->facts.script.empty();
  const auto other = [&](const ProgramCall& call) { return call.program->path() != recipe->facts.script; };
  if (named && !std::all_of(launch.calls.begin(), launch.calls.end(), other))
    launch.calls.erase(std::remove_if(launch.calls.begin(), launch.calls.end(), other), launch.calls.end());
  return launch;
}

bool recognises_launch(const Source& source, const LoadContext& context) {
  if (!is_shell(source)) return false;
  if (recipe_of(source, context)) return true;
  const Launch launch = launch_of(source, context);
  return std::any_of(launch.calls.begin(), launch.calls.end(),
                     [](const ProgramCall& call) { return call.program->text().find("torch") != std::string::npos; });
}

void report_lost(const LostExport& lost, Findings& findings) {
  const bool list = lost.name == "PYTORCH_CUDA_ALLOC_CONF" || lost.name == "PYTORCH_ALLOC_CONF";
  Words message = "`{0}` has no effect: line {1} sets `{2}` before anything reads it"_words(
      lost.name + "=" + lost.value.text, lost.replaced_at.start().line, lost.replacement.text);
  if (list) {
    message = "{0}; settings of one variable are joined by commas: {1}"_words(
        message, lost.name + "=" + lost.value.text + "," + lost.replacement.text);
  }
  findings.add({.rule = "overwritten-environment-variable",
                .severity = Severity::warning,
                .message = std::move(message),
                .span = lost.place,
                .related = {{lost.replaced_at, "replaced here"_words}}});
}

void report(const Launch& launch, LoadContext& context) {
  for (const syntax::Problem& problem : launch.problems)
    context.findings.error("invalid-syntax", problem.span, problem.message);
  for (const LostExport& lost : launch.run.lost) report_lost(lost, context.findings);
}

/// The one launch that is looked at; null where the script starts none.
const ProgramCall* chosen(const Launch& launch, const Source& source, LoadContext& context) {
  const Recipe* recipe = recipe_of(source, context);
  if (launch.calls.empty()) {
    const Span span = recipe && recipe->launch ? recipe->launch->span : Span{&source, 0, 0};
    Words message =
        recipe && recipe->launch
            ? "{0} starts no Python program whose source is here with the arguments that `launch` gives"_words(
                  source.path())
            : "{0} starts no Python program whose source is here"_words(source.path());
    if (!launch.run.complete) message = "{0}; it was followed only in part: it runs for too long"_words(message);
    context.findings.warning("invalid-config", span, message);  // not all that a shell does is followed
    return nullptr;
  }
  const auto certain =
      std::find_if(launch.calls.begin(), launch.calls.end(), [](const ProgramCall& c) { return c.certain; });
  const ProgramCall& first = certain == launch.calls.end() ? launch.calls.front() : *certain;
  if (launch.calls.size() > 1) {
    context.assumptions.push_back(
        {"the script starts " + std::to_string(launch.calls.size()) +
             " programs; this one is taken: `launch:` gives the script's arguments, `script:` "
             "names the program",
         first.span});
  }
  return &first;
}

/// `--seed`, `--exp_name`, `--output-dir`: no bytes depend on it.
bool is_of_the_run(std::string_view option) {
  constexpr std::string_view kWords[] = {
      "seed", "lr",   "decay",   "fold", "gpu", "gpus",    "port",   "exp",    "tag",  "run",        "experiment",
      "log",  "logs", "logdir",  "save", "out", "output",  "outdir", "resume", "ckpt", "checkpoint", "device",
      "note", "rate", "comment", "desc", "id",  "project", "dir",    "path",   "root", "folder"};
  if (!option.starts_with("-")) return false;
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  if (option == "name") return true;
  for (size_t begin = 0; begin < option.size();) {
    const size_t end = std::min(option.find_first_of("-_.", begin), option.size());
    if (std::ranges::find(kWords, option.substr(begin, end - begin)) != std::end(kWords)) return true;
    begin = end + 1;
  }
  return false;
}

/// The words of a call, each value behind its option: "--width=64".
std::vector<std::string> settings_of(const ProgramCall& call) {
  std::vector<std::string> settings;
  for (const ShellText& word : call.arguments) {
    const std::string text = word.unknown.empty() ? word.text : std::string(word.span.text());
    const bool is_value = !text.starts_with("-") && !settings.empty() && settings.back().starts_with("-") &&
                          settings.back().find('=') == std::string::npos;
    if (is_value)
      settings.back() += "=" + text;
    else
      settings.push_back(text);
  }
  return settings;
}

/// What another start of the same program asks for, and the one at hand does not; empty: nothing that counts, or it
/// does not train.
std::string asked_elsewhere(const ProgramCall& here, const ProgramCall& other) {
  constexpr std::string_view kOther[] = {"eval", "test", "infer", "sampl", "valid", "predict", "visual", "demo"};
  if (other.program != here.program || !other.certain) return {};
  const std::vector<std::string> known = settings_of(here), asked = settings_of(other);
  std::string found;
  for (const std::string& setting : asked) {
    if (std::ranges::find(known, setting) != known.end()) continue;
    if (std::ranges::any_of(kOther, [&](std::string_view word) { return setting.find(word) != std::string::npos; }))
      return {};
    if (found.empty() && !is_of_the_run(setting.substr(0, setting.find('=')))) found = setting;
  }
  return found;
}

/// The one start that is followed says nothing of others with other sizes.
void note_others(const Launch& launch, const ProgramCall& here, Experiment& facts) {
  for (const ProgramCall& other : launch.calls) {
    const std::string asked = asked_elsewhere(here, other);
    if (asked.empty()) continue;
    Unknown why{"the script starts " + std::to_string(launch.calls.size()) +
                    " programs, of which one is followed: another, with `" + asked + "`, may need more",
                here.span};
    why.remedy = "a recipe with `script: {path: " + here.program->path() + ", args: […]}` for each follows them all";
    return facts.others.push_back(std::move(why));
  }
}

/// A path of which only the folder's place is not known, or the name of a run: `$DATA/train`, `runs/$(date)`.
bool is_path(const ShellText& word) { return word.text.find('/') != std::string::npos && word.text[0] != '-'; }

/// The program and the words after its name; without words where one is not known that is no option's value, nor a
/// path.
Program called(const ProgramCall& call) {
  Program program{call.program->path(), std::vector<std::string>(), call.span};
  std::vector<std::string>& words = *program.arguments;
  const auto add = [&](std::string word, const Span& place) {
    words.push_back(std::move(word));
    program.words.push_back(place);
  };
  bool is_open = false;  // the word before is a value that is not known: `--files $A/x $B/y`
  for (const ShellText& word : call.arguments) {
    const bool is_option = !word.text.empty() && word.text[0] == '-';
    if (word.unknown.empty()) {
      add(word.text, word.span && word.span.text() == word.text ? word.span : Span());
      is_open = false;
    } else if (!is_option && !words.empty() && words.back().starts_with("--") && !is_open) {
      program.open[words.back()] = word.unknown;
      words.pop_back();
      program.words.pop_back();
      is_open = true;
    } else if (is_path(word)) {
      if (!is_open) add(std::string(word.span.text()), {});
    } else {
      program.arguments.reset();
      program.words.clear();
      return program;
    }
  }
  return program;
}

std::optional<Config> load_launch(const Source& source, LoadContext& context) {
  const Launch launch = launch_of(source, context);
  report(launch, context);
  const ProgramCall* call = chosen(launch, source, context);
  if (!call) return std::nullopt;
  const Recipe* recipe = recipe_of(source, context);
  static const std::vector<std::filesystem::path> kNone;
  const size_t noted = context.unknowns.size();
  std::optional<Node> values = parse_arguments(*call, recipe ? recipe->facts.import_paths : kNone, context);
  if (!values) {  // a program that is followed reads its command line itself
    if ((recipe && recipe->facts.model) || !called(*call).arguments) return std::nullopt;
    context.unknowns.resize(noted);
    values = Node{.value = Mapping{}};
  }
  Config config{.dialect = "launch", .source = &source, .root = std::move(*values), .files = {call->program, &source}};
  apply_overrides(config, context.overrides, context.findings, context.assumptions);
  return config;
}

/// What the program finds in its environment, as far as the recipe's key of that name knows it.
Mapping environment_of(const ProgramCall& call, LoadContext& context) {
  Mapping known;
  for (const auto& [name, text] : call.environment) {
    if (!is_environment_field(name)) continue;
    if (!text.unknown.empty()) {
      context.unknowns.push_back({"the value of " + name + " is not known: " + text.unknown, text.span});
      continue;
    }
    known.entries.push_back({.key = name, .key_span = text.span, .value = {.value = text.text, .span = text.span}});
  }
  return known;
}

void apply_environment(const Mapping& environment, RuntimeFacts& runtime, Files& files, Findings& findings) {
  if (environment.entries.empty()) return;
  Project none;
  Findings found;
  FieldReader reader{.project = none, .files = files, .findings = found};
  Variables read;
  read_environment(reader, {.key = "environment", .value = {.value = environment}}, runtime, read);
  for (Finding finding : found.items()) {
    finding.rule = "invalid-setting";
    findings.add(std::move(finding));
  }
}

/// All that the script gives the program, before what the recipe says.
void apply_variables(const ProgramCall& call, Experiment& facts) {
  Variables variables;
  for (const auto& [name, text] : call.environment) {
    if (text.unknown.empty()) variables.emplace_back(name, text.text);
  }
  complete_variables(variables, facts.environment);
  facts.environment = std::move(variables);
  const std::optional<int64_t> visible = visible_gpus(facts.environment);
  if (visible) facts.gpus = std::min(*visible, facts.gpus.value_or(*visible));
}

void apply_processes(const ProgramCall& call, Experiment& facts) {
  if (!facts.distributed || facts.distributed->gpus != 1) return;
  const std::optional<int64_t> count = call.processes ? call.processes : visible_devices(call.environment);
  if (count) facts.distributed->gpus = *count;
}

/// A program that is followed is called as the script calls it, unless the recipe says otherwise.
void apply_arguments(const ProgramCall& call, Experiment& facts) {
  if (facts.model || facts.programs.size() != 1 || facts.programs[0].arguments) return;
  if (facts.programs[0].path != call.program->path()) return;
  Program program = called(call);
  facts.programs[0].arguments = std::move(program.arguments);
  facts.programs[0].words = std::move(program.words);
  facts.programs[0].open = std::move(program.open);
}

/// Where no recipe says more than the script does.
std::optional<Experiment> started_by(const ProgramCall* call, const Source& source, LoadContext& context) {
  std::optional<Program> program = call ? std::optional(called(*call)) : std::nullopt;
  if (!program || !program->arguments) {
    context.unknowns.push_back(
        {"no recipe of vramlint.yaml says how the arguments become a model: `vramlint init` "
         "proposes one",
         {&source, 0, 0}});
    return std::nullopt;
  }
  Experiment facts;
  facts.script = call->program->path();
  facts.programs.push_back(std::move(*program));
  facts.working_directory = context.files.root();
  return facts;
}

std::optional<Experiment> understand_launch(const Config& config, LoadContext& context) {
  const Source& source = *config.source;
  const Launch launch = launch_of(source, context);
  std::vector<Assumption> noted;
  std::swap(noted, context.assumptions);
  const ProgramCall* call = chosen(launch, source, context);
  std::swap(noted, context.assumptions);
  std::optional<Experiment> facts =
      recipe_of(source, context) ? recipe_experiment(config, context) : started_by(call, source, context);
  if (!facts) return std::nullopt;
  if (call) {
    note_others(launch, *call, *facts);
    if (!call->assumed.empty()) context.assumptions.push_back({call->assumed, call->span});
    apply_arguments(*call, *facts);
    const Mapping environment = environment_of(*call, context);
    apply_environment(environment, facts->runtime, context.files, context.findings);
    apply_processes(*call, *facts);
    apply_variables(*call, *facts);
    Findings said;
    for (Experiment& stage : facts->stages) {
      apply_environment(environment, stage.runtime, context.files, said);
      apply_processes(*call, stage);
      apply_variables(*call, stage);
    }
  }
  return facts;
}

}  // namespace

extern const Dialect launch_dialect = {.name = "launch",
                                       .recognises = recognises_launch,
                                       .load = load_launch,
                                       .understand = understand_launch,
                                       .manual = {}};

}  // namespace vramlint::config
