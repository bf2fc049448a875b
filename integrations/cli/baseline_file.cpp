#include "integrations/cli/baseline_file.h"

#include <fmt/format.h>

#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnName = ".vramlint-baseline.json";

Baseline parsed(const Source& source, const std::string& shown) {
  ReadBaseline read = parse_baseline(source.text());
  if (!read.baseline) throw UsageError(fmt::format("{}: {}", shown, read.trouble));
  read.baseline->path = shown;
  return std::move(*read.baseline);
}

std::string named_in_project(const Workspace& workspace) {
  return workspace.project() ? workspace.project()->policy.baseline : std::string();
}

/// A project file may be anybody's: it names no file outside of the root.
bool is_within_root(const fs::path& path, Workspace& workspace) {
  std::error_code error;
  const fs::path relative = fs::weakly_canonical(path, error).lexically_relative(workspace.files().root());
  return !error && !relative.empty() && relative.begin()->string() != "..";
}

/// A slip, or a project file of somebody else's, must not cost another file.
fs::path checked_target(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return path;
  DiskFiles files(path.parent_path());
  const ReadResult read = files.read(path);
  if (!read || read.source->text().find("\"vramlint_baseline\"") == std::string::npos)
    throw UsageError(path.string() + ": is there, and is no baseline; remove it or name another with --output");
  return path;
}

}  // namespace

std::optional<Baseline> baseline_for(const BaselineOptions& options, Workspace& workspace) {
  if (options.none) return {};
  if (!options.file.empty()) {
    const fs::path path = absolute_path(options.file);
    DiskFiles files(path.parent_path());
    const ReadResult read = files.read(path);
    if (!read) throw UsageError(fmt::format("--baseline: {}: {}", options.file, to_string(read.error)));
    return parsed(*read.source, options.file);
  }
  const std::string name = named_in_project(workspace);
  if (name.empty()) return {};
  const ReadResult read = workspace.files().read(workspace.files().root() / name);
  if (read) return parsed(*read.source, name);
  if (read.error != ReadError::not_found) throw UsageError(fmt::format("{}: {}", name, to_string(read.error)));
  say(name + ": the baseline of vramlint.yaml is not there; `vramlint baseline` writes it");
  return {};
}

fs::path baseline_target(const std::string& file, Workspace& workspace) {
  if (!file.empty()) return checked_target(absolute_path(file));
  const std::string name = named_in_project(workspace);
  const fs::path path = (workspace.files().root() / (name.empty() ? kOwnName : name)).lexically_normal();
  if (!is_within_root(path, workspace))
    throw UsageError(name + ": the baseline of vramlint.yaml lies outside the root; --output names it");
  return checked_target(path);
}

}  // namespace vramlint::cli
