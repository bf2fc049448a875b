#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include "integrations/cli/baseline_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/console.h"
#include "integrations/cli/fail_on.h"
#include "integrations/cli/fixes.h"
#include "integrations/cli/interruption.h"
#include "integrations/cli/output.h"
#include "integrations/cli/output_files.h"
#include "integrations/cli/projects.h"
#include "integrations/cli/run.h"

namespace vramlint::cli {
namespace {
namespace check_command {

struct CheckOptions {
  BaselineOptions baseline;
  ProjectOptions project;
  OutputOptions output;
  std::vector<std::string> paths;
  std::string fail_on = "error", stdin_filename;
  bool fix = false, unsafe_fixes = false, only_configs = false;
  unsigned jobs = 0;
};

std::vector<std::string> paths_of(const CheckOptions& options) {
  if (!options.stdin_filename.empty()) return {options.stdin_filename};
  return options.paths.empty() ? default_paths(options.project.root) : options.paths;
}

/// What an editor holds of the file and has not saved lies over the disk.
Overlay overlay_of(const CheckOptions& options) {
  if (options.stdin_filename.empty()) return {};
  if (!options.paths.empty()) throw UsageError("--stdin-filename: one file at a time; leave PATH out");
  if (options.fix || options.unsafe_fixes)
    throw UsageError("--stdin-filename: --fix writes files, and this text is in none");
  std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  if (text.size() > Files::kMaxFileSize)
    throw UsageError(options.stdin_filename + ": " + std::string(to_string(ReadError::too_large)));
  return [path = absolute_path(options.stdin_filename), text = std::move(text)](Files& disk) {
    auto laid = std::make_unique<OverlayFiles>(disk);
    laid->put(path, text);
    return laid;
  };
}

/// Whether every config is checked, as it stands.
bool is_whole_project(const CheckOptions& options, const std::vector<std::string>& paths, Workspace& workspace) {
  const auto is_root = [&](const std::string& path) {
    std::error_code error;
    return std::filesystem::equivalent(path, workspace.files().root(), error);
  };
  const bool as_it_stands = options.project.set.empty() && options.project.exclude.empty();
  return as_it_stands && std::any_of(paths.begin(), paths.end(), is_root);
}

struct Run {
  Workspace workspace;
  std::optional<Baseline> baseline;
  ConfigPaths configs;
  RunResult result;
  bool has_unwritten = false;  ///< a fix could not be put into its file

