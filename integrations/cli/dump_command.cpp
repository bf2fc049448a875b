#include <fmt/format.h>

#include "dump.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/workspace.h"

namespace vramlint::cli {
namespace {
namespace dump_command {

struct DumpOptions {
  ProjectOptions project;
  std::string stage, file, format = "text", recipe_name;
};

int dump_stage(const DumpOptions& options) {
  Workspace workspace(options.project, {options.file});
  const ReadResult read = workspace.files().read(absolute_path(options.file));
  if (!read) throw UsageError(fmt::format("{}: {}", options.file, to_string(read.error)));
  const Analysis analysis = analyze(*read.source, workspace.session(*read.source, options.recipe_name));
  const std::optional<std::string> text = dump(options.stage, analysis, options.format == "json");
  if (!text) throw UsageError(fmt::format("dump: no stage '{}'; there are {}", options.stage, dump_stages()));
  put(*text);
  return has_stage(options.stage, analysis) ? kClean : kFindings;
}

}  // namespace dump_command
}  // namespace

void add_dump(Command program, int& exit_code) {
  Command command = program.subcommand("dump", "print a stage of the analysis of one config");
  const auto options = std::make_shared<dump_command::DumpOptions>();
  command.option("STAGE", options->stage, std::string(dump_stages())).required().suggests(dump_stages());
  command.option("FILE", options->file, "the config").required();
  command.option("--format", options->format, "text or json").type("FORMAT").one_of({"text", "json"});
  command.option("--recipe-name", options->recipe_name, "the recipe to go by, where several claim the file")
      .type("NAME");
  add_project_options(command, options->project);
  command.footer("Exit code 1 where the stage has no result; what is printed then says why.");
  command.callback([options, &exit_code] { exit_code = dump_command::dump_stage(*options); });
}

}  // namespace vramlint::cli
