#include "proposal/stated_commands.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "proposal/config_files.h"

namespace vramlint::proposal {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostCommands = 4, kMostRead = 24, kMostDocuments = 16, kLargestDocument = 1 << 18;

using Words = std::vector<std::string>;

/// Words of a line, as a shell splits them; what a reader is to put in (`<folder>`, `[your folder]`) is one.
class CommandLine {
 public:
  explicit CommandLine(std::string_view line) : line_(line) {}

  /// Commands that follow one another, each with its words.
  std::vector<Words> commands() {
    std::vector<Words> found(1);
    for (skip_blanks(); at_ < line_.size(); skip_blanks()) {
      if (is_any(line_[at_], ";&|>")) {
        ++at_;
        found.emplace_back();
      } else if (line_[at_] == '#') {
        break;
      } else {
        found.back().push_back(word());
      }
    }
    return found;
  }

 private:
  static bool is_any(char c, std::string_view of) { return of.find(c) != std::string_view::npos; }
  void skip_blanks() { at_ = std::min(line_.find_first_not_of(" \t\r", at_), line_.size()); }

  std::string word() {
    if (const std::optional<std::string> whole = placeholder()) return *whole;
    std::string text;
    for (char quote = 0; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (const size_t end = c == '<' ? line_.find('>', at_) : std::string_view::npos; end != std::string_view::npos) {
        text += line_.substr(at_, end + 1 - at_);  // `configs/<name>.yaml`
        at_ = end;
        continue;
      }
      if (quote == 0 && is_any(c, " \t\r;&|>")) break;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && is_any(c, "'\"")) {
        quote = c;
      } else if (c == '\\' && quote != '\'') {
        if (++at_ < line_.size()) text += line_[at_];
      } else {
        text += c;
      }
    }
    at_ = std::min(at_, line_.size());
    return text;
  }

  std::optional<std::string> placeholder() {
    const char close = line_[at_] == '<' ? '>' : line_[at_] == '[' ? ']' : '\0';
    const size_t end = close ? line_.find(close, at_) : std::string_view::npos;
    if (end == std::string_view::npos) return {};
    const size_t after = std::min(line_.find_first_of(" \t\r", end), line_.size());
    std::string text(line_.substr(at_, after - at_));
    at_ = after;
    return text;
  }

  std::string_view line_;
  size_t at_ = 0;
};

/// Lines with those that follow a backslash at their ends; in `these quotes` each stands for itself.
std::vector<std::string> code_lines(const std::string& text) {
  std::vector<std::string> found(1);
  const auto close = [&] { found.back().empty() ? void() : found.emplace_back().clear(); };
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.back() = ' ';
    for (const char c : line) c == '`' ? close() : void(found.back() += c);
    if (!goes_on) close();
  }
  return found;
}

bool starts_programs(const std::string& word) {
  const std::string name = fs::path(word).filename().string();
  return name.starts_with("python") || name == "torchrun" || name == "accelerate" || name == "deepspeed";
}

/// Whether a word names the program: from the root, from a folder on the way to it, or as a module.
bool names_program(const std::string& word, const std::string& program) {
  const std::string path = fs::path(word).lexically_normal().generic_string();
  if (path.empty() || path == ".") return false;
  std::string dotted = program.substr(0, program.rfind('.'));
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  const bool is_module = word == dotted || (word.find('.') != std::string::npos && dotted.ends_with("." + word));
  return path == program || program.ends_with("/" + path) || is_module;
}

