#include <fmt/format.h>

#include <algorithm>

#include "base/write_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/language.h"
#include "integrations/cli/output.h"
#include "integrations/cli/output_files.h"
#include "integrations/cli/show.h"
#include "integrations/cli/show_page.h"
#include "integrations/cli/snapshot.h"
#include "integrations/cli/workspace.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {
namespace show_command {

struct ShowArguments {
  ProjectOptions project;
  ShowOptions show;
  std::vector<std::string> paths;
  std::string recipe_name, format, characters = "auto", language;
  std::string html, svg, snapshot;  ///< files
  std::string snapshot_at = "end";
};

Characters wanted_characters(const std::string& choice) {
  const bool utf8 = choice == "auto" ? speaks_utf8() : choice == "utf8";
  return utf8 ? Characters::utf8 : Characters::ascii;
}

void save(const std::string& file, const std::string& text) {
  if (file == "-") return put(text);
  if (const std::string trouble = write_file(file, text); !trouble.empty()) throw UsageError(trouble);
}

void draw(const ShowArguments& arguments, const Analysis& analysis, const std::filesystem::path& root) {
  if (!arguments.snapshot.empty()) {
    const Until until = arguments.snapshot_at == "peak" ? Until::peak : Until::end;
    save(arguments.snapshot, memory_snapshot(analysis, highest_phase(analysis), until));
  }
  if (arguments.svg.empty()) return;
  const std::vector<report::StepPicture> pictures = pictures_of(analysis, root, arguments.svg);
  const auto highest = std::max_element(pictures.begin(), pictures.end(),
                                        [](const auto& lhs, const auto& rhs) { return lhs.peak < rhs.peak; });
  save(arguments.svg, report::step_svg(*highest));
}

void print(const ShowArguments& arguments, const Analysis& analysis) {
  ShowOptions options = arguments.show;
  options.catalogue = catalogue_for(arguments.language);
  options.characters = wanted_characters(arguments.characters);
  options.width = static_cast<size_t>(std::clamp(terminal_width() - 22, 20, 100));
  const bool as_drawn = options.characters == Characters::utf8;
  if (arguments.format == "json") return put(show_json(analysis));
  put(as_drawn ? show_text(analysis, options) : in_ascii(show_text(analysis, options)));
}

/// What each setting saves; no other rule speaks here.
std::vector<const Rule*> rule_of_settings() {
  std::vector<const Rule*> rules;
  const std::span<const Rule* const> all = rules::all();
  std::copy_if(all.begin(), all.end(), std::back_inserter(rules),
               [](const Rule* rule) { return rule->name == "peak-by-setting"; });
  return rules;
}

report::PagedConfig paged_of(const ShowArguments& arguments, const Analysis& analysis, Workspace& workspace) {
  const std::filesystem::path& root = workspace.files().root();
  if (analysis.timelines.empty() || !analysis.outcome.device) return paged(analysis, nullptr, root, arguments.html);
  const Fitting fitting = fitting_of(*analysis.source, workspace, {});
  return paged(analysis, &fitting, root, arguments.html);
}

int show_one(const ShowArguments& arguments, const Source& source, Workspace& workspace,
             std::vector<report::PagedConfig>& pages) {
  Session session = workspace.session(source, arguments.recipe_name);
  const std::vector<const Rule*> settings = rule_of_settings();
  session.rules = settings;
  const Analysis analysis = analyze(source, session);
  if (!arguments.html.empty()) pages.push_back(paged_of(arguments, analysis, workspace));
  if (analysis.timelines.empty()) {
    say(source.path() + ": there is no step to show; `vramlint check` says why");
    return kFindings;
  }
  draw(arguments, analysis, workspace.files().root());
  const bool is_drawn = !arguments.html.empty() || !arguments.svg.empty() || !arguments.snapshot.empty();
  if (!is_drawn || !arguments.format.empty()) print(arguments, analysis);
  for (const Unknown& unknown : analysis.outcome.unknowns) {
    say((unknown.pull == Pull::up ? "not known, so the figures are lower bounds: "
                                  : "not known, and the figures may be too high or too low: ") +
        unknown.reason);
  }
  return kClean;
}

int show(const ShowArguments& arguments) {
  expect_output_files({arguments.html, arguments.svg, arguments.snapshot});
  Workspace workspace(arguments.project, arguments.paths);
  const ConfigPaths configs = find_configs(workspace, arguments.paths, false);
  if (!configs.unreadable.empty()) throw UsageError(configs.unreadable.front());
  if (configs.sources.empty()) throw UsageError("no config was found");
  const bool is_one = configs.sources.size() == 1;
  if (!is_one && (arguments.format == "json" || !arguments.svg.empty() || !arguments.snapshot.empty()))
    throw UsageError("--format json, --svg and --snapshot are of one config; --html takes several");
  std::vector<report::PagedConfig> pages;
  int code = kClean;
  for (const Source* source : configs.sources) code = std::max(code, show_one(arguments, *source, workspace, pages));
  if (!arguments.html.empty() && (!is_one || code == kClean)) save(arguments.html, show_page(std::move(pages)));
  return code;
}

}  // namespace show_command
}  // namespace

void add_show(Command program, int& exit_code) {
  Command command = program.subcommand("show", "show one step over time, its peak and who holds it");
  const auto arguments = std::make_shared<show_command::ShowArguments>();
  command.option("CONFIG", arguments->paths, "the config; several, or folders of them").required();
  command.option("--format", arguments->format, "text or json (default: text, or none where a file is asked for)")
      .type("FORMAT")
      .one_of({"text", "json"});
  command
      .option("--html", arguments->html,
              "write a page: the step over time, a map of the peak, what is largest,\nwhat settings cost and what "
              "makes it fit; also of several configs")
      .type("FILE");
  command.option("--svg", arguments->svg, "write the pictures alone, of the phase with the highest peak").type("FILE");
  command.option("--snapshot", arguments->snapshot, "write what PyTorch's memory viewer opens, of the same phase")
      .type("FILE");
  command.option("--snapshot-at", arguments->snapshot_at, "where it ends: end (of the step) or peak (default: end)")
      .type("MOMENT")
      .one_of({"end", "peak"});
  command.option("--depth", arguments->show.depth, "levels of modules (default 2)").type("N");
  command.option("--top", arguments->show.most, "modules shown below one (default 8)").type("N").positive();
  command.option("--characters", arguments->characters, "auto, utf8 or ascii")
      .type("SET")
      .one_of({"auto", "utf8", "ascii"});
  add_language_option(command, arguments->language);
  command.option("--recipe-name", arguments->recipe_name, "the recipe to go by, where several claim the file")
      .type("NAME");
  add_project_options(command, arguments->project);
  command.footer("Exit code 1 where the config has no step to show.");
  command.callback([arguments, &exit_code] { exit_code = show_command::show(*arguments); });
}

}  // namespace vramlint::cli
