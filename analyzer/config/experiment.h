// What a config means for memory: typed facts, still as expressions where only the model's source can settle them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"
#include "config/config.h"
#include "config/runtime.h"
#include "config/techniques.h"

namespace vramlint::config {

/// A Python expression over `cfg` (and `outputs`, `inputs`, `model` in a loss), at its place in the recipe.
struct Expression {
  const Source* source = nullptr;  ///< a source that holds just this expression
  Span span;                       ///< where it stands in the user's file
  explicit operator bool() const { return source != nullptr; }
};

enum class Precision : uint8_t { fp32, amp_fp16, amp_bf16 };

/// A step that the user has written: a Python function.
struct Phase {
  std::string name = "train";
  Expression step;
};

struct Experiment {
  std::string recipe;               ///< its name, for messages
  std::optional<Expression> model;  ///< yields an nn.Module
  std::vector<Expression> inputs;   ///< each yields a tensor spec: float32[…]
  std::vector<Expression> targets;  ///< tensors only the loss sees
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
  std::string script;                               ///< training program, root-relative; may be empty
};

}  // namespace vramlint::config
