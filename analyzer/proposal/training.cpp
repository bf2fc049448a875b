#include "proposal/training.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vramlint::proposal {

using namespace syntax;

namespace {

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

bool is_true(const Expr* expr) {
  const auto* literal = expr ? std::get_if<BoolLiteral>(&expr->node) : nullptr;
  return literal && literal->value;
}
bool is_false(const Expr* expr) {
  const auto* literal = expr ? std::get_if<BoolLiteral>(&expr->node) : nullptr;
  return literal && !literal->value;
}

std::string place_of(const CallSite& call) {
  const Position at = call.expr->span.start();
  return call.expr->span.source->path() + ":" + std::to_string(at.line);
}

/// The names of torch's optimizers, as a recipe has them.
bool is_optimizer(std::string_view name) {
  constexpr std::string_view kNames[] = {"adam",    "adamw",    "sgd",  "nadam", "radam", "adamax",    "rmsprop",
                                         "adagrad", "adadelta", "asgd", "rprop", "lbfgs", "adafactor", "lion"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// "VAETrainer" as "vae_trainer".
/// The rank of a batch size that comes from the config.
constexpr int kFromConfig = 8;

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
      if (makes_optimizer(*call)) optimizer(*call);
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
    for (const CallSite* call : calls_) read_call(*call, stage);
    for (const CallSite* call : all) loader(*call, stage);
    if (batch_rank_ < kFromConfig) loaders_elsewhere(stage);
    stage.validates = no_grad_ && evaluates_;
    read_loss(stage);
    read_accumulation(stage);
    read_zero_grad(stage);
  }

  static std::string stage_name(const Unit& unit) {
    return snake(unit.class_name.empty() ? unit.name : unit.class_name);
  }

  static bool makes_optimizer(const CallSite& call) {
    return is_optimizer(lower(std::string(last_part(call.name)))) && argument(*call.call, "params", 0);
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

  // ---------------------------------------------------------------- optimizer and model

  TrainedStage& stage_of(const Unit& unit) {
    const std::string name = stage_name(unit);
    for (TrainedStage& stage : training_) {
      if (stage.name == name) return stage;
    }
    training_.push_back({.name = name});
    return training_.back();
  }

  void optimizer(const CallSite& call) {
    Setting setting;
    const std::string name = lower(std::string(last_part(call.name)));
    std::string terms;
    constexpr std::string_view kTerms[] = {"momentum", "nesterov", "weight_decay", "amsgrad",
                                           "centered", "foreach",  "fused"};
    for (const std::string_view term : kTerms) {
      const Expr* value = argument(*call.call, term, -1);
      if (!value) continue;
      const bool plain = std::holds_alternative<FloatLiteral>(value->node) ||
                         std::holds_alternative<IntLiteral>(value->node) ||
                         std::holds_alternative<BoolLiteral>(value->node);
      if (plain) {
        terms += ", " + std::string(term) + ": " + lower(std::string(value->span.text()));
      } else {
        terms += ", " + std::string(term) + ": " + (term == "momentum" ? "0.9" : term == "weight_decay" ? "1.0e-4" : "true");
        setting.remark =
            std::string(term) + " is " + writer_.write(*value, *call.unit) + ": only whether it is zero counts";
      }
    }
    setting.text = terms.empty() ? name : "{name: " + name + terms + "}";
    TrainedStage& stage = stage_of(*call.unit);
    for (const Setting& known : stage.optimizers) {  // the arms of an `if` that picks one
      if (known.text == setting.text && !call.guards.empty()) return;
    }
    stage.optimizers.push_back(std::move(setting));
    parameters(*argument(*call.call, "params", 0), *call.unit, 0, stage);
  }

  /// Every `X.parameters()` within the expression: X is trained.
  void parameters(const Expr& expr, const Unit& unit, int depth, TrainedStage& stage) {
    bool any = false;
    for (const CallSite& call : unit.calls) {
      const bool inside = call.expr->span.begin >= expr.span.begin && call.expr->span.end <= expr.span.end;
      if (!inside || (last_part(call.name) != "parameters" && last_part(call.name) != "named_parameters")) continue;
      const auto* attribute = std::get_if<Attribute>(&call.call->callee->node);
      if (!attribute) continue;
      add_model(*attribute->object, unit, stage);
      any = true;
    }
    const std::string name = dotted_name(expr);
    if (any || name.empty() || depth > 4) return;
    const ExpressionWriter::Found found = writer_.definitions_of(name, unit);
    if (found.definitions) {
      for (const Definition& one : *found.definitions) parameters(*one.value, *found.unit, depth + 1, stage);
    } else if (const auto given = writer_.argument_of(name, unit); given.value) {
      parameters(*given.value, *given.unit, depth + 1, stage);
    }
  }

  void add_model(const Expr& expr, const Unit& unit, TrainedStage& stage) {
    std::string name = dotted_name(expr);
    while (name.ends_with(".module")) name.resize(name.size() - 7);
    if (name.starts_with("self.")) name = name.substr(5);
    std::replace(name.begin(), name.end(), '.', '_');
    const bool known = std::any_of(stage.models.begin(), stage.models.end(),
                                   [&](const TrainedModel& one) { return one.name == name; });
    if (known || name.empty()) return;
    stage.models.push_back({name, model_text(expr, unit)});
  }

  Setting model_text(const Expr& expr, const Unit& unit) {
    writer_.unresolved.clear();
    Setting setting;
    setting.text = made(expr, unit, 0);
    if (setting.text.empty()) {
      setting.text = "TODO";
      setting.todo = "the expression that makes `" + std::string(expr.span.text()) + "`";
    } else if (!writer_.unresolved.empty()) {
      std::string names;
      for (const std::string& one : writer_.unresolved) names += (names.empty() ? "`" : ", `") + one + "`";
      setting.todo = "the model's expression names " + names + ", whose value is not seen";
    }
    return setting;
  }

  /// The call that makes a module, without what only moves or wraps it.
  std::string made(const Expr& expr, const Unit& unit, int depth) {
    if (depth > 8) return {};
    if (const auto* call = std::get_if<Call>(&expr.node)) {
      const std::string callee = dotted_name(*call->callee);
      const auto* attribute = std::get_if<Attribute>(&call->callee->node);
      const std::string_view last = attribute ? std::string_view(attribute->name.text()) : std::string_view();
      constexpr std::string_view kMoves[] = {"to", "cuda", "train", "eval", "float", "cpu", "requires_grad_", "apply"};
      if (std::find(std::begin(kMoves), std::end(kMoves), last) != std::end(kMoves))
        return made(*attribute->object, unit, depth + 1);
      constexpr std::string_view kWraps[] = {"DataParallel", "DistributedDataParallel", "DDP",
                                             "compile",      "convert_sync_batchnorm",  "prepare"};
      const bool wraps = std::find(std::begin(kWraps), std::end(kWraps), last_part(callee)) != std::end(kWraps);
      if (wraps && !call->arguments.empty()) return made(*call->arguments[0].value, unit, depth + 1);
      if (const Unit* method = own_method(callee, unit); method && !method->returns.empty())
        return made(*method->returns.back(), *method, depth + 1);
      return writer_.write(expr, unit);
    }
    const std::string name = dotted_name(expr);
    if (name.empty()) return {};
    const ExpressionWriter::Found found = writer_.definitions_of(name, unit);
    if (found.definitions) return made_by(found, name, depth);
    if (const auto given = writer_.argument_of(name, unit); given.value)
      return made(*given.value, *given.unit, depth + 1);
    return {};
  }

  static const Unit* own_method(const std::string& callee, const Unit& unit) {
    if (!callee.starts_with("self.")) return nullptr;
    const auto found = unit.module->functions.find(unit.class_name + "." + callee.substr(5));
    return found == unit.module->functions.end() ? nullptr : found->second;
  }

  /// Assignments in the arms of an `if` become `A if condition else B`; those that only wrap the model are left out.
  std::string made_by(const ExpressionWriter::Found& found, const std::string& name, int depth) {
    std::vector<std::pair<std::string, const Expr*>> arms;
    for (const Definition& one : *found.definitions) {
      if (refers_to(*one.value, name)) continue;
      std::string text = made(*one.value, *found.unit, depth + 1);
      const bool guarded = !one.guards.empty() && one.guards.back().then;
      if (!text.empty()) arms.emplace_back(std::move(text), guarded ? one.guards.back().condition : nullptr);
    }
    const auto same = [&](const auto& arm) { return arm.first == arms[0].first; };
    if (!arms.empty() && std::all_of(arms.begin(), arms.end(), same)) return arms[0].first;
    std::string text;
    for (size_t i = 0; i < arms.size(); ++i) {
      text += arms[i].first;
      if (!arms[i].second || i + 1 == arms.size()) break;
      text += " if " + writer_.write(*arms[i].second, *found.unit) + " else ";
    }
    return text;
  }

  static bool refers_to(const Expr& expr, const std::string& name) {
    const std::string_view text = expr.span.text();
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const auto joins = [](char c) {
        return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c)) != 0;
      };
      const bool before = at > 0 && joins(text[at - 1]);
      const size_t end = at + name.size();
      const bool after = end < text.size() && (joins(text[end]) && text[end] != '.');
      if (!before && !after && (end == text.size() || text[end] != '=')) return true;
    }
    return false;
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
    const bool over_config = setting.text.starts_with("cfg") || setting.text.starts_with("args");
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
    for (const CallSite* backward : calls_) {
      if (last_part(backward->name) != "backward" || backward->name == "backward") continue;
      const CallSite *zero = nullptr, *step = nullptr;
      for (const CallSite* call : calls_) {
        if (call->unit != backward->unit) continue;
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
  int batch_rank_ = -1;
  bool no_grad_ = false, evaluates_ = false;
};

}  // namespace

Training read_training(Program& program, ExpressionWriter& writer) { return Reader(program, writer).read(); }

}  // namespace vramlint::proposal
