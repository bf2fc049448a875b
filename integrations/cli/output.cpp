#include "integrations/cli/output.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/write_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/language.h"
#include "integrations/cli/repository.h"
#include "report/formats.h"
#include "report/groups.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

Target target_of(const std::string& text) {
  const size_t sign = text.find('=');
  const std::string name = text.substr(0, sign);
  const report::Format* format = report::find_format(name);
  if (!format) throw UsageError(fmt::format("--format: no format '{}'; there are {}", name, report::format_names()));
  const std::string file = sign == std::string::npos ? "" : text.substr(sign + 1);
  if (sign != std::string::npos && file.empty()) throw UsageError("--format: no file after '" + text + "'");
  return {format, file == "-" ? "" : file};
}

/// What annotations and SARIF put before paths: they count from the top of the repository.
std::string repository_prefix(const fs::path& root) {
  const std::string workspace = variable("GITHUB_WORKSPACE");
  const fs::path top = workspace.empty() ? nearest_with(root, {".git"}) : absolute_path(workspace);
  if (top.empty()) return {};
  const fs::path relative = root.lexically_relative(top);
  if (relative.empty() || relative == "." || relative.begin()->string() == "..") return {};
  return relative.generic_string() + "/";
}

report::Context context_for(const Target& target, const fs::path& root, const OutputOptions& options) {
  report::Context context;
  context.catalogue = catalogue_for(options.language);
  context.rules = rule_infos(context.catalogue);
  context.version = version();
  context.quiet = options.quiet;
  context.statistics = options.statistics;
  const std::string_view name = target.format->name;
  if (name == "text") {
    context.prefix = prefix_from(fs::current_path(), root);
    context.colour = target.file.empty() && wants_colour(options.colour);
    if (target.file.empty()) context.width = terminal_width();
    if (target.file.empty() && !speaks_utf8()) context.shown = in_ascii;
  } else if (name != "json" && name != "jsonl") {
    context.prefix = repository_prefix(root);
  }
  if (name == "sarif") {
    const Repository repository = repository_of(root);
    context.repository = repository.url;
    context.revision = repository.revision;
    context.suppressed = !on_github();  // code scanning shows them as if they were not
  }
  return context;
}

void deliver(const std::string& text, const std::string& file, bool commands, bool for_people) {
  if (file.empty()) {
    commands ? put_commands(text) : for_people ? put_text(text) : put(text);
  } else if (const std::string trouble = write_file(file, text); !trouble.empty()) {
    throw UsageError(trouble);
  }
}

/// GitHub refuses a step's summary above 1 MiB.
void add_job_summary(const Outcome& outcome, const fs::path& root, const OutputOptions& options) {
  const std::string file = variable("GITHUB_STEP_SUMMARY");
  if (file.empty()) return;
  constexpr size_t kMost = 1'000'000;
  const Target target{report::find_format("markdown"), file};
  std::string text = target.format->write(outcome, context_for(target, root, options));
  if (text.size() > kMost)
    text = text.substr(0, text.rfind('\n', kMost)) + "\n\n" +
           Words("Cut here: the log has the rest."_words).in(catalogue_for(options.language)) + "\n";
  if (const std::string trouble = append_to_file(file, text); !trouble.empty()) {
    say("job summary: " + trouble);
  }
}

}  // namespace

void add_output_options(Command command, OutputOptions& options) {
  command
      .option("--format", options.formats,
              fmt::format("{}; with =FILE into a file; may be given several times\n"
                          "(default: text, on GitHub Actions github)",
                          report::format_names()))
      .type("FORMAT[=FILE]")
      .repeated()
      .suggests(report::format_names());
  command.option("--color", options.colour, "auto, always or never; NO_COLOR is honoured")
      .type("WHEN")
      .one_of({"auto", "always", "never"});
  add_language_option(command, options.language);
}

std::vector<Target> targets_of(const OutputOptions& options) {
  std::vector<Target> targets;
  for (const std::string& text : options.formats) targets.push_back(target_of(text));
  const auto shown =
      std::count_if(targets.begin(), targets.end(), [](const Target& target) { return target.file.empty(); });
  if (shown > 1) throw UsageError("--format: only one report can go to standard output; give the others =FILE");
  if (shown == 0) {
    const bool annotate = options.formats.empty() && on_github();
    targets.push_back({report::find_format(annotate && !options.statistics ? "github" : "text"), ""});
  }
  const auto is_text = [](const Target& target) { return target.format->name == "text"; };
  if (options.statistics && std::none_of(targets.begin(), targets.end(), is_text))
    throw UsageError("--statistics: only the format text counts; give the other =FILE");
  return targets;
}

const Target* streamed_target(const std::vector<Target>& targets) {
  const auto found = std::find_if(targets.begin(), targets.end(), [](const Target& target) {
    return target.file.empty() && target.format->name == "jsonl";
  });
  return found == targets.end() ? nullptr : &*found;
}

std::function<void(const ConfigOutcome&)> streamed(const fs::path& root, const OutputOptions& options) {
  const std::vector<Target> targets = targets_of(options);
  const report::Context context = context_for(*streamed_target(targets), root, options);
  put(report::jsonl_begin(context));
  return [context](const ConfigOutcome& config) {
    put(report::jsonl_config(config, context));
    flush();
  };
}

void write_reports(const Outcome& outcome, const fs::path& root, const OutputOptions& options) {
  for (const Target& target : targets_of(options)) {
    const bool commands = target.format->name == "github";
    if (options.streams && target.file.empty()) {
      put(report::jsonl_end(outcome, context_for(target, root, options)));
      continue;
    }
    deliver(target.format->write(outcome, context_for(target, root, options)), target.file, commands,
            target.format->name == "text");
    if (commands) add_job_summary(outcome, root, options);
    if (target.format->name != "sarif" || outcome.findings.size() <= report::kSarifResults) continue;
    if (const size_t all = report::groups_of(outcome.findings).size(); all > report::kSarifResults)
      say(fmt::format("the SARIF report holds the worst {} of {} findings", report::kSarifResults, all));
  }
}

std::vector<report::RuleInfo> rule_infos(const Catalogue* catalogue) {
  std::vector<report::RuleInfo> infos;
  for (const Rule* rule : rules::all()) {
    const bool is_told = catalogue && !rule->manual_zh.empty();
    infos.push_back({rule->name, rule->code, Words(rule->summary, {}).in(catalogue),
                     is_told ? rule->manual_zh : rule->manual, rule->severity});
  }
  return infos;
}

}  // namespace vramlint::cli
