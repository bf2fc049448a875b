// A tensor as Python sees it: shape and type without elements, and its place in the graph.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graph/graph.h"
#include "interp/interpreter.h"
#include "model/builder.h"
#include "model/data_facts.h"
#include "model/place.h"

namespace vramlint::model {

struct TensorState;

/// On the device when `id` is set, else on the host, where it costs no GPU memory. Its end of life is Python's, and the
/// destructor tells the builder.
struct Tensor final : interp::Native {
  Tensor(std::shared_ptr<Builder> b, graph::TensorType t);
  ~Tensor() override;

  std::shared_ptr<Builder> builder;
  graph::TensorType type_info;
  std::optional<graph::TensorId> id;
  bool requires_grad = false;
  bool leaf = true;
  Place asked = Place::unsaid;                  ///< for a tensor on the host: where the program wants it
  bool stays_on_host = false;                   ///< of a module that a whole program has moved there
  bool of_batch = false;                        ///< a loader yielded it, or it was made of what one yielded
  bool before_step;                             ///< it was there before the step, and is there in all of them
  std::vector<interp::Origin> origins;          ///< one per dimension
  std::shared_ptr<std::vector<double>> values;  ///< of a small constant host tensor, in order; to read: elements()
  std::shared_ptr<const DataFacts> facts;       ///< nullptr where nothing is known of the elements
  bool of_leaf = false;                         ///< on the host: it has the elements of a leaf that needs gradients
  interp::Value host_storage;                   ///< None or the flat Tensor that host views of one storage share
  bool written = false;                         ///< of such a storage: what its views knew is no longer so
  size_t place_on_storage = 0;                  ///< among the tensors of its storage; the builder's
  size_t newest_change = 0;                     ///< one past its place among the builder's changes, or 0
  interp::Value cls;                            ///< torch.Tensor or a subclass
  interp::Value grad;
  interp::Value attributes;  ///< None or a Dict: what the program hung on it

  std::string_view type_name() const override { return "Tensor"; }
  const interp::Class* type(interp::Interpreter&) override;
  std::optional<interp::Value> get_attribute(interp::Interpreter&, std::string_view name, Span span) override;
  std::optional<interp::Value> inherited_attribute(interp::Interpreter&, std::string_view name, Span span) override;
  bool set_attribute(interp::Interpreter&, std::string_view name, interp::Value value, Span span) override;
  std::optional<interp::Value> get_item(interp::Interpreter&, const interp::Value& index, Span span) override;
  bool set_item(interp::Interpreter&, const interp::Value& index, interp::Value value, Span span) override;
  std::optional<interp::Value> binary(interp::Interpreter&, syntax::BinaryOp op, const interp::Value& other,
                                      bool reflected, Span span) override;
  std::optional<interp::Value> in_place(interp::Interpreter&, syntax::BinaryOp op, const interp::Value& other,
                                        Span span) override;
  std::optional<interp::Value> compare(interp::Interpreter&, syntax::CompareOp op, const interp::Value& other,
                                       Span span) override;
  std::optional<interp::Value> unary(interp::Interpreter&, syntax::UnaryOp op, Span span) override;
  std::optional<interp::Value> contains(interp::Interpreter&, const interp::Value& value, Span span) override;
  std::optional<int64_t> length(interp::Interpreter&, Span span) override;
  std::optional<interp::Value> bounded_length(interp::Interpreter&, Span span) override;
  std::optional<interp::Value> iterate(interp::Interpreter&, Span span) override;
  /// Nothing where it is a view on the host.
  int64_t held_bytes() const override {
    return host_storage.is_none() || requires_grad ? type_info.bytes().point.count : 0;
  }
  std::optional<interp::Value> any_item(interp::Interpreter&, Span span) override;
  std::optional<interp::Value> sum(interp::Interpreter&, Span span) override;
  std::optional<interp::Value> truth(interp::Interpreter&, Span span) override;
  std::optional<std::string> repr(interp::Interpreter&) override;
  std::unique_ptr<interp::Cast> cast(std::vector<interp::Value>& held) const override;
  std::unique_ptr<interp::Renewal> renewal() const override;

  bool on_device() const { return id.has_value(); }
  /// Its elements where they are known, else nullptr.
  const std::vector<double>* elements() const;
  /// They, and those of all views of its storage, are not known any more.
  void forget_elements();
  graph::StorageId storage() const { return storage_; }
  /// The size of one dimension as Python reads it: an int that carries its origin, or an Unknown where it is bounded.
  interp::Value size(interp::Interpreter& interpreter, int64_t dim, Span span);
  /// torch.Size of all of them.
  interp::Value shape(interp::Interpreter& interpreter, Span span);

  /// Puts it on a storage of the graph; `tensor` must be new.
  void place(graph::TensorId tensor);
  /// The place of one that nobody else refers to, which has none then.
  void take_place_of(Tensor& passing);
  /// Likewise, in exchange for its own, which is dropped.
  void move_to_place_of(Tensor& passing);
  /// Gives it a new place in the graph (an in-place write); the old tensor is dropped.
  void replace(graph::TensorId tensor);
  /// What is written to it goes backward.
  void need_gradients();
  /// What an operator in place makes of its type: it writes elements and no more where that stays.
  void retype(const graph::TensorType& type);
  /// Back to what it was before a branch that was tried.
  void restore(TensorState state);
  /// As one on the host that `another` has just made.
  void begin_anew(std::shared_ptr<Builder> another, TensorState state);

 private:
  graph::StorageId storage_ = 0;
  int64_t weight_;  ///< what the builder counts for it: nothing on the device, where the graph counts
};

Tensor* as_tensor(const interp::Value& value);

/// What an operator makes of what is not known, and of these beside it.
interp::Value unknown_tensor(interp::Interpreter& interpreter, const interp::Value& why,
                             const std::vector<interp::Value>& operands);

/// A tensor on the host. Throws interp::BudgetExceeded where there are too many.
interp::Value make_tensor(const std::shared_ptr<Builder>& builder, graph::TensorType type);

/// The elements of a host tensor whose value the program can read: its single one, else an Unknown.
interp::Value item(interp::Interpreter& interpreter, Tensor& tensor, size_t index, Span span);

}  // namespace vramlint::model
