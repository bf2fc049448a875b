// `amp:` of a recipe: forward and loss under autocast, backward outside of it, and in fp16 a scaled loss.
#pragma once

#include <optional>

#include "config/experiment.h"
#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

/// The training loop's part in mixed precision, as the guide of PyTorch has it; without `amp:` it does nothing.
class MixedPrecision {
 public:
  MixedPrecision(interp::Interpreter& interpreter, Builder& builder, config::Precision precision)
      : interpreter_(interpreter), builder_(builder), precision_(precision) {}

  void begin();  ///< with torch.autocast("cuda", dtype):
  void end();
  interp::Value scaled(const interp::Value& loss);  ///< GradScaler.scale in fp16, else the loss itself
  void unscale();                                   ///< before the optimizer's step
  void update();                                    ///< behind it

 private:
  bool scales() const { return precision_ == config::Precision::amp_fp16; }
  interp::Value scaler(std::string_view method, std::vector<interp::Value> arguments);

  interp::Interpreter& interpreter_;
  Builder& builder_;
  config::Precision precision_;
  interp::Value scaler_;
};

struct PrecisionSetting {
  config::Precision precision = config::Precision::fp32;
  std::optional<KeyFact> key;  ///< the single config key that decides it; its `value` means nothing
};

/// What the experiment's `amp` says, its expression evaluated with these names. Throws Failed.
PrecisionSetting precision_of(interp::Interpreter& interpreter, const config::Experiment& experiment,
                              const interp::Value& names);

}  // namespace vramlint::model
