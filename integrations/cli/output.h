// Where reports go: standard output, files, the job summary.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "integrations/cli/command_line.h"
#include "integrations/cli/workspace.h"
#include "report/report.h"

namespace vramlint::cli {

struct OutputOptions {
  std::vector<std::string> formats;  ///< --format F or F=FILE
  std::string colour = "auto", language;
  bool quiet = false, statistics = false;
  bool streams = false;  ///< configs are printed as they are done, so the report needs the rest alone
};

/// A format and the file it goes to; none: standard output.
struct Target {
  const report::Format* format = nullptr;
  std::string file;
};

void add_output_options(Command command, OutputOptions& options);

/// Throws UsageError for an unknown format, statistics in another than text, or two for standard output. Where no
/// format is for standard output, text is; where none was asked for at all on GitHub, the annotations are.
std::vector<Target> targets_of(const OutputOptions& options);

/// That of standard output that can be printed as configs are done: jsonl; null: there is none.
const Target* streamed_target(const std::vector<Target>& targets);
/// Prints its beginning; what is returned prints a config.
std::function<void(const ConfigOutcome&)> streamed(const std::filesystem::path& root, const OutputOptions& options);

/// Writes every report; paths of the outcome count from the root. Throws UsageError where a file cannot be written.
void write_reports(const Outcome& outcome, const std::filesystem::path& root, const OutputOptions& options);

/// Their summaries and manuals in that language, where there are some.
std::vector<report::RuleInfo> rule_infos(const Catalogue* catalogue);

}  // namespace vramlint::cli
