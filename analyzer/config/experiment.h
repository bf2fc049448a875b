// What a config means for memory: typed facts, still as expressions where only the model's source can settle them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"
#include "base/unknown.h"
#include "config/config.h"
#include "config/runtime.h"
#include "config/techniques.h"

namespace vramlint::config {

/// A Python expression over `cfg` (and `outputs`, `inputs`, `model` in a loss), at its place in the recipe.
struct Expression {
  const Source* source = nullptr;  ///< a source that holds just this expression
  Span span;                       ///< where it stands in the user's file
  explicit operator bool() const { return source != nullptr; }
  bool operator==(const Expression&) const = default;
};

enum class Precision : uint8_t { fp32, amp_fp16, amp_bf16 };

/// What still refers to a batch and what was made of it, after the forward pass.
enum class BatchHolder : uint8_t {
  training_loop,  ///< variables of the loop: until the next iteration binds them anew
  step,           ///< a function around the whole step: until it returns
  forward,        ///< a function around the forward pass; of what it made, only its result outlives it
};

/// A third-party package that the program finds installed, in the line of this version; none: it is not installed.
struct Package {
  std::string name;
  std::optional<std::string> version;
  bool operator==(const Package&) const = default;
};

/// What files of such names hold, where they are not at hand: "wavs/*.wav", int16, [220500].
struct DataFile {
  std::string pattern;
  std::string dtype;
  std::vector<int64_t> sizes;
  bool operator==(const DataFile&) const = default;
};

struct Experiment;

/// What is not said here is as in `base`.
void complete_packages(std::vector<Package>& packages, const std::vector<Package>& base);

/// Environment variables, by name.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// What is not said here is as in `base`.
void complete_variables(Variables& variables, const Variables& base);
/// How many GPUs CUDA_VISIBLE_DEVICES leaves; none where it is not among them.
std::optional<int64_t> visible_gpus(const Variables& variables);

/// Absolute folders, by what programs call the models in them.
std::vector<std::pair<std::string, std::filesystem::path>> folders_of_models(const Experiment& experiment);

/// A step that the user has written: a Python function.
struct Phase {
  std::string name = "train";
  Expression step;
  bool operator==(const Phase&) const = default;
};

/// A training program, and how it is called.
struct Program {
  std::string path;                                   ///< root-relative
  std::optional<std::vector<std::string>> arguments;  ///< none: any option may be given or not
  Span span;
  std::vector<Span> words = {};  ///< of the arguments, without quotes; nowhere for what is not written as it is
  std::map<std::string, std::string> open = {};  ///< options besides `arguments` whose value is not known: why not
  bool operator==(const Program&) const = default;
};

struct Experiment {
  std::string recipe;                 ///< its name, for messages
  std::string stage;                  ///< its name among the stages; empty: there is only this one
  std::optional<Expression> model;    ///< yields an nn.Module
  std::vector<Expression> inputs;     ///< each yields a tensor spec: float32[…]
  bool makes_its_batch = false;       ///< `inputs` reads the config's own training pipeline
  std::vector<Expression> targets;    ///< tensors only the loss sees
  std::optional<Expression> batch;    ///< of a program that is followed: what its loader yields, specs in any structure
  std::optional<Expression> forward;  ///< over `model`, `inputs` and `targets`; none: model(*inputs)
  BatchHolder batch_holder = BatchHolder::training_loop;
  std::optional<Expression> loss;  ///< an expression; a bare name is one of torch's losses: mse, l1, cross_entropy, …
  std::optional<Expression> setup;  ///< yields what the steps need beside the model: optimizers, copies, scalers
  std::vector<Phase> phases;        ///< empty: forward, loss, backward, optimizer step
  bool validates = false;           ///< a pass in evaluation mode without gradients follows the optimizer step
  std::vector<Expression> validation_inputs;  ///< empty: as in training
  OptimizerFacts optimizer;
  ZeroGradAt zero_grad = ZeroGradAt::before_forward;
  std::optional<ClippingFacts> clipping;
  std::optional<EmaFacts> ema;
  std::optional<DistributedFacts> distributed;
  bool one_process = false;  ///< said in so many words: `distributed: false`
  RuntimeFacts runtime;
  Precision precision = Precision::fp32;
  std::optional<Expression> precision_expression;  ///< decides `precision` when the model is built
  int64_t accumulation = 1;
  std::optional<std::string> torch;                 ///< version asked for
  std::optional<std::string> device;                ///< device name asked for
  double budget_fraction = 1.0;                     ///< of the device's memory
  std::optional<Bytes> budget;                      ///< or an absolute one
  std::vector<std::filesystem::path> import_paths;  ///< absolute
  std::filesystem::path working_directory;          ///< absolute
  std::vector<std::string> modules = {
      "torch", "vramlint_config"};  ///< that every config of its kind imports before anything else
  std::vector<Package> packages;    ///< where they differ from what is taken by default
  std::vector<DataFile> data;       ///< the first whose pattern fits a file says what it holds
  Variables environment;            ///< that the program finds set
  Variables models;                 ///< folders from the root, by what the program calls them
  std::optional<int64_t> gpus;      ///< that the program sees; none: not known
  std::string script;               ///< training program, root-relative; may be empty
  std::vector<Program> programs;    ///< that train with the config: `script` first
  std::vector<Unknown> others;      ///< starts of the program that are not followed, and may need more
  std::vector<Experiment> stages;   ///< trainings that share the config, each complete; the rest is then the first's
  bool operator==(const Experiment&) const = default;
};

inline size_t stage_count(const Experiment& experiment) {
  return experiment.stages.empty() ? 1 : experiment.stages.size();
}
inline const Experiment& stage_at(const Experiment& experiment, size_t stage) {
  return experiment.stages.empty() ? experiment : experiment.stages.at(stage);
}

}  // namespace vramlint::config
