// A backward leaves gradients in every parameter that it reaches, whoever's loss it is. Followed here is what becomes
// of them: an optimizer uses them, or they are cleared before any does. What the program itself reads of them before
// they are cleared is used as well, and what it replaces has another fate. Backwards of the same loss are those whose
// roots the same line makes and that reach the same parameters.
#include <algorithm>
#include <map>
#include <tuple>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace unevenly_cleared_gradients_rule {

using graph::Graph;
using graph::TensorId;

struct Fate {
  size_t used = 0, cleared = 0;
};

/// A loss, and what becomes of the gradients that it leaves.
struct Loss {
  Span span;
  std::vector<TensorId> leaves;
  std::map<TensorId, Fate> fates;
};

Span made_at(const Graph& graph, size_t before, TensorId tensor) {
  for (size_t i = before; i-- > 0;) {
    const auto* node = std::get_if<graph::Node>(&graph.events[i]);
    if (node && std::find(node->results.begin(), node->results.end(), tensor) != node->results.end()) return node->span;
  }
  return {};
}

class Following {
 public:
  Following(const Graph& graph, const memory::Trace& trace) : graph_(graph), trace_(trace) {}

  std::vector<Loss> losses() {
    for (size_t event = 0; event < graph_.events.size(); ++event) {
      const graph::Event& at = graph_.events[event];
      if (const auto* backward = std::get_if<graph::Backward>(&at)) {
        arrive(event, *backward);
      } else if (const auto* zero = std::get_if<graph::ZeroGrad>(&at)) {
        clear(zero->parameters);
      } else if (const auto* step = std::get_if<graph::OptimizerStep>(&at)) {
        use(step->optimizer ? graph_.optimizers.at(*step->optimizer).parameters : std::vector<TensorId>());
      } else if (const auto* read = std::get_if<graph::ReadGradient>(&at)) {
        for (Pending& one : pending_[read->leaf]) one.read = true;
      } else if (const auto* set = std::get_if<graph::SetGradient>(&at)) {
        pending_[set->leaf].clear();
      }
    }
    return std::move(losses_);
  }

 private:
  struct Pending {
    size_t loss = 0;
    bool used = false, read = false;
  };

  void arrive(size_t event, const graph::Backward& backward) {
    Loss loss{.span = made_at(graph_, event, backward.roots.front()), .leaves = {}, .fates = {}};
    for (const memory::Reached& one : trace_.reached) {
      if (one.event == event) loss.leaves.push_back(one.leaf);
    }
    std::sort(loss.leaves.begin(), loss.leaves.end());
    auto same = std::find_if(losses_.begin(), losses_.end(),
                             [&](const Loss& known) { return known.span == loss.span && known.leaves == loss.leaves; });
    if (same == losses_.end()) same = losses_.insert(losses_.end(), std::move(loss));
    for (const TensorId leaf : same->leaves) pending_[leaf].push_back({static_cast<size_t>(same - losses_.begin())});
  }

  /// None: all.
  void clear(const std::vector<TensorId>& leaves) {
    each(leaves, [this](TensorId leaf, std::vector<Pending>& pending) {
      for (const Pending& one : pending) losses_[one.loss].fates[leaf].cleared += one.used || one.read ? 0 : 1;
      pending.clear();
    });
  }

  void use(const std::vector<TensorId>& leaves) {
    each(leaves, [this](TensorId leaf, std::vector<Pending>& pending) {
      for (Pending& one : pending) {
        losses_[one.loss].fates[leaf].used += one.used ? 0 : 1;
        one.used = true;
      }
    });
  }

  template <typename Visit>
  void each(const std::vector<TensorId>& leaves, Visit visit) {
    std::vector<bool> meant(graph_.tensors.size(), leaves.empty());
    for (const TensorId leaf : leaves) meant[leaf] = true;
    for (auto& [leaf, pending] : pending_) {
      if (meant[leaf]) visit(leaf, pending);
    }
  }

  const Graph& graph_;
  const memory::Trace& trace_;
  std::vector<Loss> losses_;
  std::map<TensorId, std::vector<Pending>> pending_;
};

/// The dotted path that the names begin with alike.
std::string common_path(const std::vector<std::string_view>& names) {
  std::string_view common = names.front();
  for (const std::string_view name : names) {
    while (name != common && !(name.starts_with(common) && name[common.size()] == '.')) {
      const size_t dot = common.rfind('.');
      if (dot == std::string_view::npos) return "";
      common = common.substr(0, dot);
    }
  }
  return std::string(common);
}

void tell(const Graph& graph, const Loss& loss, Report& report) {
  std::vector<std::string_view> names;
  Bytes bytes;
  for (const graph::Parameter& parameter : graph.parameters) {
    const auto fate = loss.fates.find(parameter.tensor);
    if (fate == loss.fates.end() || fate->second.used == 0 || fate->second.cleared == 0) continue;
    names.push_back(parameter.name);
    bytes += graph.tensors[parameter.tensor].type.bytes().point;
  }
  if (names.empty()) return;
  const std::string path = common_path(names);
  const Words where = path.empty() ? "{0} parameters"_words(names.size()) : Words("`" + path + "`");
  const Words step = graph.phase == "train" ? "the step"_words : "the step `{0}`"_words(graph.phase);
  report.add(
      loss.span,
      "the backward of this loss leaves gradients in {0} ({1}) too, and {2} clears them once before their "
      "optimizer steps, but not the next time: then the optimizer uses them together with those of its own loss. "
      "Clear them each time, or let this loss leave none by `requires_grad_(False)`."_words(where, bytes, step));
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.traces.size() != analysis.built->phases.size()) return;
  for (size_t phase = 0; phase < analysis.traces.size(); ++phase) {
    const Graph& graph = analysis.built->phases[phase];
    const auto backwards = std::count_if(graph.events.begin(), graph.events.end(), [](const graph::Event& event) {
      return std::holds_alternative<graph::Backward>(event);
    });
    if (backwards < 3) continue;  // twice the one, and another that the optimizer is for
    for (const Loss& loss : Following(graph, analysis.traces[phase]).losses()) tell(graph, loss, report);
  }
}

}  // namespace unevenly_cleared_gradients_rule
}  // namespace

extern const Rule unevenly_cleared_gradients = {
    .name = "unevenly-cleared-gradients",
    .code = "VL1010",
    .summary = "Gradients that one loss leaves in another's network are cleared at one time and used at the next.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = unevenly_cleared_gradients_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
