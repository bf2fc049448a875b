#include "integrations/cli/git.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/files.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/process.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

std::string line_of_complaint(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

bool is_regular(std::string_view mode) { return mode == "100644" || mode == "100755"; }
constexpr std::string_view kNothing = "000000";

bool is_binary(std::string_view text) { return text.substr(0, 8192).find('\0') != std::string_view::npos; }

}  // namespace

Git::Git(const fs::path& folder) {
  const std::optional<std::string> program = find_program("git");
  if (!program) throw UsageError("git is not on PATH; diff reads revisions through it");
  program_ = *program;
  top_ = folder;
  top_ = line_of_complaint(output_of({"rev-parse", "--show-toplevel"}));
  switches_ = without_filters();
}

/// Every filter that settings name is switched off: git would start it to compare a file of the working tree.
std::vector<std::string> Git::without_filters() const {
  std::vector<std::string> switches;
  const std::string names = output_of({"config", "--null", "--name-only", "--get-regexp", "^filter\\."}, "", 1);
  for (const std::string& name : split(names, '\0')) {
    // After -c a name ends at its first =, so that another one would be switched off.
    if (name.find('=') != std::string::npos)
      throw UsageError(
          fmt::format("git's setting {}: diff starts no filters, and this one cannot be switched off", name));
    const bool is_required = name.ends_with(".required");
    switches.insert(switches.end(), {"-c", name + (is_required ? "=false" : "=")});
  }
  return switches;
}

// The repository's own settings start no program: neither a monitor of files nor a filter, nor a driver that shows
// differences.
std::string Git::output_of(const std::vector<std::string>& arguments, const std::string& input, int fine) const {
  std::vector<std::string> all = {"--no-optional-locks", "-C", top_.string(), "-c", "core.fsmonitor=false"};
  all.insert(all.end(), switches_.begin(), switches_.end());
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Finished finished = run_program(program_, all, input);
  if (finished.code == 0 || finished.code == fine) return finished.output;
  std::vector<std::string> lines = split(finished.errors, '\n');  // below the first: what would help
  std::erase(lines, "");
  const std::string why = lines.empty() ? "failed" : lines.front();
  if (!lines.empty()) lines.erase(lines.begin());
  throw UsageError(fmt::format("git {}: {}", arguments.front(), why), lines);
}

std::string Git::commit(const std::string& name) const {
  try {
    return line_of_complaint(output_of({"rev-parse", "--verify", "--end-of-options", name + "^{commit}"}));
  } catch (const UsageError&) {
    throw UsageError(fmt::format("git has no commit '{}' here", name), advice_on(name));
  }
}

/// Why it may be missing, where that shows.
std::vector<std::string> Git::advice_on(const std::string& name) const {
  const std::string remote = line_of_complaint(
      output_of({"for-each-ref", "--count=1", "--format=%(refname:short)", "refs/remotes/*/" + name}));
  if (!remote.empty()) return {fmt::format("There is `{}`.", remote)};
  if (line_of_complaint(output_of({"rev-parse", "--is-shallow-repository"})) != "true") return {};
  const bool is_relative = name.find_first_of("~^@:") != std::string::npos;
  const std::string fetch = is_relative ? "git fetch --unshallow" : "git fetch --depth=1 origin " + name;
  return {fmt::format("The clone is shallow and lacks older ones: `{}` brings it (actions/checkout: fetch-depth: 0).",
                      fetch)};
}

std::string Git::merge_base(const std::string& one, const std::string& other) const {
  const std::string found = line_of_complaint(output_of({"merge-base", one, other}));
  if (found.empty()) throw UsageError(fmt::format("{} and {} have no commit in common", one, other));
  return found;
}

std::vector<FileAtRevision> Git::differing(const std::string& commit) const {
  std::vector<std::pair<std::string, FileAtRevision>> files;  // with the blob
  const std::vector<std::string> raw =
      split(output_of({"diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
                       "--ignore-submodules=all", commit, "--"}),
            '\0');
  for (size_t i = 0; i + 1 < raw.size(); i += 2) {  // ":100644 100644 BLOB BLOB M", path
    const std::vector<std::string> words = split(raw[i].substr(1), ' ');
    if (words.size() < 5) continue;
    if (words[0] == kNothing && is_regular(words[1])) files.push_back({"", {top_ / raw[i + 1], std::nullopt}});
    if (is_regular(words[0])) files.push_back({words[2], {top_ / raw[i + 1], std::nullopt}});
  }
  for (const std::string& path : split(output_of({"ls-files", "--others", "--exclude-standard", "-z"}), '\0'))
    if (std::error_code error; !fs::is_symlink(top_ / path, error)) files.push_back({"", {top_ / path, std::nullopt}});
  fill_in(files);
  std::vector<FileAtRevision> found;
  for (auto& [blob, file] : files)
    if (blob.empty() || file.text) found.push_back(std::move(file));
  std::sort(found.begin(), found.end(), [](const auto& lhs, const auto& rhs) { return lhs.path < rhs.path; });
  return found;
}

void Git::fill_in(std::vector<std::pair<std::string, FileAtRevision>>& files) const {
  std::string asked, wanted;
  for (const auto& [blob, _] : files)
    if (!blob.empty()) asked += blob + "\n";
  if (asked.empty()) return;
  for (const std::string& line :
       split(output_of({"cat-file", "--batch-check=%(objectname) %(objectsize)"}, asked), '\n')) {
    const size_t blank = line.find(' ');
    size_t size = 0;
    if (blank == std::string::npos) continue;
    const auto [end, error] = std::from_chars(line.data() + blank + 1, line.data() + line.size(), size);
    if (error == std::errc() && size <= Files::kMaxFileSize) wanted += line.substr(0, blank) + "\n";
  }
  const std::string all = output_of({"cat-file", "--batch=%(objectname) %(objectsize)"}, wanted);
  for (size_t at = 0; at < all.size();) {  // "BLOB SIZE\n", the bytes, "\n"
    const size_t line = all.find('\n', at), blank = all.find(' ', at);
    if (line == std::string::npos || blank == std::string::npos || blank > line) return;
    const std::string blob = all.substr(at, blank - at);
    size_t size = 0;
    const auto [end, error] = std::from_chars(all.data() + blank + 1, all.data() + line, size);
    if (error != std::errc() || line + 1 + size > all.size()) return;
    const std::string text = all.substr(line + 1, size);
    at = line + size + 2;
    for (auto& [name, file] : files)
      if (name == blob && !is_binary(text)) file.text = text;
  }
}

}  // namespace vramlint::cli
