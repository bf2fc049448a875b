#include <algorithm>

#include "proposal/training_parts.h"

namespace vramlint::proposal {

using namespace syntax;

namespace {

/// The names of torch's optimizers, as a recipe has them.
bool is_optimizer(std::string_view name) {
  constexpr std::string_view kNames[] = {"adam",    "adamw",    "sgd",  "nadam", "radam", "adamax",    "rmsprop",
                                         "adagrad", "adadelta", "asgd", "rprop", "lbfgs", "adafactor", "lion"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// YAML takes 1e-4 for text, and 1.0e-4 for a number.
std::string yaml_number(std::string text) {
  const size_t exponent = text.find('e');
  const bool number = !text.empty() && text.find_first_not_of("0123456789.e+-_") == std::string::npos;
  if (number && exponent != std::string::npos && text.find('.') == std::string::npos) text.insert(exponent, ".0");
  return text;
}

class ModelReader {
 public:
  ModelReader(Training& training, ExpressionWriter& writer) : training_(training), writer_(writer) {}

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
        terms += ", " + std::string(term) + ": " + yaml_number(lower(std::string(value->span.text())));
      } else {
        terms += ", " + std::string(term) + ": " +
                 (term == "momentum"       ? "0.9"
                  : term == "weight_decay" ? "1.0e-4"
                                           : "true");
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

 private:
  TrainedStage& stage_of(const Unit& unit) {
    const std::string name = stage_name(unit);
    for (TrainedStage& stage : training_) {
      if (stage.name == name) return stage;
    }
    training_.push_back({.name = name});
    return training_.back();
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
    if (found.definitions) return made_by(found, expr, unit, depth);
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
  std::string made_by(const ExpressionWriter::Found& found, const Expr& use, const Unit& unit, int depth) {
    const std::string name = dotted_name(use);
    std::vector<std::pair<std::string, const Expr*>> arms;
    for (const Definition& one : ExpressionWriter::reaching(found, use, unit)) {
      if (mentions(*one.value, name)) continue;
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

  Training& training_;
  ExpressionWriter& writer_;
};

}  // namespace

bool makes_optimizer(const CallSite& call) {
  return is_optimizer(lower(std::string(last_part(call.name)))) && argument(*call.call, "params", 0);
}

void add_optimizer(const CallSite& call, Training& training, ExpressionWriter& writer) {
  ModelReader(training, writer).optimizer(call);
}

}  // namespace vramlint::proposal
