#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "proposal/training_parts.h"

namespace vramlint::proposal {

using namespace syntax;

namespace {

bool is_true(const Expr* expr) {
  const auto* literal = expr ? std::get_if<BoolLiteral>(&expr->node) : nullptr;
  return literal && literal->value;
}
bool is_false(const Expr* expr) {
  const auto* literal = expr ? std::get_if<BoolLiteral>(&expr->node) : nullptr;
  return literal && !literal->value;
}

/// The rank of a batch size that comes from the config.
constexpr int kFromConfig = 8;

class Reader {
 public:
  Reader(Program& program, ExpressionWriter& writer) : program_(program), writer_(writer) {}

  Training read() {
    collect(program_.script());
    const auto trains = [](const CallSite* call) { return makes_optimizer(*call); };
    if (std::none_of(calls_.begin(), calls_.end(), trains)) {
      program_.read_imports();
      for (const ModuleIndex* module : program_.modules_read()) {
        if (module != &program_.script()) collect(*module);
      }
    }
    for (const CallSite* call : calls_) {
      if (makes_optimizer(*call)) add_optimizer(*call, training_, writer_);
    }
    if (training_.empty()) training_.emplace_back();
    const std::vector<const CallSite*> all = calls_;
    for (TrainedStage& stage : training_) {
      const bool alone = training_.size() == 1;
      calls_.clear();
      std::copy_if(all.begin(), all.end(), std::back_inserter(calls_),
                   [&](const CallSite* call) { return alone || stage.name == stage_name(*call->unit); });
      read_stage(stage, all);
    }
    return std::move(training_);
  }

 private:
  void collect(const ModuleIndex& module) {
    modules_.push_back(&module);
    const auto first = static_cast<std::ptrdiff_t>(calls_.size());
    for (const auto& unit : module.units) {
      for (const CallSite& call : unit->calls) calls_.push_back(&call);
    }
    std::stable_sort(calls_.begin() + first, calls_.end(),
                     [](const CallSite* a, const CallSite* b) { return a->expr->span.begin < b->expr->span.begin; });
  }

  void read_stage(TrainedStage& stage, const std::vector<const CallSite*>& all) {
    batch_rank_ = -1;
    no_grad_ = evaluates_ = false;
    for (const CallSite* call : calls_) {
      if (goes_back(*call->unit->module)) read_call(*call, stage);
    }
    for (const CallSite* call : all) loader(*call, stage);
    if (batch_rank_ < kFromConfig) loaders_elsewhere(stage);
    stage.validates = no_grad_ && evaluates_;
    read_loss(stage);
    read_accumulation(stage);
    read_zero_grad(stage);
  }

  void read_call(const CallSite& call, TrainedStage& stage) {
    const std::string last(last_part(call.name));
    if (last == "autocast") return autocast(call, stage);
    if (last == "clip_grad_norm_" || last == "clip_grad_value_") return clipping(call, last, stage);
    if (last == "DistributedDataParallel" || last == "DDP") {
      stage.distributed.text = call.guards.empty() ? "ddp" : "";
      stage.distributed.remark = "ddp where the condition at " + place_of(call) + " holds";
    }
    if (last == "DataParallel" && stage.distributed.remark.empty())
      stage.distributed.remark = "nn.DataParallel at " + place_of(call) +
                                 " divides the batch where several GPUs are visible: {kind: dp, gpus: 2}";
    if (last == "AveragedModel" || last == "EMA" || last == "ModelEMA" || last == "ExponentialMovingAverage") {
      stage.ema = {"true", place_of(call), ""};
    }
    if (last == "no_grad" || last == "inference_mode") no_grad_ = true;
    if (last == "eval" && call.call->arguments.empty()) evaluates_ = true;
  }

  // ---------------------------------------------------------------- the rest of the step

