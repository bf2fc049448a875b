#include "config/launch/program_call.h"

#include <algorithm>
#include <charconv>

#include "config/launch/launcher.h"

namespace vramlint::config {

namespace {

namespace fs = std::filesystem;

std::optional<int64_t> whole(const ShellText& text) {
  int64_t value = 0;
  const char* end = text.text.data() + text.text.size();
  const auto result = std::from_chars(text.text.data(), end, value);
  const bool good = text.unknown.empty() && result.ec == std::errc() && result.ptr == end && value > 0;
  return good ? std::optional(value) : std::nullopt;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool counts_processes(std::string_view option) {
  constexpr std::string_view kOptions[] = {
      "--nproc_per_node", "--nproc-per-node", "--num_processes", "--num_gpus", "-np", "-n", "--np", "--ntasks"};
  return std::find(std::begin(kOptions), std::end(kOptions), option) != std::end(kOptions);
}

/// Walks the words before the program's name.
class CallReader {
 public:
  CallReader(const StartedProgram& started, std::string script, Files& files)
      : started_(started), script_(std::move(script)), files_(files) {
    call_.environment = started.environment;
    call_.span = started.span;
    call_.certain = started.certain;
  }

  std::optional<ProgramCall> read() {
    for (size_t at = 0; at < started_.words.size(); ++at) {
      const ShellText& word = started_.words[at];
      if (word.text == "-c") return std::nullopt;
      if (word.text == "-m" && at + 1 < started_.words.size()) {
        if (is_launcher_module(started_.words[at + 1].text)) {
          launched_ = true;
          note_launcher(started_.words[++at].text);
          continue;
        }
        return found(module_path(started_.words[at + 1].text), at + 2);
      }
      if (word.text.ends_with(".py") && !word.text.starts_with("-")) return found(word.text, at + 1);
      note_launcher(word.text);
      option(at);
    }
    return std::nullopt;
  }

 private:
  static bool is_launcher_module(std::string_view name) {
    return name.starts_with("torch.distributed.") || name.starts_with("accelerate.commands") ||
           name == "deepspeed.launcher.runner" || name == "torch.utils.bottleneck" || name == "cProfile";
  }

  void note_launcher(const std::string& word) {
    using Kind = Launcher::Kind;
    const std::string name = fs::path(word).filename().string();
    if (is_one_of(name, {"torchrun", "torch.distributed.run"}))
      launcher_.kind = Kind::torchrun;
    else if (name == "torch.distributed.launch")
      launcher_.kind = Kind::launch;
    else if (is_one_of(name, {"deepspeed", "deepspeed.launcher.runner"}))
      launcher_.kind = Kind::deepspeed;
    else if (is_one_of(name, {"accelerate", "accelerate.commands.launch"}))
      launcher_.kind = Kind::accelerate;
  }

  static std::string module_path(std::string name) {
    std::replace(name.begin(), name.end(), '.', '/');
    return name + ".py";
  }

  /// VAR=value before the command or after `env`, and how many processes a launcher is told to start.
  void option(size_t at) {
    const std::string& text = started_.words[at].text;
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const bool launcher = launched_ || launches();
    ShellText value =
        equals == std::string::npos && at + 1 < started_.words.size() ? started_.words[at + 1] : started_.words[at];
    if (equals != std::string::npos) value.text = text.substr(equals + 1);
    if (is_one_of(name, {"--use_env", "--use-env"})) launcher_.by_environment = true;
    if (name == "--multi_gpu") launcher_.is_counted = true;
    if (is_one_of(name, {"--nnodes", "--num_nodes"})) launcher_.nodes = whole(value).value_or(1);
    if (counts_processes(name) && launcher) {
      call_.processes = whole(value);
      call_.processes_span = value.span;
      launcher_.is_counted = true;
    } else if (equals != std::string::npos && equals > 0 && text[0] != '-') {
      call_.environment[name] = value;
    }
  }

  bool launches() const {
    const std::string name = fs::path(started_.words[0].text).filename().string();
    for (const std::string_view known :
         {"torchrun", "accelerate", "deepspeed", "mpirun", "mpiexec", "srun", "horovodrun"}) {
      if (name == known) return true;
    }
    return false;
  }

  std::optional<ProgramCall> found(const std::string& path, size_t next) {
    call_.program = source_of(path);
    if (!call_.program) return std::nullopt;
    prepare(launcher_, call_);
    for (size_t at = std::min(next, started_.words.size()); at < started_.words.size(); ++at)
      add_argument(started_.words[at]);
    return std::move(call_);
  }

  /// `--batch=$size` of a size that is not known: the option and its value.
  void add_argument(const ShellText& word) {
    const size_t equals =
        word.unknown.empty() || !word.text.starts_with("--") ? std::string::npos : word.text.find('=');
    if (equals == std::string::npos) return call_.arguments.push_back(word);
    call_.arguments.push_back({word.text.substr(0, equals), word.span, {}});
    call_.arguments.push_back({"", word.span, word.unknown});
  }

  /// From where the command runs; then, for scripts that are started from elsewhere, from the script's folder up.
  const Source* source_of(const std::string& path) {
    std::vector<fs::path> folders = {started_.directory, ""};
    for (fs::path folder = fs::path(script_).parent_path(); !folder.empty(); folder = folder.parent_path()) {
      folders.push_back(folder);
      if (folder == folder.root_path()) break;
    }
    for (const fs::path& folder : folders) {
      const fs::path candidate = (files_.root() / folder / path).lexically_normal();
      if (!files_.is_file(candidate)) continue;
      if (const ReadResult read = files_.read(candidate)) return read.source;
    }
    return nullptr;
  }

  const StartedProgram& started_;
  std::string script_;
  Files& files_;
  ProgramCall call_;
  Launcher launcher_;
  bool launched_ = false;
};

}  // namespace

std::optional<ProgramCall> program_call(const StartedProgram& started, const std::string& script, Files& files) {
  return started.words.empty() ? std::nullopt : CallReader(started, script, files).read();
}

std::optional<int64_t> visible_devices(const std::map<std::string, ShellText>& environment) {
  const auto found = environment.find("CUDA_VISIBLE_DEVICES");
  if (found == environment.end() || !found->second.unknown.empty()) return std::nullopt;
  const std::string& text = found->second.text;
  if (text.find_first_not_of(" \t") == std::string::npos) return std::nullopt;
  return 1 + std::count(text.begin(), text.end(), ',');
}

}  // namespace vramlint::config
