// What stands around a training step in a program's source.
#pragma once

#include "proposal/expression_writer.h"

namespace vramlint::proposal {

/// A setting as a recipe writes it; `text` empty: the program has none.
struct Setting {
  std::string text;
  std::string remark;  ///< a comment beside it
  std::string todo;    ///< what the user must decide
};

struct TrainedModel {
  std::string name;  ///< as the program calls it, "self." left out
  Setting expression;
};

/// What one class or function of the program trains, and how.
struct TrainedStage {
  std::string name;  ///< "vae_trainer"
  std::vector<TrainedModel> models;
  std::vector<Setting> optimizers;
  Setting batch, loss, amp, accumulation, clipping, zero_grad, ema, distributed;
  bool validates = false;
};

using Training = std::vector<TrainedStage>;  ///< with an optimizer each; at least one, which may be empty

Training read_training(Program& program, ExpressionWriter& writer);

}  // namespace vramlint::proposal
