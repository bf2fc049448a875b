#include "proposal/proposal.h"

#include <algorithm>

#include "proposal/config_files.h"
#include "proposal/recipe_text.h"
#include "proposal/stated_torch.h"
#include "proposal/training.h"

namespace vramlint::proposal {

namespace fs = std::filesystem;

namespace {

class Writer {
 public:
  Writer(const Source& script, Files& files)
      : script_(script), files_(files), program_(script, files), writer_(program_) {}

  Proposal write() {
    training_ = read_training(program_, writer_);
    text_ = "# Proposed by `vramlint init " + one_line(script_.path()) +
            "`: what it says of the program is to be looked through.\n";
    if (const std::optional<StatedTorch> torch = stated_torch(program_.files())) text_ += torch_line(*torch);
    if (!program_.python_path().empty()) text_ += "python_path: [" + joined_scalars(program_.python_path()) + "]\n";
    text_ += "recipes:\n";
    const std::string name = fs::path(script_.path()).stem().string();
    const bool several = training_.size() > 1;
    if (!several || by_command_line()) {
      for (const TrainedStage& stage : training_) {
        text_ += "  - name: " + scalar(several ? name + " " + stage.name : name) + "\n";
        configs();
        line("script", {script_.path(), "", ""});
        trained(stage);
      }
    } else {
      text_ += "  - name: " + scalar(name) + "\n";
      configs();
      line("script", {script_.path(), "", ""});
      text_ += "    stages:\n";
      for (const TrainedStage& stage : training_) {
        text_ += "      " + scalar(stage.name) + ":\n";
        indent_ = "        ";
        trained(stage);
        indent_ = "    ";
      }
    }
    return finished();
  }

 private:
  bool by_command_line() const { return writer_.parses_command_line() && !writer_.reads_file(); }

  /// What is trained, on what, and how.
  void trained(const TrainedStage& stage) {
    model(stage);
    inputs(stage);
    if (stage.models.size() < 2) line("loss", stage.loss);
    optimizer(stage);
    line("zero_grad", stage.zero_grad);
    line("accumulation", stage.accumulation);
    line("clip_grad", stage.clipping, true);
    line("amp", stage.amp);
    line("ema", stage.ema);
    line("distributed", stage.distributed);
    if (stage.distributed.text.empty() && !stage.distributed.remark.empty())
      text_ += indent_ + "# distributed: " + stage.distributed.remark + "\n";
    if (stage.validates) line("validation", {"true", "", ""});
  }

  /// The config is what comes from the command line, where no file is read; else both have their names.
  Proposal finished() {
    const std::string_view from = "args";
    bool left = false;
    for (size_t at = text_.find(from); at != std::string::npos; at = text_.find(from, at + 1)) {
      const auto joins = [](char c) {
        return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c)) != 0;
      };
      const bool whole = !joins(text_[at - 1]) && at + 4 < text_.size() && text_[at + 4] == '.';
      if (whole && by_command_line()) text_.replace(at, from.size(), "cfg");
      left = left || (whole && !by_command_line());
    }
    if (left) todo("`args` is the program's command line: put in what it is called with");
    return {std::move(text_), std::move(open_)};
  }

  void todo(const std::string& what) {
    if (what.empty()) return;
    if (std::find(open_.begin(), open_.end(), what) == open_.end()) open_.push_back(what);
    text_ += indent_ + "# TODO: " + one_line(what) + "\n";
  }

  void line(const std::string& key, const Setting& setting, bool verbatim = false) {
    todo(setting.todo);
    if (setting.text.empty()) return;
    const bool flow = verbatim || (setting.text.front() == '{' && key == "optimizer");
    text_ += indent_ + key + ": " + (flow ? setting.text : scalar(setting.text));
    if (!setting.remark.empty()) text_ += "  # " + one_line(setting.remark);
    text_ += "\n";
  }

  /// Folders of the config files that the program names; command lines come from launch scripts.
  void configs() {
    std::vector<std::string> globs = named_configs(program_);
    if (globs.empty() && by_command_line()) {
      launches();
      return;
    }
    if (globs.empty()) {
      todo("which files are its configs: a glob from the root");
      globs.emplace_back("config/*.yaml");
    }
    text_ += "    configs: [" + joined_scalars(globs) + "]\n";
  }

