// The commands that the shell itself or every system has, as far as launch scripts find their way by them.
#include <algorithm>
#include <charconv>

#include "config/launch/shell_state.h"

namespace vramlint::config {

namespace {

/// "a/b/.." as "a"; "" for the root itself.
std::string normal_path(const std::filesystem::path& path) {
  std::string text = path.lexically_normal().generic_string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text == "." ? "" : text;
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().generic_string();
  return folder.empty() ? "." : folder;
}

size_t count_in(const std::vector<ShellText>& words) {
  size_t count = 1;
  if (words.size() > 1) {
    const std::string& text = words[1].text;
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  return count;
}

std::string joined(const std::vector<ShellText>& words, size_t first) {
  std::string text;
  for (size_t i = first; i < words.size(); ++i) text += (i > first ? " " : "") + words[i].text;
  return text;
}

bool all_known(const std::vector<ShellText>& words) {
  for (const ShellText& word : words) {
    if (!word.unknown.empty()) return false;
  }
  return true;
}

/// Commands that start no training.
constexpr std::string_view kIdle[] = {"true", "false", ":",      "popd",  "source", ".",      "eval",
                                      "trap", "wait",  "ulimit", "umask", "sleep",  "mkdir",  "rm",
                                      "cp",   "mv",    "chmod",  "cat",   "tee",    "module", "conda",
                                      "ls",   "date",  "touch",  "alias", "shopt",  "hash",   "printf"};

}  // namespace

void ShellRunner::change_directory(const std::vector<ShellText>& words) {
  if (words.size() < 2 || !words.back().unknown.empty()) return;
  std::string there = normal_path(std::filesystem::path(state.directory) / words.back().text);
  constexpr size_t kLongest = 4096, kAWord = 8;  // Linux's PATH_MAX; letters
  words_ += there.size() / kAWord;
  status_ = there.size() < kLongest;
  if (*status_) state.directory = std::move(there);
}

bool ShellRunner::prints(const std::vector<ShellText>& words) {
  const std::string& name = words[0].text;
  const bool operand = words.size() > 1;
  if (name == "echo") {
    print(joined(words, 1) + "\n");
  } else if (name == "pwd") {
    print((state.directory.empty() ? "." : state.directory) + "\n");
  } else if (name == "dirname" && operand) {
    print(folder_of(words.back().text) + "\n");
  } else if (name == "basename" && operand) {
    print(std::filesystem::path(words[1].text).filename().string() + "\n");
  } else if ((name == "realpath" || name == "readlink") && operand) {
    print(words.back().text + "\n");
  } else {
    return false;
  }
  output_known_ = output_known_ && all_known(words);
  return true;
}

/// shift, set --, unset, read, cd.
bool ShellRunner::changes_state(const std::vector<ShellText>& words) {
  const std::string& name = words[0].text;
  if (name == "shift") {
    const size_t count = std::min(count_in(words), state.arguments.size());
    state.arguments.erase(state.arguments.begin(), state.arguments.begin() + static_cast<std::ptrdiff_t>(count));
  } else if (name == "set") {
    if (words.size() > 1 && words[1].text == "--") state.arguments.assign(words.begin() + 2, words.end());
  } else if (name == "unset") {
    for (const ShellText& word : words) state.variables.erase(word.text);
  } else if (name == "read") {
    for (size_t i = 1; i < words.size(); ++i) {
      const ShellText text{"", words[i].span, "$" + words[i].text + " is read from the user"};
      state.variables[words[i].text] = {.values = {text}, .set_at = words[i].span};
    }
  } else if (name == "cd" || name == "pushd") {
    change_directory(words);
  } else {
    return false;
  }
  return true;
}

/// Empty: a program.
std::optional<Flow> ShellRunner::builtin(const std::vector<ShellText>& words) {
  const std::string& name = words[0].text;
  if (name == "[" || name == "[[" || name == "test") {
    status_ = test(words);
    return Flow::on;
  }
  if (name.starts_with("((") || name == "command" || name == "which" || name == "type" || name == "grep") {
    output_known_ = false;
    status_.reset();
    return Flow::on;
  }
  status_ = name != "false";
  if (name == "exit") return Flow::leave_script;
  if (name == "return") return Flow::leave_function;
  if (name == "break") return Flow::leave_loop;
  if (name == "continue") return Flow::next_round;
  if (changes_state(words) || prints(words)) return Flow::on;
  const bool idle = std::find(std::begin(kIdle), std::end(kIdle), name) != std::end(kIdle);
  const bool runs = name == "conda" && words.size() > 1 && words[1].text == "run";
  if (!idle || runs) return std::nullopt;
  output_known_ = false;
  return Flow::on;
}

}  // namespace vramlint::config
