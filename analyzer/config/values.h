// Between config trees and Python values, both ways, keeping where each value was written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/unknown.h"
#include "config/config.h"
#include "interp/interpreter.h"

namespace vramlint::config {

/// A tree is unfolded from values that may share parts, so it is bounded.
struct TreeLimits {
  int depth = 150;
  size_t nodes = 1'000'000;
  size_t text = size_t{64} << 20;  ///< bytes in strings, repeated ones counted each time
};

/// From an evaluation to a tree. Tuples stay tuples; a set or range becomes a list, as mmengine's JSON writes it. What
/// has no plain form becomes an Opaque.
class FromValue {
 public:
  explicit FromValue(interp::Interpreter& i) : interpreter(i) {}

  interp::Interpreter& interpreter;
  TreeLimits limits = {};
  /// Applied to every span: for evaluated text that is not the user's own; an empty answer is no span. May be empty.
  std::function<Span(Span)> translate;
  /// Asked first about values that are not plain: natives of ours. May be empty.
  std::function<std::optional<Node>(const interp::Value&)> convert;
  std::string error;              ///< set when a limit was hit
  std::vector<Unknown> unknowns;  ///< each Unknown met, at its value's place

  /// `fallback`: the span of a value that carries no origin.
  Node node(const interp::Value& value, Span fallback, int depth = 0);
  Span span_of(const interp::Value& value, Span fallback) const;

 private:
  bool within_limits(int depth, size_t text);
  Node list(const interp::Value& value, Span fallback, int depth);
  Node mapping(const interp::Dict& dict, Span span, int depth);
  Entry entry(const interp::Value& key, const interp::Value& value, Span fallback, int depth);
  Node object(const interp::Value& value, Span span, int depth);
  Node opaque(const interp::Value& value, Span span);
  size_t nodes_ = 0;
  size_t text_ = 0;
};

/// From a tree to values: every leaf and container carries the origin atom {dotted key, span}, and every key's text one
/// of its own span.
class ToValue {
 public:
  explicit ToValue(interp::Interpreter& i) : interpreter(i) {}

  interp::Interpreter& interpreter;
  const interp::Class* mapping_class = nullptr;  ///< a subclass of dict to make mappings of; nullptr: plain dicts
  /// Asked about Opaque nodes; without it, or when it has no answer, they become Unknowns. May be empty.
  std::function<std::optional<interp::Value>(const Opaque&, Span)> convert;

  interp::Value value(const Node& node, const std::string& key = "");

 private:
  interp::Value bare(const Node& node, const std::string& key);
  interp::Value mapping(const Mapping& mapping, const std::string& key);
};

/// Plain dicts and lists. For the `cfg` of recipes see ToValue::mapping_class.
interp::Value to_value(const Node& node, interp::Interpreter& interpreter);

}  // namespace vramlint::config