  Run(const CheckOptions& options, const std::vector<std::string>& paths, bool streams)
      : workspace(options.project, paths, overlay_of(options)),
        baseline(baseline_for(options.baseline, workspace)),
        configs(find_configs(workspace, paths, options.only_configs)),
        result(analyze_all(workspace, configs.sources,
                           {.jobs = options.jobs,
                            .whole_project = is_whole_project(options, paths, workspace),
                            .baseline = baseline ? &*baseline : nullptr,
                            .done = streams ? streamed(workspace.files().root(), options.output) : nullptr})) {}
};

struct Mended {
  bool changed = false, left = false;  ///< files: some were written, some could not be
};

Mended mend(Run& run, bool unsafe_too) {
  const Patched result = patched(run.result.outcome.findings, unsafe_too);
  if (result.texts.empty()) return {};
  const std::vector<std::string> troubles = write_patched(result, run.workspace.files());
  for (const std::string& trouble : troubles) say(trouble);
  const size_t files = result.texts.size() - troubles.size();
  if (troubles.empty())
    say(fmt::format("{} fix{} put into {} file{}", result.fixes, result.fixes == 1 ? "" : "es", files,
                    files == 1 ? "" : "s"));
  else
    say(fmt::format("fixes were put into {} of {} files", files, result.texts.size()));
  if (result.alternatives > 0)
    say(
        fmt::format("{} other{} left: each saves memory by itself and changes training; where the step still does not "
                    "fit, run this again",
                    result.alternatives, result.alternatives == 1 ? " was" : "s were"));
  return {files > 0, !troubles.empty()};
}

/// Files that were given as configs and that nobody takes for one; a finding may already say why.
std::vector<std::string> unclaimed(const Outcome& outcome) {
  std::vector<std::string> paths;
  for (const ConfigOutcome& config : outcome.configs) {
    if (!config.dialect.empty()) continue;
    const auto tells = [&](const Finding& finding) {
      return finding.severity == Severity::error && finding.config == config.path;
    };
    const bool told = std::any_of(outcome.findings.begin(), outcome.findings.end(), tells) ||
                      std::any_of(outcome.suppressed.begin(), outcome.suppressed.end(),
                                  [&](const Suppressed& one) { return tells(one.finding); });
    if (!told) paths.push_back(config.path);
  }
  return paths;
}

/// What could not be read, configs and what they need. Whether there is any.
bool tell_unreadable(const Run& run, const std::string& prefix) {
  std::set<std::string> told(run.configs.unreadable.begin(), run.configs.unreadable.end());
  for (const std::string& trouble : run.configs.unreadable) say(trouble);
  for (const std::string& path : run.workspace.forbidden()) {
    const std::string trouble = fmt::format("{}{}: {}", prefix, path, to_string(ReadError::forbidden));
    if (told.insert(trouble).second) say(trouble);
  }
  return !told.empty();
}

/// Everything that is no finding, to standard error. The exit code it asks for.
int tell_troubles(Run& run, const CheckOptions& options) {
  const std::string prefix = prefix_from(std::filesystem::current_path(), run.workspace.files().root());
  const bool unreadable = tell_unreadable(run, prefix);
  for (const std::string& bug : run.result.bugs) say("internal error: " + bug);
  if (!run.result.bugs.empty()) {
    say("this is a bug of vramlint; please report it with the files that show it");
    return kBug;
  }
  const std::vector<std::string> strange = unclaimed(run.result.outcome);
  for (const std::string& path : strange) {
    say(prefix + path +
        ": no recipe of vramlint.yaml and no framework's own style claims this file as a config; "
        "`vramlint init TRAINING_SCRIPT --write` makes a recipe");
  }
  for (const std::string& path : run.workspace.idle_paths()) say(path + ": nothing was read from there");
  if (run.result.left > 0)
    say(fmt::format("interrupted: {} of {} configs are reported", run.result.outcome.configs.size(),
                    run.result.outcome.configs.size() + run.result.left));
  const bool nothing = run.configs.sources.empty() && run.configs.unreadable.empty() && !options.only_configs;
  if (nothing && run.configs.excluded > 0) {
    say(fmt::format("no config is left: `--exclude` and `exclude:` of vramlint.yaml leave out {}",
                    run.configs.excluded == 1 ? "one" : std::to_string(run.configs.excluded)));
  } else if (nothing) {
    say("no config was found; PATH may be a config, or a folder with configs that a recipe of vramlint.yaml names or a "
        "framework's own style marks; `vramlint init TRAINING_SCRIPT --write` makes a recipe");
  }
  const bool failed = run.has_unwritten || unreadable;
  return nothing || !strange.empty() || failed ? kUsage : kClean;
}

using Runs = std::vector<std::unique_ptr<Run>>;  // one for each project

int report(const Outcome& outcome, const std::filesystem::path& root, int trouble, const CheckOptions& options) {
  OutputOptions output = options.output;
  output.quiet = output.quiet || (trouble != kClean && outcome.configs.empty());  // nothing was looked at
  write_reports(outcome, root, output);
  if (Interruption::has_come()) Interruption::follow();
  if (trouble != kClean) return trouble;
  return fails(outcome, parse_fail_on(options.fail_on)) ? kFindings : kClean;
}

int report(Runs& runs, const CheckOptions& options) {
  int trouble = kClean;
  std::vector<std::filesystem::path> roots;
  for (const auto& run : runs) {
    trouble = std::max(trouble, tell_troubles(*run, options));
    roots.push_back(run->workspace.files().root());
  }
  if (runs.size() == 1) return report(runs.front()->result.outcome, roots.front(), trouble, options);
  const std::filesystem::path around = folder_around(roots);
  Joined joined(around);
  for (size_t i = 0; i < runs.size(); ++i) joined.add(std::move(runs[i]->result.outcome), roots[i]);
  return report(joined.outcome(), around, trouble, options);
}

std::unique_ptr<Run> run_on(const std::vector<std::string>& paths, const CheckOptions& options) {
  auto run = std::make_unique<Run>(options, paths, options.output.streams);
  const bool mends = (options.fix || options.unsafe_fixes) && run->result.left == 0;
  const Mended mended = mends ? mend(*run, options.unsafe_fixes) : Mended();
  if (mended.changed) run = std::make_unique<Run>(options, paths, false);
  run->has_unwritten = mended.left;
  return run;
}

int check(CheckOptions options) {
  const std::vector<Target> targets = targets_of(options.output);  // mistakes in options are told before the work
  std::vector<std::string> files;
  for (const Target& target : targets) files.push_back(target.file);
  expect_output_files(files);
  parse_fail_on(options.fail_on);
  const auto projects = by_project(options.project, paths_of(options));
  options.output.streams =
      projects.size() == 1 && !options.fix && !options.unsafe_fixes && streamed_target(targets) != nullptr;
  Runs runs;
  for (const auto& paths : projects) runs.push_back(run_on(paths, options));
  return report(runs, options);
}

}  // namespace check_command
}  // namespace

void add_check(Command program, int& exit_code) {
  Command command = program.subcommand("check", "check configs: what they need at the peak, and what is wrong");
  const auto options = std::make_shared<check_command::CheckOptions>();
  command.option("PATH", options->paths, "configs, or folders to search for them (default: .)");
  add_project_options(command, options->project);
  add_choice_options(command, options->project);
  add_output_options(command, options->output);
  command
      .option("--fail-on", options->fail_on,
              "exit with 1 from this level on: error, warning, note or never (default: error);\n"
              "with not-estimable also where a config has no estimate: warning,not-estimable")
      .type("LEVEL")
      .suggests(kFailOnWords);
  command.flag("--quiet", options->output.quiet, "findings only: no figures of configs, no summary (text, github)");
  command.flag("--statistics", options->output.statistics,
               "findings counted by rule, and how many of them can be fixed (text)");
  command
      .option("--baseline", options->baseline.file,
              "leave out what this file of `vramlint baseline` has\n(default: `baseline:` of vramlint.yaml)")
      .type("FILE");
  command.flag("--no-baseline", options->baseline.none, "leave nothing out, whatever vramlint.yaml says");
  command.flag("--fix", options->fix, "put the safe fixes into the files, then report what remains");
  command.flag("--unsafe-fixes", options->unsafe_fixes, "as --fix, and also fixes that change training");
  command
      .option("--stdin-filename", options->stdin_filename,
              "check the text on standard input, as if it stood in this file (for editors)")
      .type("FILE");
  command.flag("--only-configs", options->only_configs,
               "pass over files that neither a recipe nor a framework's style\nmarks as configs (for hooks)");
  command.option("--jobs", options->jobs, "configs at a time (default: one a processor)").type("N");
  command.footer(
      "Examples:\n"
      "  vramlint check config/train.yaml --device rtx3090\n"
      "  vramlint check configs --format sarif=vramlint.sarif --fail-on warning");
  command.callback([options, &exit_code] { exit_code = check_command::check(*options); });
}

}  // namespace vramlint::cli