  void launches() {
    std::vector<std::string> found = launch_scripts(script_, files_);
    if (found.empty()) {
      todo("the launch scripts that call the program: its settings are command-line arguments");
      found.emplace_back("launch/*.sh");
    }
    text_ += "    configs: [" + joined_scalars(found) + "]\n";
    todo("what the launch scripts are called with: `launch: vae`, one recipe for each");
    text_ += "    launch: []\n";
  }

  void model(const TrainedStage& stage) {
    const auto& models = stage.models;
    if (models.empty())
      return line("model",
                  {"TODO", "", "the expression that makes the nn.Module: no optimizer was found that says which"});
    if (models.size() == 1) return line("model", models[0].expression);
    std::string all;
    for (const TrainedModel& one : models) {
      todo(one.expression.todo);
      all += (all.empty() ? "{" : ", ") + ("\"" + one.name + "\": ") + one.expression.text;
    }
    line("model", {all + "}", "", ""});
  }

  void inputs(const TrainedStage& stage) {
    Setting batch = stage.batch;
    if (batch.text.empty()) batch = {"1", "", "the batch size: no DataLoader says it"};
    todo(batch.todo);
    todo("input shape: the tensors that forward() takes, TODO standing for all dimensions after the batch");
    text_ += indent_ + "inputs: [" + scalar("float32[" + batch.text + ", TODO]") + "]";
    if (!batch.remark.empty()) text_ += "  # batch: " + one_line(batch.remark);
    text_ += "\n";
  }

  void optimizer(const TrainedStage& stage) {
    const auto& all = stage.optimizers;
    if (all.empty()) return line("optimizer", {"none", "", "the optimizer: none of torch's is made in the script"});
    if (all.size() < 2) return line("optimizer", all[0]);
    if (stage.models.size() < 2) {
      std::string choices;
      for (const Setting& one : all) choices += (choices.empty() ? "" : ", ") + one.text;
      todo("the optimizer: the program chooses one of " + choices);
      return line("optimizer", all[0]);
    }
    std::string names;
    for (const TrainedModel& one : stage.models) names += (names.empty() ? "" : ", ") + one.name;
    todo("the step: " + std::to_string(all.size()) + " optimizers train " + names +
         "; write a function that runs one iteration and name it: " +
         "`setup: steps.setup(model)`, `step: steps.train`");
    for (size_t i = 0; i < all.size(); ++i)
      text_ += indent_ + "# optimizer " + std::to_string(i + 1) + ": " + all[i].text + "\n";
    line("optimizer", all[0]);
    line("loss", {"outputs.sum()", "", ""});
  }

  const Source& script_;
  Files& files_;
  Program program_;
  ExpressionWriter writer_;
  Training training_;
  std::string text_;
  std::string indent_ = "    ";
  std::vector<std::string> open_;
};

}  // namespace

Proposal propose(const Source& script, Files& files) { return Writer(script, files).write(); }

namespace {

void find_scripts(Files& files, const fs::path& folder, int depth, std::vector<const Source*>& found) {
  constexpr int kDeepestFolder = 6;
  for (const std::string& name : files.list(folder)) {
    const fs::path path = folder / name;
    if (name.starts_with('.') || depth > kDeepestFolder || name == "tests" || name == "node_modules") continue;
    if (files.is_directory(path)) {
      find_scripts(files, path, depth + 1, found);
    } else if (name.ends_with(".py")) {
      const ReadResult read = files.read(path);
      if (!read) continue;
      const std::string& text = read.source->text();
      const bool trains = text.find(".backward()") != std::string::npos &&
                          text.find("DataLoader") != std::string::npos &&
                          (text.find("optim.") != std::string::npos || text.find("torch.optim") != std::string::npos);
      if (trains) found.push_back(read.source);
    }
  }
}

}  // namespace

std::vector<const Source*> find_training_scripts(Files& files) {
  std::vector<const Source*> found;
  find_scripts(files, files.root(), 0, found);
  return found;
}

}  // namespace vramlint::proposal
