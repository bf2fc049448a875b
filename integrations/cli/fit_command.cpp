#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <map>

#include "base/check.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/console.h"
#include "integrations/cli/fit.h"
#include "integrations/cli/fixes.h"
#include "integrations/cli/language.h"
#include "integrations/cli/workspace.h"

namespace vramlint::cli {
namespace {
namespace fit_command {

struct FitArguments {
  ProjectOptions project;
  std::vector<std::string> paths, devices, keep;
  std::string format = "text", language;
  size_t apply = 0;
};

const std::map<std::string, rules::Harm>& kinds() {
  static const std::map<std::string, rules::Harm> kinds = {{"batch", rules::Harm::batch},
                                                           {"precision", rules::Harm::precision},
                                                           {"input", rules::Harm::data},
                                                           {"resolution", rules::Harm::data},
                                                           {"model", rules::Harm::model}};
  return kinds;
}

rules::PlanOptions plan_options(const FitArguments& arguments) {
  rules::PlanOptions options;
  for (const std::string& word : arguments.keep) {
    const auto kind = kinds().find(word);
    if (kind == kinds().end())
      options.keep.push_back(word);
    else
      options.without.push_back(kind->second);
  }
  if (isatty(STDERR_FILENO) == 0) return options;
  options.progress = [](int trials) {
    if (trials % 16 == 0) put_error(fmt::format("\r{} steps simulated", trials));
  };
  return options;
}

/// A key with a slip in it would protect nothing.
void check_kept(const Analysis& analysis, const rules::PlanOptions& options) {
  if (!analysis.config) return;
  for (const std::string& key : options.keep) {
    if (!analysis.config->root.find_path(key))
      throw UsageError(
          fmt::format("--keep: {} has no key `{}`, and no kind of change is called so", analysis.outcome.path, key));
  }
}

/// What the command returns once the plan of that number is put into the file: 0 where it fits then.
int apply(const Fitting& fitting, size_t number, Workspace& workspace) {
  const size_t count = fitting.plans.plans.size();
  if (number > count)
    throw UsageError(fmt::format("--apply: {} has {}, and no plan {}", fitting.analysis.outcome.path,
                                 count == 0   ? "no plan"
                                 : count == 1 ? "one plan"
                                              : fmt::format("{} plans", count),
                                 number));
  const rules::Plan& plan = fitting.plans.plans[number - 1];
  Finding finding;
  finding.fixes.push_back({.title = "", .safety = Safety::unsafe, .edits = plan.edits, .effect = plan.effect});
  const Patched texts = patched({finding}, true);
  VRAMLINT_CHECK(plan.edits.empty() || texts.fixes == 1, "a plan's edits overlap");
  const std::vector<std::string> troubles = write_patched(texts, workspace.files());
  for (const std::string& trouble : troubles) say(trouble);
  const std::string& path = fitting.analysis.outcome.path;
  if (troubles.empty() && !plan.edits.empty()) say(fmt::format("{}: plan {} put into the file", path, number));
  if (!plan.environment.empty())
    say(fmt::format(
        "{}: plan {} needs {} as well: set it where the program is started, and under `environment:` of its "
        "recipe",
        path, number, plan.environment));
  if (!troubles.empty()) return kUsage;
  return plan.environment.empty() && plan.effect.fits.value_or(false) ? kClean : kFindings;
}

/// What the command returns for one of them: 0 where it fits, or does now.
int verdict(const Fitting& fitting, const FitArguments& arguments, Workspace& workspace) {
  const ConfigOutcome& outcome = fitting.analysis.outcome;
  if (fitting.analysis.timelines.empty()) {
    say(outcome.path + ": there is no step to fit; `vramlint check` says why");
    return kFindings;
  }
  if (outcome.fits.value_or(false)) return kClean;
  return arguments.apply > 0 ? apply(fitting, arguments.apply, workspace) : kFindings;
}

int fit(const FitArguments& arguments) {
  std::vector<std::string> devices = arguments.devices;
  if (devices.empty()) devices.emplace_back();
  if (arguments.apply > 0 && devices.size() > 1) throw UsageError("--apply: a plan is for one GPU; give one --device");
  std::vector<Fitting> fittings;
  std::vector<std::unique_ptr<Workspace>> workspaces;  // texts that the fittings point into
  int code = kClean;
  for (const std::string& device : devices) {
    ProjectOptions options = arguments.project;
    options.device = device;
    workspaces.push_back(std::make_unique<Workspace>(options, arguments.paths));
    Workspace& workspace = *workspaces.back();
    const ConfigPaths configs = find_configs(workspace, arguments.paths, false);
    for (const std::string& trouble : configs.unreadable) say(trouble);
    if (!configs.unreadable.empty()) return kUsage;
    for (const Source* source : configs.sources) {
      fittings.push_back(fitting_of(*source, workspace, plan_options(arguments)));
      if (!fittings.back().analysis.outcome.device)
        throw UsageError("fit: for which GPU? Give --device NAME or --memory SIZE");
      code = std::max(code, verdict(fittings.back(), arguments, workspace));
    }
  }
  if (arguments.format == "json")
    put(fit_json(fittings));
  else
    put_text(fit_text(fittings, catalogue_for(arguments.language)));
  return code;
}

}  // namespace fit_command
}  // namespace

Fitting fitting_of(const Source& source, Workspace& workspace, const rules::PlanOptions& options) {
  Session session = workspace.session();
  session.rules = {};
  Fitting fitting{analyze(source, session), {}, {}};
  const ConfigOutcome& outcome = fitting.analysis.outcome;
  fit_command::check_kept(fitting.analysis, options);
  if (fitting.analysis.timelines.empty() || !outcome.device) return fitting;
  if (outcome.fits.value_or(false)) {
    fitting.headroom = rules::batch_headroom(fitting.analysis, session);
  } else {
    follow(fitting.analysis, session);
    fitting.plans = rules::plans(fitting.analysis, session, options);
  }
  if (options.progress && fitting.plans.trials >= 16) put_error("\r\x1b[K");
  return fitting;
}

void add_fit(Command program, int& exit_code) {
  Command command = program.subcommand("fit", "find the least change of a config with which training fits a GPU");
  const auto arguments = std::make_shared<fit_command::FitArguments>();
  command.option("CONFIG", arguments->paths, "configs, or folders to search for them").required();
  command
      .option("--keep", arguments->keep,
              "a key that stays as it is, or all changes of a kind:\nbatch, precision, input, model")
      .type("KEY")
      .repeated();
  command.option("--apply", arguments->apply, "put the plan of that number into the config").type("N").positive();
  command.option("--format", arguments->format, "text or json").type("FORMAT").one_of({"text", "json"});
  add_language_option(command, arguments->language);
  add_project_options(command, arguments->project, &arguments->devices);
  command.footer(
      "Exit code 0 where every config fits, or does with the plan that was applied; 2 where it cannot be written; else "
      "1.\n"
      "Examples:\n"
      "  vramlint fit config/train.yaml --device rtx3090 --device rtx4060\n"
      "  vramlint fit config/train.yaml --device rtx3090 --keep batch --apply 1");
  command.callback([arguments, &exit_code] { exit_code = fit_command::fit(*arguments); });
}

}  // namespace vramlint::cli