  /// The batch size that training most likely has: of a shuffling loader, of a call that makes loaders, of any loader.
  void loader(const CallSite& call, TrainedStage& stage) {
    const std::string name(last_part(call.name));
    const bool own = name == "DataLoader";
    const std::string lowered = lower(name);
    const bool makes = lowered.find("loader") != std::string::npos || lowered.find("dataset") != std::string::npos;
    if (!own && !makes) return;
    const Expr* size = argument(*call.call, "batch_size", own ? 1 : -1);
    if (!size) return;
    writer_.unresolved.clear();
    Setting setting{writer_.write(*size, *call.unit), place_of(call), ""};
    const bool over_config =
        setting.text.find("cfg.") != std::string::npos || setting.text.find("args.") != std::string::npos;
    const bool in_training = lower(std::string(call.unit->name)).find("val") == std::string::npos;
    const int rank = (is_true(argument(*call.call, "shuffle", 2)) ? 2 : 0) + (in_training ? 1 : 0) +
                     (over_config ? kFromConfig : 0) + (writer_.unresolved.empty() ? 2 : 0) + (makes && !own ? 1 : 0) +
                     (stage_name(*call.unit) == stage.name ? 1 : 0);
    if (rank <= batch_rank_) return;
    batch_rank_ = rank;
    if (!writer_.unresolved.empty())
      setting.todo = "the batch size: `" + std::string(size->span.text()) + "` is not followed";
    stage.batch = std::move(setting);
  }

  /// In the modules that the script imports.
  void loaders_elsewhere(TrainedStage& stage) {
    program_.read_imports();
    for (const ModuleIndex* module : program_.modules_read()) {
      if (module == &program_.script()) continue;
      for (const auto& unit : module->units) {
        for (const CallSite& call : unit->calls) loader(call, stage);
      }
    }
  }

  void autocast(const CallSite& call, TrainedStage& stage) {
    const Expr* dtype = argument(*call.call, "dtype", -1);
    const std::string kind = dtype && dtype->span.text().find("bfloat16") != std::string_view::npos ? "bf16" : "fp16";
    const Expr* enabled = argument(*call.call, "enabled", -1);
    if (is_false(enabled)) return;
    std::string text = kind;
    if (enabled && !is_true(enabled)) {
      text = writer_.write(*enabled, *call.unit);
      if (kind == "bf16") text = "\"bf16\" if " + text + " else False";
    }
    if (stage.amp.text.empty()) stage.amp = {text, place_of(call), ""};
  }

  void clipping(const CallSite& call, const std::string& name, TrainedStage& stage) {
    const bool norm = name == "clip_grad_norm_";
    const Expr* value = argument(*call.call, norm ? "max_norm" : "clip_value", 1);
    const bool plain =
        value && (std::holds_alternative<FloatLiteral>(value->node) || std::holds_alternative<IntLiteral>(value->node));
    if (!stage.clipping.text.empty()) return;
    stage.clipping.text =
        std::string(norm ? "{norm: " : "{value: ") + (plain ? std::string(value->span.text()) : "1.0") + "}";
    if (!call.guards.empty()) stage.clipping.remark = "under a condition at " + place_of(call);
  }

  /// Whether the module calls backward() somewhere: other modules may have losses for measuring only.
  bool goes_back(const ModuleIndex& module) {
    const auto [known, is_new] = goes_back_.try_emplace(&module, false);
    if (!is_new) return known->second;
    for (const auto& unit : module.units) {
      for (const CallSite& call : unit->calls) known->second |= last_part(call.name) == "backward";
    }
    return known->second;
  }

  void read_loss(TrainedStage& stage) {
    struct Known {
      std::string_view name, loss;
    };
    constexpr Known kLosses[] = {{"MSELoss", "mse"},
                                 {"mse_loss", "mse"},
                                 {"L1Loss", "l1"},
                                 {"l1_loss", "l1"},
                                 {"SmoothL1Loss", "smooth_l1"},
                                 {"smooth_l1_loss", "smooth_l1"},
                                 {"BCELoss", "bce"},
                                 {"binary_cross_entropy", "bce"},
                                 {"BCEWithLogitsLoss", "bce_with_logits"},
                                 {"binary_cross_entropy_with_logits", "bce_with_logits"},
                                 {"CrossEntropyLoss", "cross_entropy"},
                                 {"cross_entropy", "cross_entropy"}};
    for (const CallSite* call : calls_) {
      if (!goes_back(*call->unit->module)) continue;
      for (const Known& known : kLosses) {
        if (last_part(call->name) != known.name) continue;
        if (stage.loss.text.empty()) {
          stage.loss = {std::string(known.loss), place_of(*call), ""};
          const std::string* reduction = text_of(argument(*call->call, "reduction", -1));
          if (reduction && *reduction != "mean")
            stage.loss.todo =
                "the loss: its reduction is \"" + *reduction + "\", and what follows it is not written here";
        } else if (stage.loss.text != known.loss) {
          stage.loss.todo = "the loss: the program computes several";
        }
      }
    }
    if (stage.loss.text.empty()) {
      stage.loss = {"outputs.sum()", "", "the loss, as an expression over `outputs`, `targets` and `model`"};
    }
  }

