#include "rules/attention.h"

#include <algorithm>
#include <map>
#include <set>

#include "rules/crowded.h"

namespace vramlint::rules {
namespace {

using graph::Graph;
using graph::Node;
using graph::TensorId;

constexpr int64_t kLeastPositions = 512;
/// A copy in 16 bits is half of a map in 32. Queries, keys and values of as many bytes are possible only where there
/// are few positions.
constexpr double kLeastShareOfMap = 0.4;

bool named(const Node& node, std::string_view name) { return node.call.op && node.call.op->schema.starts_with(name); }

bool multiplies(const Node& node) {
  for (const std::string_view name : {"bmm(", "matmul(", "baddbmm(", "einsum(", "linear(", "mm("}) {
    if (named(node, name)) return true;
  }
  return false;
}

/// Follows what softmax made, through casts, dropout and views, to the product that reads it.
class Following {
 public:
  Following(const Graph& graph, std::vector<const Node*>& found) : graph_(graph), found_(found) {}

  void follow(const std::vector<graph::Event>& events) {
    for (const graph::Event& event : events) {
      if (const auto* node = std::get_if<Node>(&event)) look(*node);
    }
  }

 private:
  void look(const Node& node) {
    if (node.results.empty()) return;
    if (named(node, "softmax")) {
      const graph::Shape& shape = graph_.tensors[node.results[0]].type.shape;
      if (shape.size() < 2) return;
      const bool large =
          shape[shape.size() - 1].point >= kLeastPositions && shape[shape.size() - 2].point >= kLeastPositions;
      if (large) made_by_[node.results[0]] = &node;
      return;
    }
    const auto from =
        std::find_if(node.inputs.begin(), node.inputs.end(), [&](TensorId input) { return made_by_.contains(input); });
    if (from == node.inputs.end()) return;
    const Node* softmax = made_by_[*from];
    if (multiplies(node)) {
      if (seen_.insert(softmax).second) found_.push_back(softmax);
    } else if (elements(node.results[0]) == elements(*from)) {
      made_by_[node.results[0]] = softmax;
    }
  }

  int64_t elements(TensorId tensor) const { return graph_.tensors[tensor].type.numel(); }

  const Graph& graph_;
  std::vector<const Node*>& found_;
  std::map<TensorId, const Node*> made_by_;
  std::set<const Node*> seen_;
};

Bytes held(const memory::Timeline& timeline, const std::string& module, Bytes map) {
  Bytes sum;
  for (const Contributor& one : timeline.top) {
    const bool large = static_cast<double>(one.bytes.count) >= kLeastShareOfMap * static_cast<double>(map.count);
    if (one.module == module && large) sum += one.bytes;
  }
  return sum;
}

bool is_truth(const config::Node& node) { return std::holds_alternative<bool>(node.value); }

/// A truth or a list of them.
bool is_switch(const config::Node& node) {
  const config::Sequence* list = node.sequence();
  return is_truth(node) ||
         (list && !list->items.empty() && std::all_of(list->items.begin(), list->items.end(), is_truth));
}

/// "attention_levels", "use_attention", "attn": what switches attention itself.
bool switches_attention(const std::string& key) {
  return key.starts_with("attention") || key.starts_with("attn") || key.ends_with("attention") || key.ends_with("attn");
}

void collect(const config::Node& node, const std::string& prefix, std::vector<AttentionSetting>& found) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const std::string key = prefix.empty() ? entry.key : prefix + "." + entry.key;
    if (switches_attention(entry.key) && is_switch(entry.value)) found.push_back({key, entry.value.span, &entry.value});
    collect(entry.value, key, found);
  }
}

/// "autoencoder.attention_levels" is of the phase "autoencoder/adversarial".
bool is_of_peak(const Analysis& analysis, const AttentionSetting& setting) {
  const std::string section = setting.key.substr(0, setting.key.find('.'));
  const std::string phase = analysis.outcome.peak_phase.substr(0, analysis.outcome.peak_phase.find('/'));
  const auto is_phase = [&](const PhasePeak& one) { return one.name.substr(0, one.name.find('/')) == section; };
  const auto& phases = analysis.outcome.phases;
  return section == phase || std::none_of(phases.begin(), phases.end(), is_phase);
}

}  // namespace

std::vector<AttentionSetting> attention_settings(const Analysis& analysis) {
  std::vector<AttentionSetting> found;
  collect(analysis.config->root, "", found);
  std::erase_if(found, [&](const AttentionSetting& one) { return !one.span || !is_of_peak(analysis, one); });
  return found;
}

std::vector<AttentionMaps> attention_maps(const Analysis& analysis) {
  const size_t phase = peak_phase(analysis);
  if (!analysis.built || phase >= analysis.built->phases.size() || phase >= analysis.timelines.size()) return {};
  const Graph& graph = analysis.built->phases[phase];
  std::vector<const Node*> nodes;
  Following following(graph, nodes);
  following.follow(graph.events);
  for (const graph::Program& program : graph.programs) following.follow(program.events);

  std::map<std::pair<std::string, uint32_t>, AttentionMaps> by_place;
  for (const Node* node : nodes) {
    const graph::TensorType& type = graph.tensors[node->results[0]].type;
    const std::string& module = graph.modules[node->module];
    AttentionMaps& maps = by_place[{node->span ? node->span.source->path() : "", node->span.begin}];
    maps.span = node->span;
    if (type.bytes().point > maps.map) {
      maps.map = type.bytes().point;
      maps.dtype = type.dtype;
      maps.queries = type.shape[type.shape.size() - 2].point;
      maps.keys = type.shape[type.shape.size() - 1].point;
    }
    if (std::find(maps.modules.begin(), maps.modules.end(), module) != maps.modules.end()) continue;
    maps.modules.push_back(module);
    maps.held += held(analysis.timelines[phase], module, type.bytes().point);
  }
  std::vector<AttentionMaps> found;
  for (auto& [place, maps] : by_place) found.push_back(std::move(maps));
  std::stable_sort(found.begin(), found.end(),
                   [](const AttentionMaps& a, const AttentionMaps& b) { return a.held > b.held; });
  return found;
}

Bytes held_by(const std::vector<AttentionMaps>& maps) {
  Bytes sum;
  for (const AttentionMaps& one : maps) sum += one.held;
  return sum;
}

}  // namespace vramlint::rules
