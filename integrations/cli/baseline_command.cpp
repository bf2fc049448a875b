#include <fmt/format.h>

#include <set>

#include "base/write_file.h"
#include "integrations/cli/baseline_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/console.h"
#include "integrations/cli/run.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {
namespace baseline_command {

struct Options {
  ProjectOptions project;
  std::vector<std::string> paths;
  std::string output;
  int64_t growth = Baseline().growth;
  unsigned jobs = 0;
};

int write_baseline(const Options& options) {
  Workspace workspace(options.project, options.paths);
  const std::filesystem::path target = baseline_target(options.output, workspace);
  const ConfigPaths configs =
      find_configs(workspace, options.paths.empty() ? default_paths(options.project.root) : options.paths, false);
  const RunResult run = analyze_all(workspace, configs.sources, {.jobs = options.jobs});
  for (const std::string& trouble : configs.unreadable) say(trouble);
  for (const std::string& bug : run.bugs) say("internal error: " + bug);
  if (!run.bugs.empty()) return kBug;
  if (configs.sources.empty() || !configs.unreadable.empty()) throw UsageError("no baseline is written");
  Baseline baseline{.growth = options.growth, .entries = baseline_entries(run.outcome, rules::all())};
  if (const std::string trouble = write_file(target, written(baseline)); !trouble.empty()) throw UsageError(trouble);
  std::set<std::string_view> rules;
  for (const BaselineEntry& entry : baseline.entries) rules.insert(entry.rule);
  say(fmt::format("{}: {} entr{} of {} rule{}", target.string(), baseline.entries.size(),
                  baseline.entries.size() == 1 ? "y" : "ies", rules.size(), rules.size() == 1 ? "" : "s"));
  return kClean;
}

}  // namespace baseline_command
}  // namespace

void add_baseline(Command program, int& exit_code) {
  Command command = program.subcommand("baseline", "accept what is found today: `check` then tells what is new");
  const auto options = std::make_shared<baseline_command::Options>();
  command.option("PATH", options->paths, "configs, or folders to search for them (default: .)");
  add_project_options(command, options->project);
  add_choice_options(command, options->project);
  command
      .option("--output", options->output,
              "file to write (default: `baseline:` of vramlint.yaml, else .vramlint-baseline.json in the root)")
      .type("FILE");
  command.option("--growth", options->growth, "percent that a peak may grow before its finding is new (default: 5)")
      .type("N")
      .in_range(int64_t{0}, int64_t{1000});
  command.option("--jobs", options->jobs, "configs at a time (default: one a processor)").type("N");
  command.footer(
      "A finding is known by its rule, file, line's text and value, not by the line's number.\n"
      "`vramlint check --baseline FILE`, or `baseline: FILE` in vramlint.yaml, leaves out what the file has.");
  command.callback([options, &exit_code] { exit_code = baseline_command::write_baseline(*options); });
}

}  // namespace vramlint::cli