  /// `loss / steps` beside backward(), and `(i + 1) % steps == 0` around the optimizer's step.
  void read_accumulation(TrainedStage& stage) {
    for (const CallSite* call : calls_) {
      if (last_part(call->name) != "step") continue;
      for (const Guard& guard : call->guards) {
        const auto* compare = std::get_if<Compare>(&guard.condition->node);
        const auto* modulo = compare ? std::get_if<Binary>(&compare->first->node) : nullptr;
        if (!modulo || modulo->op != BinaryOp::mod || !stage.accumulation.text.empty()) continue;
        stage.accumulation = {writer_.write(*modulo->right, *call->unit), place_of(*call), ""};
      }
    }
    for (const ModuleIndex* module : modules_) {
      for (const auto& unit : module->units) {
        if (training_.size() == 1 || stage_name(*unit) == stage.name) divisions(*unit, stage);
      }
    }
  }

  void divisions(const Unit& unit, TrainedStage& stage) {
    for (const auto& [name, value] : unit.divisions) {
      const bool loss = last_part(name).find("loss") != std::string_view::npos;
      const bool counts = lower(std::string(value->span.text())).find("accum") != std::string::npos;
      if (loss && counts && stage.accumulation.text.empty()) stage.accumulation = {writer_.write(*value, unit), "", ""};
    }
  }

  /// Where it stands among the first backward() and step() of the same function.
  void read_zero_grad(TrainedStage& stage) {
    std::map<const Unit*, std::vector<const CallSite*>> in_unit;
    for (const CallSite* call : calls_) in_unit[call->unit].push_back(call);
    std::set<const Unit*> seen;
    for (const CallSite* backward : calls_) {
      if (last_part(backward->name) != "backward" || backward->name == "backward") continue;
      if (!seen.insert(backward->unit).second) continue;
      const CallSite *zero = nullptr, *step = nullptr;
      for (const CallSite* call : in_unit[backward->unit]) {
        if (last_part(call->name) == "zero_grad" && !zero) zero = call;
        if (last_part(call->name) == "step" && call->expr->span.begin > backward->expr->span.begin && !step)
          step = call;
      }
      if (!zero || !step) continue;
      const uint32_t at = zero->expr->span.begin;
      if (at > step->expr->span.begin) stage.zero_grad.text = "after_step";
      if (at < backward->expr->span.begin && forward_before(*zero, *backward, stage))
        stage.zero_grad.text = "before_backward";
      return;
    }
  }

  /// Whether the trained model is called before zero_grad().
  bool forward_before(const CallSite& zero, const CallSite& backward, const TrainedStage& stage) const {
    for (const CallSite* call : calls_) {
      if (call->unit != backward.unit || call->expr->span.begin > zero.expr->span.begin) continue;
      const std::string_view name = last_part(call->name);
      for (const TrainedModel& model : stage.models) {
        if (name == model.name) return true;
      }
    }
    return false;
  }

  Program& program_;
  ExpressionWriter& writer_;
  Training training_;
  std::vector<const CallSite*> calls_;
  std::vector<const ModuleIndex*> modules_;
  std::map<const ModuleIndex*, bool> goes_back_;
  int batch_rank_ = -1;
  bool no_grad_ = false, evaluates_ = false;
};

/// "VAETrainer" as "vae_trainer".
std::string snake(const std::string& name) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool begins =
        upper(name[i]) && i > 0 && (!upper(name[i - 1]) || (i + 1 < name.size() && !upper(name[i + 1])));
    if (begins && !text.empty() && text.back() != '_') text += '_';
    text += name[i];
  }
  return lower(text);
}

}  // namespace

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string place_of(const CallSite& call) {
  const Position at = call.expr->span.start();
  return call.expr->span.source->path() + ":" + std::to_string(at.line);
}

std::string stage_name(const Unit& unit) { return snake(unit.class_name.empty() ? unit.name : unit.class_name); }

Training read_training(Program& program, ExpressionWriter& writer) { return Reader(program, writer).read(); }

}  // namespace vramlint::proposal
