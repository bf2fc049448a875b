#include <algorithm>
#include <string_view>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace cropped_activation_rule {

using graph::Graph;
using graph::Node;
using graph::TensorType;

// A window that was padded and is cut to its size again keeps more than this, and so does the centre of a map.
constexpr int64_t kUsedPercent = 60;
// As of idle-weights: what is dropped would hardly be missed.
constexpr Bytes kWorthTelling = kMiB;

/// What is read of a storage by operators that compute.
struct Use {
  const Node* maker = nullptr;
  size_t output = 0;  ///< of the maker
  const Node* crop = nullptr;
  const TensorType* largest = nullptr;  ///< of what is read at once
  int64_t elements = 0;                 ///< read, at the most: what is read twice counts twice
};

bool only_views(const Node& node) {
  return !node.outputs.empty() &&
         std::all_of(node.outputs.begin(), node.outputs.end(),
                     [](const graph::Output& output) { return output.alias == graph::Output::Alias::view; });
}

/// Of torch's own: constant_pad_nd, reflection_pad2d, …
bool is_padding(const Node& node) { return node.call.op->schema.substr(0, 32).find("_pad") != std::string_view::npos; }

/// A range of several positions along a dimension behind batch and channels, of a map.
bool is_crop(const Node& node) {
  const std::string_view schema = node.call.op->schema;
  const bool slice = schema.starts_with("slice.Tensor("), narrow = schema.starts_with("narrow(");
  if (!slice && !narrow) return false;
  const TensorType& from = node.call.operand(0).type;
  const int64_t given = node.call.integer(1), dim = given < 0 ? given + from.rank() : given;
  if (from.rank() < 4 || dim < 2 || (slice && node.call.integer(4) != 1)) return false;
  const graph::Dim& left = node.outputs[0].type.shape[static_cast<size_t>(dim)];
  return left.point > 1 && left.high < from.size(dim);
}

/// How many elements a part of the whole has at the most: a box drawn by chance may be all of it.
int64_t most_elements(const TensorType& part, const TensorType& whole) {
  int64_t most = 1;
  for (const graph::Dim& dim : part.shape) {
    const bool is_whole = std::find(whole.shape.begin(), whole.shape.end(), dim) != whole.shape.end();
    most *= is_whole ? dim.point : std::min(dim.high, std::max<int64_t>(whole.numel(), 1));
    most = std::min(most, whole.numel());
  }
  return most;
}

class Uses {
 public:
  explicit Uses(const Graph& graph) : graph_(graph), uses_(graph.storages.size()), padding_(graph.modules.size()) {
    look(graph.events);
    for (const graph::Program& program : graph.programs) look(program.events);
  }

  /// Tensors that are computed and of which only a cropped part is read.
  std::vector<Use> cropped() const {
    std::vector<Use> found;
    for (const Use& use : uses_) {
      if (!use.crop || !use.maker || use.elements == 0 || use.maker->inputs.empty()) continue;
      if (padding_[use.crop->module]) continue;
      const TensorType& whole = use.maker->outputs[use.output].type;
      if (is_complex(whole.dtype)) continue;  // the modes of a spectrum
      const Bytes dropped = whole.bytes().point - use.largest->bytes().point;
      if (whole.rank() < 4 || dropped <= kWorthTelling) continue;
      if (use.elements < whole.numel() / 100 * kUsedPercent) found.push_back(use);
    }
    return found;
  }

 private:
  void look(const std::vector<graph::Event>& events) {
    for (const graph::Event& event : events) {
      if (const auto* node = std::get_if<Node>(&event)) look(*node);
    }
  }

  void look(const Node& node) {
    if (only_views(node)) {
      if (is_crop(node)) of(node.inputs[0]).crop = &node;
      return;
    }
    if (is_padding(node)) padding_[node.module] = true;
    for (const graph::TensorId input : node.inputs) read(input);
    for (size_t i = 0; i < node.results.size(); ++i) {
      if (node.outputs[i].alias != graph::Output::Alias::fresh) continue;
      of(node.results[i]).maker = &node;
      of(node.results[i]).output = i;
    }
  }

  void read(graph::TensorId tensor) {
    Use& use = of(tensor);
    const TensorType& type = graph_.tensors[tensor].type;
    use.elements += use.maker ? most_elements(type, use.maker->outputs[use.output].type) : type.numel();
    if (!use.largest || use.largest->numel() < type.numel()) use.largest = &type;
  }

  Use& of(graph::TensorId tensor) { return uses_[graph_.tensors[tensor].storage]; }

  const Graph& graph_;
  std::vector<Use> uses_;      // by storage
  std::vector<bool> padding_;  // by module: it pads, and what it cuts off then is the padding
};

void tell(const Graph& graph, const Use& use, Report& report) {
  const TensorType& whole = use.maker->outputs[use.output].type;
  const std::string maker = graph.modules[use.maker->module];
  const int64_t percent = (use.elements * 100 + whole.numel() / 2) / whole.numel();
  const Words share =
      maker.empty() ? "only {0} % of {1} is used"_words(percent, graph::to_string(whole))
                    : "only {0} % of {1}, which `{2}` computes, is used"_words(percent, graph::to_string(whole), maker);
  report.add(
      use.crop->span,
      "{0}: {1} is left of it here, and nothing reads the rest ({2}). Either the part that is cut off is computed "
      "in vain, or it was meant to be used."_words(share, graph::to_string(use.largest->shape),
                                                   whole.bytes().point - use.largest->bytes().point),
      {{use.maker->span, "computed here"_words}});
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built) return;
  std::vector<Span> told;
  for (const Graph& graph : analysis.built->phases) {
    for (const Use& use : Uses(graph).cropped()) {
      if (std::find(told.begin(), told.end(), use.crop->span) != told.end()) continue;
      told.push_back(use.crop->span);
      tell(graph, use, report);
    }
  }
}

}  // namespace cropped_activation_rule
}  // namespace

extern const Rule cropped_activation = {
    .name = "cropped-activation",
    .code = "VL1008",
    .summary = "A feature map is computed whole, and a slice leaves only a part of it to be used.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = cropped_activation_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
