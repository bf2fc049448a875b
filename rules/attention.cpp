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

/// A node that makes maps, and of which type the map is.
struct Maker {
  const Node* node;
  graph::TensorType map;
  bool is_fused = false;  ///< it makes one only where no kernel does without
};

/// Follows what softmax made, through casts, dropout and views, to the product that reads it.
class Following {
 public:
  Following(const Graph& graph, std::vector<Maker>& found) : graph_(graph), found_(found) {}

  void follow(const std::vector<graph::Event>& events) {
    for (const graph::Event& event : events) {
      if (const auto* node = std::get_if<Node>(&event)) look(*node);
    }
  }

 private:
  void look(const Node& node) {
    if (node.results.empty()) return;
    if (named(node, "scaled_dot_product_attention")) return look_fused(node);
    if (named(node, "softmax")) {
      if (is_large(graph_.tensors[node.results[0]].type.shape)) made_by_[node.results[0]] = &node;
      return;
    }
    const auto from =
        std::find_if(node.inputs.begin(), node.inputs.end(), [&](TensorId input) { return made_by_.contains(input); });
    if (from == node.inputs.end()) return;
    const Node* softmax = made_by_[*from];
    if (multiplies(node)) {
      if (seen_.insert(softmax).second) found_.push_back({softmax, graph_.tensors[softmax->results[0]].type});
    } else if (elements(node.results[0]) == elements(*from)) {
      made_by_[node.results[0]] = softmax;
    }
  }

  static bool is_large(const graph::Shape& shape) {
    return shape.size() >= 2 && shape[shape.size() - 1].point >= kLeastPositions &&
           shape[shape.size() - 2].point >= kLeastPositions;
  }

  /// One of the queries by the keys.
  void look_fused(const Node& node) {
    if (node.inputs.size() < 2) return;
    const graph::Shape& key = graph_.tensors[node.inputs[1]].type.shape;
    graph::TensorType map = graph_.tensors[node.inputs[0]].type;
    if (map.shape.size() < 2 || key.size() < 2) return;
    map.shape.back() = key[key.size() - 2];
    if (is_large(map.shape)) found_.push_back({&node, map, true});
  }

  int64_t elements(TensorId tensor) const { return graph_.tensors[tensor].type.numel(); }

  const Graph& graph_;
  std::vector<Maker>& found_;
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

void note_largest(AttentionMaps& maps, const graph::TensorType& type) {
  if (type.bytes().point <= maps.map) return;
  maps.map = type.bytes().point;
  maps.dtype = type.dtype;
  maps.queries = type.shape[type.shape.size() - 2].point;
  maps.keys = type.shape[type.shape.size() - 1].point;
}

/// One of the modules that make their maps there.
void add(AttentionMaps& maps, const std::string& module, const graph::TensorType& type,
         const memory::Timeline& timeline) {
  const auto is_in = [&](const std::vector<std::string>& all) {
    return std::find(all.begin(), all.end(), module) != all.end();
  };
  const bool is_new = !is_in(maps.modules);
  const Bytes bytes = is_new ? held(timeline, module, type.bytes().point) : Bytes();
  if (is_new) maps.modules.push_back(module);
  if (bytes.count > 0 && maps.held.count == 0) maps.map = Bytes();  // what was largest so far is not there any more
  if (bytes.count > 0) maps.holding.push_back(module);
  maps.held += bytes;
  if (maps.held.count == 0 || is_in(maps.holding)) note_largest(maps, type);
}

}  // namespace

std::vector<AttentionSetting> attention_settings(const Analysis& analysis) {
  std::vector<AttentionSetting> found;
  collect(analysis.config->root, "", found);
  std::erase_if(found, [](const AttentionSetting& one) { return !one.span; });
  return found;
}

std::vector<AttentionMaps> attention_maps(const Analysis& analysis) {
  const size_t phase = peak_phase(analysis);
  if (!analysis.built || phase >= analysis.built->phases.size() || phase >= analysis.timelines.size()) return {};
  const Graph& graph = analysis.built->phases[phase];
  std::vector<Maker> makers;
  Following following(graph, makers);
  following.follow(graph.events);
  for (const graph::Program& program : graph.programs) following.follow(program.events);

  std::map<std::pair<std::string, uint32_t>, AttentionMaps> by_place;
  for (const auto& [node, map, is_fused] : makers) {
    const std::string& module = graph.modules[node->module];
    if (is_fused && held(analysis.timelines[phase], module, map.bytes().point).count == 0) continue;
    AttentionMaps& maps = by_place[{node->span ? node->span.source->path() : "", node->span.begin}];
    maps.span = node->span;
    add(maps, module, map, analysis.timelines[phase]);
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
