#include "integrations/cli/first_recipe.h"

#include <fmt/format.h>

#include <algorithm>

#include "installed_torch.h"
#include "integrations/cli/own_starts.h"
#include "integrations/cli/questions.h"
#include "proposal/proposal.h"
#include "proposal/script_form.h"
#include "proposal/stated_commands.h"
#include "report/verdict.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

/// The first file that one of the globs names; these have no other wildcard than in "folder/*.yaml".
fs::path first_file(Files& files, const std::vector<std::string>& globs) {
  for (const std::string& glob : globs) {
    const fs::path path = files.root() / glob;
    if (glob.find('*') == std::string::npos) {
      if (files.is_file(path)) return path;
      continue;
    }
    std::vector<std::string> names = files.list(path.parent_path());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
      if (fs::path(name).extension() == path.extension()) return path.parent_path() / name;
  }
  return {};
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// Whether the program stops at the config before it trains: it is of another program.
bool is_refused(const Trial& trial) {
  return !trial.is_estimated() && trial.failure && trial.failure->kind == model::BuildFailure::Kind::unsupported &&
         trial.failure->message.find(": it raises ") != std::string::npos;
}

/// It took all that an evaluation may take, as other arguments will.
bool ran_out(const Trial& trial) { return trial.failure && trial.failure->kind == model::BuildFailure::Kind::budget; }

/// What it raises.
std::string why_refused(const Trial& trial) {
  const std::string text = first_line(trial.failure->message);
  return text.substr(text.find(": it raises ") + 2);
}

class Trials {
 public:
  Trials(Files& files, const proposal::ScriptForm& form, ProjectOptions options)
      : workspace_(rooted(std::move(options), files), {}, [&form](Files& disk) {
          auto laid = std::make_unique<OverlayFiles>(disk);
          laid->put(disk.root() / "vramlint.yaml", form.recipe);
          return laid;
        }) {}

  Trial of(const std::vector<std::string>& globs) {
    Trial trial;
    const fs::path path = first_file(workspace_.files(), globs);
    const ReadResult read = path.empty() ? ReadResult{} : workspace_.files().read(path);
    if (!read) return trial;
    const Analysis analysis = estimated(*read.source, workspace_.session(*read.source, ""));
    trial.config = read.source->path();
    trial.outcome = analysis.outcome;
    trial.failure = analysis.failure;
    const std::string place = trial.asks_for_batch() ? first_line(trial.failure->span.text()) : "";
    if (place.starts_with("for ")) trial.loop = place;
    if (trial.asks_for_batch()) trial.parts = parts_named(trial.failure->span);
    return trial;
  }

 private:
  static ProjectOptions rooted(ProjectOptions options, const Files& files) {
    options.root = files.root().string();
    return options;
  }

  Workspace workspace_;
};

/// Of each glob one config, up to the first few. What the program refuses is left out where it takes others.
Trial tried(Files& files, proposal::ScriptForm& form, const ProjectOptions& options) {
  constexpr size_t kMost = 12;
  Trials trials(files, form, options);
  std::vector<std::string> kept, refused;
  std::optional<Trial> best, first;
  for (size_t i = 0; i < form.configs.size(); ++i) {
    if (i >= kMost) {
      kept.push_back(form.configs[i]);
      continue;
    }
    Trial trial = trials.of({form.configs[i]});
    if (is_refused(trial))
      refused.push_back(form.configs[i] + ": " + why_refused(trial));
    else
      kept.push_back(form.configs[i]);
    if (!first) first = trial;
    const bool is_better = trial.is_estimated() || trial.asks_for_batch();
    if (is_better && !trial.config.empty() && (!best || (trial.is_estimated() && !best->is_estimated())))
      best = std::move(trial);
  }
  if (!best) return first.value_or(Trial{});
  if (refused.empty()) return *best;
  form.keep_configs(kept);
  for (const std::string& one : refused) form.add_comment("left out, for the program stops at it: " + one);
  return *best;
}

std::string came_out(const Trial& trial) {
  if (trial.config.empty()) return "no config is found to try it with";
  if (!trial.is_estimated())
    return trial.config + " is not estimable yet" + (trial.failure ? ": " + trial.failure->message : std::string());
  std::string text = fmt::format("{} {}", trial.config, report::verdict(trial.outcome).text());
  if (trial.outcome.parameters > 0) text += fmt::format(", {} parameters", report::grouped(trial.outcome.parameters));
  if (trial.outcome.status == Status::partial) text += "; `vramlint check` lists what is not known of it";
  return text;
}

/// It has a model, and configs: no glob that names none, no launch script of which nothing is seen.
bool says_more(const proposal::Proposal& proposal) {
  const auto has = [&](const char* text) { return proposal.recipe.find(text) != std::string::npos; };
  return !has("model: TODO") && !has("launch/*.sh") && !has("TODO: which files are its configs");
}

/// How far it gets: to a figure, to a part of one, to a loop whose batch is to be said, to a step that goes nowhere.
int rank_of(const Trial& trial) {
  const ConfigOutcome& outcome = trial.outcome;
  if (outcome.status == Status::estimated) return 4;
  if (outcome.status == Status::partial && outcome.saved_for_backward.point > Bytes(0)) return 3;
  if (trial.asks_for_batch() || files_asked(trial, "")) return 2;
  return outcome.status == Status::partial ? 1 : 0;
}

/// What a recipe comes to, and the recipe.
struct Attempt {
  proposal::ScriptForm form;
  Trial trial;
};

Attempt attempt(Files& files, const ProjectOptions& project, proposal::ScriptForm form) {
  Trial trial = tried(files, form, project);
  return {std::move(form), std::move(trial)};
}

bool is_better(const Attempt& other, const Attempt& best) {
  const int gain = rank_of(other.trial) - rank_of(best.trial);
  if (gain == 0 && rank_of(other.trial) == 0) return is_refused(best.trial) && !is_refused(other.trial);
  if (gain != 0) return gain > 0;
  const ConfigOutcome &one = other.trial.outcome, &two = best.trial.outcome;
  return !best.form.open.empty() || (one.status == two.status && one.unknowns.size() < two.unknowns.size());
}

/// As the first of the processes that a launcher starts.
Attempt launched(Files& files, const ProjectOptions& project, proposal::ScriptForm form, int processes) {
  form.set_processes(processes);
  return attempt(files, project, std::move(form));
}

/// Where the program does not get so far with the arguments that it is given, by the launcher that the repository's
/// texts start it by.
void start_by_launcher(const Source& script, Files& files, const std::vector<std::string>& arguments,
                       const ProjectOptions& project, Attempt& best) {
  if (best.trial.outcome.status == Status::estimated) return;
  for (const proposal::StatedCommand& command : proposal::stated_commands(script, files)) {
    if (command.processes == 0) continue;
    proposal::ScriptForm form = proposal::script_form(script, files, arguments);
    form.add_comment(fmt::format("a launcher of {} processes is that of {}", command.processes, command.file));
    Attempt other = launched(files, project, std::move(form), command.processes);
    if (rank_of(other.trial) > rank_of(best.trial)) best = std::move(other);
    return;
  }
}

/// Where the program alone does not get so far, with the arguments that the repository's texts start it with, and as
/// the first of the processes that a launcher starts.
void start_as_stated(const Source& script, Files& files, const ProjectOptions& project, Attempt& best) {
  const auto is_done = [&] { return best.trial.outcome.status == Status::estimated && best.form.open.empty(); };
  if (is_done()) return;
  for (const proposal::StatedCommand& command : proposal::stated_commands(script, files)) {
    const auto form = [&] {
      proposal::ScriptForm made = proposal::script_form(script, files, command.arguments, proposal::Said::by_example);
      made.add_comment("the arguments are those of " + command.file);
      return made;
    };
    Attempt other = attempt(files, project, form());
    if (command.processes > 0 && rank_of(other.trial) < 4) {
      Attempt among = launched(files, project, form(), command.processes);
      if (rank_of(among.trial) > rank_of(other.trial)) other = std::move(among);
    }
    const bool is_long = ran_out(other.trial);
    if (is_better(other, best)) best = std::move(other);
    if (is_done() || is_long) return;
  }
}

/// A release, and why the program is taken to run with it.
struct OtherTorch {
  std::string release, reason;
};

/// "1.12" of "PyTorch had it up to 1.12"; else the newest release and the oldest one.
std::vector<OtherTorch> other_torches(const Trial& trial) {
  constexpr std::string_view kBefore = "PyTorch had it up to ";
  const std::string& message = trial.failure->message;
  const size_t at = message.find(kBefore);
  if (at == std::string::npos) {
    const std::string further = "nothing says the release, and the program is followed further than with 2.4";
    return {{"2.11", further}, {"1.5", further}};
  }
  const size_t begin = at + kBefore.size(), end = message.find_first_not_of("0123456789.", begin);
  return {{message.substr(begin, end - begin), "the program uses what later releases have no more"}};
}

/// Where nothing says the release, and the program stops with the one that is taken, with another one.
void run_with_another_torch(Files& files, const ProjectOptions& project, Attempt& best) {
  const Trial& trial = best.trial;
  if (trial.outcome.status == Status::estimated || !trial.failure || ran_out(trial) || best.form.says_torch() ||
      !project.torch.empty() || installed_torch(files))
    return;
  for (const OtherTorch& torch : other_torches(trial)) {
    proposal::ScriptForm form = best.form;
    form.set_torch(torch.release, torch.reason);
    Attempt other = attempt(files, project, std::move(form));
    if (rank_of(other.trial) <= rank_of(best.trial)) continue;
    best = std::move(other);
    return;
  }
}

/// Where the program takes more than an evaluation may by default, with as much as a project file may allow.
void run_for_longer(Files& files, const ProjectOptions& project, Attempt& best) {
  constexpr int64_t kMost = 10;
  if (!ran_out(best.trial) || project.evaluation_budget > 1) return;
  proposal::ScriptForm form = best.form;
  form.set_evaluation_budget(kMost);
  Attempt other = attempt(files, project, std::move(form));
  if (rank_of(other.trial) > rank_of(best.trial)) best = std::move(other);
}

/// Where the repository's texts start some of the configs with arguments of their own.
void start_configs_as_stated(const Source& script, Files& files, const ProjectOptions& project, Attempt& best) {
  proposal::ScriptForm form = best.form;
  if (!add_own_starts(script, files, form)) return;
  Attempt other = attempt(files, project, std::move(form));
  if (rank_of(other.trial) >= rank_of(best.trial)) best = std::move(other);
}

/// What the program asks its command line for, as far as it was followed.
std::string asked_words(const Trial& trial) {
  constexpr std::string_view kBefore = "the command line must give ";
  std::vector<std::string> names;
  for (const Unknown& unknown : trial.outcome.unknowns) {
    const size_t at = unknown.reason.find(kBefore);
    if (at == std::string::npos) continue;
    const size_t begin = at + kBefore.size(), end = unknown.reason.find_first_of(" ;,:", begin);
    const std::string name = "--" + unknown.reason.substr(begin, end - begin);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Options that no parser of argparse declares.
void ask_for_words(proposal::ScriptForm& form, const Trial& trial, const Source& script) {
  const bool is_done = trial.outcome.status == Status::estimated || !form.open.empty();
  const std::string asked = is_done ? "" : asked_words(trial);
  if (asked.empty()) return;
  form.open.push_back(fmt::format(
      "the command line: the program asks for {}; say how you start it: vramlint init {} --write --force -- ARGUMENTS",
      asked, script.path()));
  form.add_comment("TODO: " + form.open.back());
}

}  // namespace

FirstRecipe first_recipe(const Source& script, Files& files, const std::vector<std::string>& arguments,
                         const ProjectOptions& project) {
  Attempt best = attempt(files, project, proposal::script_form(script, files, arguments));
  if (arguments.empty())
    start_as_stated(script, files, project, best);
  else
    start_by_launcher(script, files, arguments, project, best);
  run_with_another_torch(files, project, best);
  run_for_longer(files, project, best);
  if (arguments.empty()) start_configs_as_stated(script, files, project, best);
  proposal::ScriptForm& form = best.form;
  const Trial& trial = best.trial;
  ask_for_words(form, trial, script);
  const bool lacks_words =
      trial.failure && trial.failure->message.find("the command line must give") != std::string::npos;
  if (trial.asks_for_batch() && lacks_words && !form.open.empty())
    return {form.recipe, trial.config + " is followed to its training loop", form.open};
  if (trial.asks_for_batch()) {
    const Question question = question_of(trial, form, script);
    for (const std::string& line : question.lines) form.add_comment(line);
    form.open.push_back(question.open);
    return {form.recipe, trial.config + " is followed to its training loop", form.open};
  }
  std::optional<Question> asked = files_asked(trial, "");
  if (!asked) asked = numbers_asked(trial);
  if (asked) {
    for (const std::string& line : asked->lines) form.add_comment(line);
    form.open.push_back(asked->open);
  }
  if (!trial.is_estimated() && !asked && !lacks_package(trial)) {
    proposal::Proposal by_hand = proposal::propose(script, files);
    if (says_more(by_hand)) return {by_hand.recipe, came_out(trial), by_hand.open};
  }
  return {form.recipe, came_out(trial), form.open};
}

}  // namespace vramlint::cli
