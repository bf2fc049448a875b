#include "model/mixed_precision.h"

#include "base/check.h"
#include "model/failure.h"
#include "model/names.h"

namespace vramlint::model {

using config::Precision;
using interp::Interpreter;
using interp::Value;

void MixedPrecision::begin() {
  if (precision_ == Precision::fp32) return;
  AutocastMode& mode = builder_.autocast.mode;
  mode.enabled = true;
  mode.dtype = scales() ? graph::Dtype::float16 : graph::Dtype::bfloat16;
  builder_.autocast.enter();
}

void MixedPrecision::end() {
  if (precision_ == Precision::fp32) return;
  builder_.autocast.leave();
  builder_.autocast.mode.enabled = false;
}

Value MixedPrecision::scaler(std::string_view method, std::vector<Value> arguments) {
  interp::Result<Value> result = interpreter_.guarded([&] {
    if (scaler_.is_none()) {
      Value cls = interpreter_.get_attribute(interpreter_.import("torch.amp.grad_scaler", {}), "GradScaler", {});
      scaler_ = interpreter_.call(cls, std::vector<Value>{}, {});
    }
    return interpreter_.call(interpreter_.get_attribute(scaler_, method, {}), std::move(arguments), {});
  });
  VRAMLINT_CHECK(std::holds_alternative<Value>(result), "the prelude's GradScaler raises nothing");
  return std::get<Value>(std::move(result));
}

Value MixedPrecision::scaled(const Value& loss) { return scales() ? scaler("scale", {loss}) : loss; }

void MixedPrecision::unscale() {
  if (scales()) scaler("unscale_", {Value::none()});
}

void MixedPrecision::update() {
  if (scales()) scaler("update", {});
}

namespace {

Precision named_precision(std::string_view name, const config::Expression& expression) {
  if (name == "bf16" || name == "bfloat16" || name == "amp_bf16") return Precision::amp_bf16;
  if (name == "fp16" || name == "float16" || name == "amp_fp16") return Precision::amp_fp16;
  if (name == "fp32" || name == "float32" || name == "no" || name.empty()) return Precision::fp32;
  fail(BuildFailure::Kind::invalid_value,
       "the precision is one of fp32, fp16 and bf16, not '" + std::string(name) + "'", expression.span);
}

std::optional<KeyFact> only_key(Interpreter& interpreter, const Value& value) {
  std::vector<interp::OriginAtom> atoms = interpreter.origins().atoms(value.origin());
  std::erase_if(atoms, [](const interp::OriginAtom& atom) { return atom.key.empty(); });
  if (atoms.size() != 1 || !atoms[0].span) return std::nullopt;
  return KeyFact{atoms[0].key, atoms[0].span, 0};
}

}  // namespace

PrecisionSetting precision_of(Interpreter& interpreter, const config::Experiment& experiment, const Value& names) {
  if (!experiment.precision_expression) return {experiment.precision, std::nullopt};
  const config::Expression& expression = *experiment.precision_expression;
  Value value = evaluate_setting(interpreter, expression, names);
  if (value.is_string()) return {named_precision(value.as_string(), expression), only_key(interpreter, value)};
  Value truth = value_or_fail(interpreter.guarded([&] { return interpreter.truth(value, {}); }), expression);
  const bool on = truth.is_bool() && truth.as_bool();
  return {on ? Precision::amp_fp16 : Precision::fp32, only_key(interpreter, value)};
}

}  // namespace vramlint::model
