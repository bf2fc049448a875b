#include "integrations/cli/spoken.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "config/fields.h"
#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

bool is_command(const std::string& word, const CommandPage& program) {
  return std::any_of(program.commands.begin(), program.commands.end(),
                     [&](const CommandPage& command) { return command.name == word; });
}

bool looks_like_path(const std::string& word) {
  std::error_code error;
  return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, error);
}

}  // namespace

std::vector<std::string> spoken(std::vector<std::string> words, const CommandPage& program) {
  if (words.empty()) return {"--help"};
  if (words[0] == "help") {
    words.erase(words.begin());
    words.resize(std::min<size_t>(words.size(), 1));
    words.emplace_back("--help");
    return spoken(std::move(words), program);
  }
  if (words[0] == "version" && words.size() == 1) return {"--version"};
  const std::string& first = words[0];
  if (first.starts_with('-') || is_command(first, program)) return words;
  if (looks_like_path(first)) {
    words.insert(words.begin(), "check");
    return words;
  }
  std::vector<std::string_view> names;
  for (const CommandPage& command : program.commands) names.push_back(command.name);
  const std::string_view nearest = config::nearest_name(first, names);
  const std::string meant = nearest.empty() ? "" : fmt::format(" did you mean `{}`?", nearest);
  throw UsageError(fmt::format("no command or file '{}';{} `vramlint --help` lists the commands", first, meant));
}

}  // namespace vramlint::cli
