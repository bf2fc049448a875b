#include "integrations/cli/output_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include "base/write_file.h"
#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kWritten = {".yaml", ".yml", ".toml", ".py", ".sh", ".ipynb", ".cfg", ".ini"};

/// The first bytes of every JSON report of ours name the program, but for GitLab's, which is a list of its issues.
bool is_report(const fs::path& file) {
  std::string head(512, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(stream.gcount()));
  const auto holds = [&](std::string_view text) { return head.find(text) != std::string::npos; };
  return head.empty() || head.starts_with("[]") || holds("\"vramlint") || holds("\"check_name\"");
}

bool is_somebodys_work(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  const std::string extension = file.extension().string();
  if (extension == ".json") return !is_report(file);
  return std::find(kWritten.begin(), kWritten.end(), extension) != kWritten.end();
}

/// A device or a pipe takes any number of reports.
bool is_special(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error) && !fs::is_regular_file(file, error);
}

}  // namespace

void expect_output_files(const std::vector<std::string>& files) {
  std::set<std::string> seen;
  for (const std::string& file : files) {
    if (file.empty() || file == "-") continue;
    if (!has_folder(file)) throw UsageError(file + ": cannot be written: its folder does not exist");
    if (is_special(file)) continue;
    std::error_code error;
    if (!seen.insert(fs::weakly_canonical(fs::absolute(file), error).string()).second)
      throw UsageError(file + ": two reports cannot go to one file");
    if (is_somebodys_work(file))
      throw UsageError(file + ": is there and no report of vramlint; a report does not replace configs and source");
  }
}

}  // namespace vramlint::cli
