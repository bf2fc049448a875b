#include <fmt/format.h>

#include "base/write_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/compare.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/fail_on.h"
#include "integrations/cli/language.h"
#include "integrations/cli/output.h"
#include "integrations/cli/output_files.h"

namespace vramlint::cli {
namespace {
namespace diff_command {

struct Options {
  CompareOptions compare;
  std::vector<std::string> formats;
  std::string fail_on = "error", max_increase, colour = "auto", language;
};

struct DiffFormat {
  std::string_view name;
  std::string (*write)(const report::Comparison& comparison, const report::Context& context);
};

constexpr DiffFormat kFormats[] = {{"text", report::write_comparison_text},
                                   {"json", report::write_comparison_json},
                                   {"markdown", report::write_comparison_markdown},
                                   {"html", report::write_comparison_html}};

std::string format_names() {
  std::string names;
  for (const DiffFormat& format : kFormats) names.append(names.empty() ? "" : ", ").append(format.name);
  return names;
}

struct Target {
  const DiffFormat* format = nullptr;
  std::string file;  ///< empty: standard output
};

std::vector<Target> targets(const std::vector<std::string>& formats) {
  std::vector<Target> all;
  bool shown = false;
  for (const std::string& text : formats) {
    const size_t sign = text.find('=');
    Target target{nullptr, sign == std::string::npos ? "" : text.substr(sign + 1)};
    for (const DiffFormat& format : kFormats)
      if (format.name == text.substr(0, sign)) target.format = &format;
    if (!target.format)
      throw UsageError(fmt::format("--format: no format '{}'; there are {}", text.substr(0, sign), format_names()));
    if (sign != std::string::npos && target.file.empty()) throw UsageError("--format: no file after '" + text + "'");
    if (target.file.empty() && shown)
      throw UsageError("--format: only one report can go to standard output; give the others =FILE");
    shown = shown || target.file.empty();
    all.push_back(std::move(target));
  }
  std::vector<std::string> files;
  for (const Target& target : all) files.push_back(target.file);
  expect_output_files(files);
  if (!shown) all.push_back({&kFormats[0], ""});
  return all;
}

report::Context context_for(const Target& target, const Options& options, Compared& compared) {
  report::Context context;
  context.catalogue = catalogue_for(options.language);
  context.rules = rule_infos(context.catalogue);
  context.version = version();
  if (target.format->name != "text") return context;
  context.prefix = prefix_from(std::filesystem::current_path(), compared.head->files().root());
  context.colour = target.file.empty() && wants_colour(options.colour);
  if (target.file.empty() && !speaks_utf8()) context.shown = in_ascii;
  return context;
}

bool fails(const Compared& compared, const FailOn& threshold) {
  const report::Comparison& told = compared.comparison;
  for (const Finding& finding : told.found)
    if (threshold.least && finding.severity >= *threshold.least) return true;
  for (const report::ConfigChange& change : told.configs) {
    if (change.limit && change.limit->exceeded) return true;
    if (threshold.not_estimable && change.after && change.after->status == Status::not_estimable) return true;
  }
  return false;
}

int trouble(const Compared& compared) {
  for (const std::string& text : compared.unreadable) say(text);
  for (const std::string& bug : compared.bugs) say("internal error: " + bug);
  if (!compared.bugs.empty()) return kBug;
  const bool none = compared.base->configs().sources.empty() && compared.head->configs().sources.empty();
  if (none) say("no config was found on either side");
  return none || !compared.unreadable.empty() ? kUsage : kClean;
}

int diff(Options options) {
  const std::vector<Target> all = targets(options.formats);
  const FailOn threshold = parse_fail_on(options.fail_on);
  if (!options.max_increase.empty()) {
    options.compare.max_increase = config::parse_increase(options.max_increase);
    if (!options.compare.max_increase)
      throw UsageError(
          fmt::format("--max-increase: '{}' is neither a size like 1GiB nor a share like 5%", options.max_increase));
  }
  Compared compared = compare(options.compare);
  const int code = trouble(compared);
  for (const Target& target : all) {
    const std::string text = target.format->write(compared.comparison, context_for(target, options, compared));
    if (target.file.empty()) {
      target.format->name == "text" ? put_text(text) : put(text);
    } else if (const std::string why = write_file(target.file, text); !why.empty()) {
      throw UsageError(why);
    }
  }
  if (code != kClean) return code;
  return fails(compared, threshold) ? kFindings : kClean;
}

}  // namespace diff_command
}  // namespace

void add_diff(Command program, int& exit_code) {
  Command command = program.subcommand("diff", "say what a change does to the peaks, verdicts and findings of configs");
  const auto options = std::make_shared<diff_command::Options>();
  command.option("PATH", options->compare.paths, "configs, or folders to search for them (default: .)");
  command.option("--base", options->compare.base, "the revision to compare with: main, HEAD~1, a commit")
      .type("REV")
      .required();
  command.option("--head", options->compare.head, "the revision that is compared (default: the working tree)")
      .type("REV");
  command.flag("--merge-base", options->compare.merge_base,
               "compare with where the change left REV, as a pull request shows it");
  add_project_options(command, options->compare.project);
  add_choice_options(command, options->compare.project);
  command
      .option("--format", options->formats,
              fmt::format("{}; with =FILE into a file; may be given several times\n(default: text)",
                          diff_command::format_names()))
      .type("FORMAT[=FILE]")
      .repeated()
      .suggests(diff_command::format_names());
  command.option("--color", options->colour, "auto, always or never; NO_COLOR is honoured")
      .type("WHEN")
      .one_of({"auto", "always", "never"});
  add_language_option(command, options->language);
  command
      .option("--fail-on", options->fail_on,
              "exit with 1 from new findings of this level on: error, warning, note or never (default: error)")
      .type("LEVEL")
      .suggests(kFailOnWords);
  command
      .option("--max-increase", options->max_increase,
              "exit with 1 where a config needs more by this: 1GiB, or 5% of what it needed\n"
              "(default: `max_increase:` of vramlint.yaml)")
      .type("SIZE");
  command.option("--jobs", options->compare.jobs, "configs at a time (default: one a processor)").type("N");
  command.footer(
      "Nothing is checked out: the revisions' texts are read from git. Files that git ignores are the same on both\n"
      "sides.\n"
      "Examples:\n"
      "  vramlint diff --base origin/main --merge-base --max-increase 1GiB\n"
      "  vramlint diff --base HEAD~1 config/train.yaml --format markdown=comment.md");
  command.callback([options, &exit_code] { exit_code = diff_command::diff(*options); });
}

}  // namespace vramlint::cli
