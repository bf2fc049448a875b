#include "probes/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

namespace vramlint::probes {

CommandLine::CommandLine(const std::vector<std::string>& words, const std::vector<std::string>& known) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.rfind("--", 0) != 0) {
      plain_.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    const auto is = [&](const std::string& form) { return std::find(known.begin(), known.end(), form) != known.end(); };
    if (is(name + "?")) {
      options_[name];
      continue;
    }
    if (!is(name) && !is(name + "*")) throw UsageError("there is no option --" + name);
    if (equals == std::string::npos && i + 1 == words.size()) throw UsageError("--" + name + " needs a value");
    options_[name].push_back(equals == std::string::npos ? words[++i] : word.substr(equals + 1));
  }
}

std::optional<std::string> CommandLine::value(const std::string& name) const {
  const auto found = options_.find(name);
  if (found == options_.end() || found->second.empty()) return std::nullopt;
  return found->second.back();
}

std::vector<std::string> CommandLine::values(const std::string& name) const {
  const auto found = options_.find(name);
  return found == options_.end() ? std::vector<std::string>() : found->second;
}

double CommandLine::number(const std::string& name, double usual) const {
  const auto text = value(name);
  if (!text) return usual;
  char* end = nullptr;
  const double result = std::strtod(text->c_str(), &end);
  if (text->empty() || *end != 0 || !(result >= 0))
    throw UsageError("--" + name + " takes a number, not '" + *text + "'");
  return result;
}

std::string read_text(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::string& path, const std::string& text) {
  const std::filesystem::path where(path);
  std::error_code error;
  if (where.has_parent_path()) std::filesystem::create_directories(where.parent_path(), error);
  // Others may write the same record at the same moment, on other machines too.
  const std::filesystem::path beside = path + "." + std::to_string(std::random_device{}());
  std::ofstream file(beside, std::ios::binary);
  file << text;
  file.close();
  if (file) std::filesystem::rename(beside, where, error);
  if (!file || error) throw UsageError(path + ": cannot be written");
}

}  // namespace vramlint::probes