/// CONFIG_FILE, PATH_TO_DATA, YOUR_NAME.
bool is_placeholder(std::string_view word) {
  constexpr std::string_view kEnds[] = {"_FILE", "_PATH", "_DIR", "_FOLDER", "_NAME", "_HERE"};
  constexpr std::string_view kStarts[] = {"PATH_TO", "PATH_OF", "YOUR_", "DIR_", "FOLDER_"};
  const bool is_capital =
      std::all_of(word.begin(), word.end(), [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
  return is_capital &&
         (std::any_of(std::begin(kEnds), std::end(kEnds), [&](auto end) { return word.ends_with(end); }) ||
          std::any_of(std::begin(kStarts), std::end(kStarts), [&](auto start) { return word.starts_with(start); }));
}

/// What cannot be an argument as it stands: a choice, or something that was left out.
bool is_open(const std::string& word) {
  const bool is_list = std::count(word.begin(), word.end(), '[') != std::count(word.begin(), word.end(), ']');
  if (is_list || is_placeholder(word.substr(word.find('=') + 1))) return true;
  return word.find('{') != std::string::npos || word.find("...") != std::string::npos || word.empty();
}

std::optional<Words> arguments_of(const Words& words, const std::string& program) {
  const auto starts = std::find_if(words.begin(), words.end(), starts_programs);
  const auto name =
      std::find_if(starts, words.end(), [&](const std::string& word) { return names_program(word, program); });
  const auto asks_for_help = [](const std::string& word) { return word == "-h" || word == "--help"; };
  if (name == words.end() || std::any_of(name + 1, words.end(), is_open)) return {};
  if (std::any_of(name + 1, words.end(), asks_for_help)) return {};
  Words arguments(name + 1, words.end());
  std::erase_if(arguments, [](const std::string& word) { return word.starts_with("[-"); });  // may be left out
  return arguments;
}

/// Of `torchrun --nproc_per_node=8`, `python -m torch.distributed.launch --nproc_per_node 8`; 0: nothing launches it.
int processes_of(const Words& words, const std::string& program) {
  const auto name =
      std::find_if(words.begin(), words.end(), [&](const auto& word) { return names_program(word, program); });
  const auto launches = [](const std::string& word) {
    return fs::path(word).filename() == "torchrun" || word == "torch.distributed.launch" ||
           word == "torch.distributed.run";
  };
  if (std::none_of(words.begin(), name, launches)) return 0;
  for (auto word = words.begin(); word != name; ++word) {
    const size_t equals = std::min(word->find('='), word->size());
    const std::string option = word->substr(0, equals);
    if (option != "--nproc_per_node" && option != "--nproc-per-node") continue;
    const std::string count = equals < word->size() ? word->substr(equals + 1) : word + 1 != name ? word[1] : "";
    const int number = std::atoi(count.c_str());
    return number > 0 && number <= 1024 ? number : 1;
  }
  return 1;
}

/// `--cpu`, `--device cpu`: nothing of it lies on a GPU then.
bool runs_on_host(const StatedCommand& command) {
  constexpr std::string_view kHost[] = {"--cpu", "--no-cuda", "--no_cuda", "--use_cpu", "--use-cpu", "--device=cpu"};
  const Words& words = command.arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    if (std::find(std::begin(kHost), std::end(kHost), words[i]) != std::end(kHost)) return true;
    if (words[i] == "--device" && i + 1 < words.size() && words[i + 1] == "cpu") return true;
  }
  return false;
}

/// `--mode test`, `--phase=eval`, `demo --video camera`.
bool chooses_test(const Words& words) {
  constexpr std::string_view kTests[] = {"eval", "evaluate", "test", "infer", "inference", "predict", "sample", "demo"};
  constexpr std::string_view kChoices[] = {"--mode", "--phase", "--task", "--stage", "--action", "--command"};
  const auto is_test = [&](std::string_view word) {
    return std::find(std::begin(kTests), std::end(kTests), word) != std::end(kTests);
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t equals = std::min(words[i].find('='), words[i].size());
    const std::string option = words[i].substr(0, equals);
    if (std::find(std::begin(kChoices), std::end(kChoices), option) == std::end(kChoices)) continue;
    const bool has_own = equals < words[i].size();
    if (is_test(has_own ? words[i].substr(equals + 1) : i + 1 < words.size() ? words[i + 1] : "")) return true;
  }
  return !words.empty() && is_test(words.front());
}

/// `--eval`, `--test_only`: it does not train then.
bool tests_alone(const StatedCommand& command) {
  if (chooses_test(command.arguments)) return true;
  constexpr std::string_view kTests[] = {"eval", "test", "infer", "predict", "sample", "throughput"};
  return std::any_of(command.arguments.begin(), command.arguments.end(), [&](const std::string& word) {
    if (!word.starts_with("--")) return false;
    const std::string_view name = std::string_view(word).substr(2);
    return std::any_of(std::begin(kTests), std::end(kTests), [&](std::string_view one) {
      return name == one || name == std::string(one) + "uate" || name == std::string(one) + "-only" ||
             name == std::string(one) + "_only" || name == std::string("only_") + std::string(one);
    });
  });
}

/// Texts of a folder that may say it, the README first.
std::vector<fs::path> documents(const fs::path& folder, Files& files) {
  std::vector<fs::path> found;
  for (const bool is_first : {true, false}) {
    for (const std::string& name : files.list(folder)) {
      const bool is_readme = name.starts_with("README") || name.starts_with("readme") || name.starts_with("Readme");
      if (is_readme == is_first && (is_readme || name.ends_with(".md"))) found.push_back(folder / name);
    }
  }
  return found;
}

/// Of the folder of the program, and of the root.
std::vector<fs::path> documents_for(const Source& script, Files& files) {
  const fs::path root = files.root(), own = (root / script.path()).parent_path();
  std::vector<fs::path> all = documents(own, files);
  if (own.lexically_normal() != root.lexically_normal())
    for (const fs::path& one : documents(root, files)) all.push_back(one);
  all.resize(std::min(all.size(), kMostDocuments));
  return all;
}

/// Each way of starting it once.
std::vector<StatedCommand> commands_in(const std::vector<fs::path>& texts, const Source& script, Files& files) {
  std::vector<StatedCommand> found;
  for (const fs::path& path : texts) {
    const ReadResult read = files.read(path);
    if (!read || read.source->text().size() > kLargestDocument) continue;
    for (const std::string& line : code_lines(read.source->text())) {
      for (const Words& words : CommandLine(line).commands()) {
        const std::optional<Words> arguments = arguments_of(words, script.path());
        if (!arguments || found.size() == kMostRead) continue;
        const int processes = processes_of(words, script.path());
        if (arguments->empty() && processes == 0) continue;
        const auto is_same = [&](const StatedCommand& one) { return one.arguments == *arguments; };
        if (std::none_of(found.begin(), found.end(), is_same))
          found.push_back({read.source->path(), *arguments, processes});
      }
    }
  }
  return found;
}

bool trains_on_gpu(const StatedCommand& command) { return !tests_alone(command) && !runs_on_host(command); }

bool names_config(const StatedCommand& command, Files& files) {
  constexpr std::string_view kEnds[] = {".yaml", ".yml", ".json", ".toml"};
  return std::any_of(command.arguments.begin(), command.arguments.end(), [&](const std::string& word) {
    const std::string end = fs::path(word).extension().string();
    return std::find(std::begin(kEnds), std::end(kEnds), end) != std::end(kEnds) && files.is_file(files.root() / word);
  });
}

}  // namespace

std::vector<StatedCommand> stated_commands(const Source& script, Files& files) {
  std::vector<StatedCommand> found = commands_in(documents_for(script, files), script, files);
  std::stable_partition(found.begin(), found.end(), trains_on_gpu);
  found.resize(std::min(found.size(), kMostCommands));
  return found;
}

std::vector<StatedCommand> commands_with_configs(const Source& script, Files& files) {
  std::vector<fs::path> texts;
  for (const std::string& launch : launch_scripts(script, files))
    if (launch.find('*') == std::string::npos) texts.push_back(files.root() / launch);
  texts.resize(std::min(texts.size(), kMostDocuments));
  for (const fs::path& document : documents_for(script, files)) texts.push_back(document);
  std::vector<StatedCommand> found = commands_in(texts, script, files);
  std::erase_if(found, [&](const StatedCommand& one) { return !trains_on_gpu(one) || !names_config(one, files); });
  return found;
}

}  // namespace vramlint::proposal
