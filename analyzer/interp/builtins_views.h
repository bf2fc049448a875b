// dict.keys(), dict.values(), dict.items().
#pragma once

#include "interp/native.h"

namespace vramlint::interp {

/// Follows its dict as that changes.
struct DictView : Native {
  enum class Part : uint8_t { keys, values, items };
  DictView(Value d, Part p) : dict(std::move(d)), part(p) {}
  Value dict;  ///< a Dict, or an instance whose payload is one
  Part part;

  bool is_constant() const override { return true; }
  void visit(const std::function<void(const Value&)>& visitor) const override { visitor(dict); }
  std::string_view type_name() const override;
  const Class* type(Interpreter& interpreter) override;
  std::optional<Value> get_attribute(Interpreter&, std::string_view, Span) override;
  std::optional<Value> iterate(Interpreter&, Span) override;
  std::optional<int64_t> length(Interpreter&, Span) override;
  std::optional<Value> contains(Interpreter&, const Value&, Span) override;
  std::optional<Value> binary(Interpreter&, syntax::BinaryOp, const Value& other, bool reflected, Span) override;
  std::optional<Value> compare(Interpreter&, syntax::CompareOp, const Value& other, Span) override;
  std::optional<Value> truth(Interpreter&, Span) override;
  std::optional<size_t> hash() const override;
  std::optional<std::string> repr(Interpreter&) override;

  std::vector<Value> items() const;
};

}  // namespace vramlint::interp
