#include "integrations/cli/first_recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "proposal/proposal.h"
#include "proposal/script_form.h"
#include "proposal/stated_commands.h"
#include "report/verdict.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

/// What a check of one config with the recipe comes to.
struct Trial {
  std::string config;  ///< its path; empty: there is none
  ConfigOutcome outcome;
  std::optional<model::BuildFailure> failure;
  std::string loop;                ///< "for image, label in loader:", where the loader is what is not known
  std::vector<std::string> parts;  ///< of a batch, as the program calls them there

  bool is_estimated() const { return outcome.status != Status::not_estimable; }
  bool asks_for_batch() const { return failure && failure->kind == model::BuildFailure::Kind::unknown_batch; }
};

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

/// `batch["tokens"]`, `item["labels"]` near the place: what the program calls parts of a batch.
std::vector<std::string> parts_named(const Span& place) {
  constexpr size_t kBefore = 200, kBehind = 1500, kMost = 4;
  std::vector<std::string> names;
  if (!place) return names;
  const std::string_view whole = place.source->text();
  const size_t begin = place.begin > kBefore ? place.begin - kBefore : 0;
  const std::string_view text = whole.substr(begin, place.begin - begin + kBehind);
  for (size_t at = text.find("[\""); at != std::string_view::npos && names.size() < kMost;
       at = text.find("[\"", at + 1)) {
    const size_t end = text.find("\"]", at);
    const std::string name(text.substr(at + 2, end == std::string_view::npos ? 0 : end - at - 2));
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(),
                                                      [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (is_name && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
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

/// "cfg.train.batch_size": what a recipe of the program can say.
bool is_key(const std::string& size) {
  const auto joins = [](char c) { return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return size.starts_with("cfg.") && std::all_of(size.begin(), size.end(), joins);
}

/// What is asked of the user, and lines to be filled in.
struct Question {
  std::string open;
  std::vector<std::string> lines;
};

/// "float32[1, 3, ?, ?]": what is known of a tensor whose sizes only the data tells; empty: nothing.
std::string known_sizes(const Trial& trial) {
  constexpr std::string_view kBefore = "only the data tells the sizes of ";
  const std::string message = trial.failure ? trial.failure->message : "";
  const size_t begin = message.find(kBefore), end = message.find(']', begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  return message.substr(begin + kBefore.size(), end + 1 - begin - kBefore.size());
}

bool is_picture(const std::string& sizes) {
  return sizes.starts_with("float") && (sizes.ends_with(", 3, ?, ?]") || sizes.ends_with(", ?, ?, 3]"));
}

bool reads_words(const Source& script) {
  constexpr std::string_view kWords[] = {"tokeniz", "input_ids", "vocab"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return script.text().find(word) != std::string::npos; });
}

std::string with_sizes(std::string text) {
  for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?', at)) text.replace(at, 1, "512");
  return text;
}

/// Whether what is not known of the step is said to come of that.
bool lacks(const Trial& trial, std::string_view what) {
  const ConfigOutcome& outcome = trial.outcome;
  const auto has = [&](const std::string& text) { return text.find(what) != std::string::npos; };
  return (trial.failure && has(trial.failure->message)) ||
         std::any_of(outcome.unknowns.begin(), outcome.unknowns.end(),
                     [&](const auto& one) { return has(one.reason); });
}

/// Sizes that only files tell, where the program makes its batch of them.
std::optional<Question> files_asked(const Trial& trial, const std::string& loop) {
  if (trial.outcome.status == Status::estimated) return {};
  const bool by_pictures = is_picture(known_sizes(trial)) || lacks(trial, "the size of a picture in a file") ||
                           lacks(trial, "to which size a picture is resized is not known");
  if (by_pictures)
    return Question{"how large the pictures are that its files hold: `data:`",
                    {"TODO: height, width and channels of the pictures that its files hold" + loop,
                     "data: {'*.jpg': 'uint8[512, 512, 3]'}"}};
  const auto& assumed = trial.outcome.assumptions;
  const bool by_sound = std::any_of(assumed.begin(), assumed.end(), [](const Assumption& one) {
    return one.text.find("a sound file that is not at hand") != std::string::npos;
  });
  if (!by_sound) return {};
  return Question{"how long the recordings are that its files hold: `data:`",
                  {"TODO: the type and the samples of the recordings that its files hold" + loop,
                   "data: {'*.wav': 'int16[160000]'}"}};
}

/// "num_classes": the program's names for numbers that only the data tells.
std::optional<Question> numbers_asked(const Trial& trial) {
  constexpr std::string_view kBefore = "`data: {", kBehind = ": NUMBER}`";
  std::string names;
  for (const Unknown& one : trial.outcome.unknowns) {
    const size_t end = one.reason.find(kBehind), begin = one.reason.rfind(kBefore, end);
    if (end == std::string::npos || begin == std::string::npos) continue;
    const std::string name = one.reason.substr(begin + kBefore.size(), end - begin - kBefore.size());
    const std::string said = name + ": 1000";
    if (names.find(said) == std::string::npos) names += (names.empty() ? "" : ", ") + said;
  }
  if (names.empty()) return {};
  return Question{"numbers that only the data tells: `data:`",
                  {"TODO: how many there are in your data", "data: {" + names + "}"}};
}

Question question_of(const Trial& trial, const proposal::ScriptForm& form, const Source& script) {
  const std::string size = is_key(form.batch) ? form.batch : "16", sizes = known_sizes(trial);
  const std::string loop = trial.loop.empty() ? "" : "; the loop is `" + trial.loop + "`";
  if (std::optional<Question> asked = files_asked(trial, loop)) return *asked;
  Question question{"what one batch of the loader is: `inputs:` and `targets:`",
                    {"TODO: the tensors of one batch, in their order" + loop}};
  const auto add = [&](const std::string& line) { question.lines.push_back(line); };
  if (!sizes.empty()) {
    add("inputs: ['" + with_sizes(sizes) + "']");
    add("targets: ['int64[" + size + "]']");
  } else if (reads_words(script)) {
    question.open = "what one batch of the loader is: `batch:`, or `inputs:` and `targets:`";
    std::vector<std::string> names = trial.parts;
    if (names.size() < 2) names = {"input_ids", "labels"};
    std::string parts;
    for (const std::string& name : names)
      parts += (parts.empty() ? "" : ", ") + ("\"" + name + "\": int64[" + size + ", 512]");
    add("batch: '{" + parts + "}'");
  } else {
    add("inputs: ['float32[" + size + ", 3, 512, 512]']");
    add("targets: ['int64[" + size + ", 512, 512]']");
  }
  return question;
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
      proposal::ScriptForm launched = form();
      launched.add_line(
          fmt::format("environment: {{RANK: '0', LOCAL_RANK: '0', WORLD_SIZE: '{}'}}", command.processes));
      Attempt among = attempt(files, project, std::move(launched));
      if (rank_of(among.trial) > rank_of(other.trial)) other = std::move(among);
    }
    const bool is_long = ran_out(other.trial);
    if (is_better(other, best)) best = std::move(other);
    if (is_done() || is_long) return;
  }
}

/// "1.12" of "PyTorch had it up to 1.12"; else the newest release.
std::pair<std::string, std::string> other_torch(const Trial& trial) {
  constexpr std::string_view kBefore = "PyTorch had it up to ";
  const std::string& message = trial.failure->message;
  const size_t at = message.find(kBefore);
  if (at == std::string::npos)
    return {"2.11", "nothing says the release, and the program is followed further than with 2.4"};
  const size_t begin = at + kBefore.size(), end = message.find_first_not_of("0123456789.", begin);
  return {message.substr(begin, end - begin), "the program uses what later releases have no more"};
}

/// Where nothing says the release, and the program stops with the one that is taken, with another one.
void run_with_another_torch(Files& files, const ProjectOptions& project, Attempt& best) {
  const Trial& trial = best.trial;
  if (trial.outcome.status == Status::estimated || !trial.failure || ran_out(trial) || best.form.says_torch() ||
      !project.torch.empty())
    return;
  const auto [release, reason] = other_torch(best.trial);
  proposal::ScriptForm form = best.form;
  form.set_torch(release, reason);
  Attempt other = attempt(files, project, std::move(form));
  if (rank_of(other.trial) > rank_of(best.trial)) best = std::move(other);
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
  form.open.push_back(
      fmt::format("the command line: the program asks for {}; say how you start it: vramlint init {} -- ARGUMENTS",
                  asked, script.path()));
  form.add_comment("TODO: " + form.open.back());
}

}  // namespace

FirstRecipe first_recipe(const Source& script, Files& files, const std::vector<std::string>& arguments,
                         const ProjectOptions& project) {
  Attempt best = attempt(files, project, proposal::script_form(script, files, arguments));
  if (arguments.empty()) start_as_stated(script, files, project, best);
  run_with_another_torch(files, project, best);
  run_for_longer(files, project, best);
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
  std::optional<Question> asked = trial.is_estimated() ? files_asked(trial, "") : std::nullopt;
  if (!asked) asked = numbers_asked(trial);
  if (asked) {
    for (const std::string& line : asked->lines) form.add_comment(line);
    form.open.push_back(asked->open);
  }
  if (!trial.is_estimated()) {
    proposal::Proposal by_hand = proposal::propose(script, files);
    if (says_more(by_hand)) return {by_hand.recipe, came_out(trial), by_hand.open};
  }
  return {form.recipe, came_out(trial), form.open};
}

}  // namespace vramlint::cli
