// Plays the events of a graph, iteration after iteration, into one trace.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "memory/autograd_graph.h"
#include "memory/engine.h"
#include "memory/gradient_program.h"
#include "memory/leaf_gradients.h"
#include "memory/left_tensors.h"
#include "memory/libraries/cublas.h"
#include "memory/libraries/cudnn_convolution.h"
#include "memory/live_tensor.h"
#include "memory/step_context.h"
#include "memory/storage_table.h"
#include "memory/strategies/accumulation.h"
#include "memory/strategies/averaged_model.h"
#include "memory/strategies/distribution.h"
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

class Step : private ProgramPlayer {
 public:
  Step(const StepContext& context, Trace& trace);
  void set_up();                       ///< parameters, buffers, and inputs that no event brings
  void iterate(const Pass& pass);      ///< all events once
  void close() { storages_.close(); }  ///< nothing that is still alive is freed in the trace
  const Interval& saved_for_backward() const { return saved_; }
  std::vector<std::pair<size_t, graph::TensorId>> take_reached() { return gradients_.take_reached(); }
  const std::vector<StorageTable::Varying>& varying() const { return storages_.varying(); }

 private:
  using Live = LiveTensor;
  /// What a recomputation makes for the nodes of its segment, by their place.
  struct SegmentState {
    size_t asked = 0;    ///< nodes of the forward that save something
    size_t missing = 0;  ///< those of them that have not been given theirs
    bool made = false;
    std::vector<std::vector<StorageRef>> saves;
  };
  struct CarriedOver {
    size_t dropped_at;
    Live tensor;
  };
  void play(const graph::Node& node);
  void play(const graph::Input& input);
  void play(const graph::Drop& drop) { this->drop(drop.tensor); }
  void play(const graph::Backward& backward);
  void play(const graph::ZeroGrad& zero);
  void play(const graph::ReadGradient& read);
  void play(const graph::SetGradient& set);
  void play(const graph::ClipGradients& clip);
  void play(const graph::OptimizerStep& step);
  void play(const graph::EmptyCache&) { storages_.empty_cache(); }
  // Parts of a backward that are Python: step_programs.cpp.
  std::vector<Gradient> play_backward(NodeIndex node, std::vector<Gradient> incoming) override;
  void recompute(NodeIndex node) override;
  void before_backward(const graph::Node& node) override;
  std::vector<graph::TensorId> lend(const graph::Program& program, const std::vector<StorageRef>& held);
  void give(const graph::Program& program, const std::vector<Gradient>& incoming);
  std::vector<Gradient> take_outputs(const graph::Program& program, size_t operands);
  void leave(const graph::Program& program, const std::vector<graph::TensorId>& lent);
  std::vector<StorageRef> refs(const std::vector<graph::TensorId>& tensors);
  size_t enter_segment(const graph::Node& node, std::vector<StorageRef>& kept, std::vector<StorageRef>& held);
  void collect(std::vector<StorageRef>& kept);
  void make_again(const graph::Segment& segment, SegmentState& state, const std::vector<StorageRef>& held);
  Gradient root_gradient(const graph::Backward& backward, size_t root);

  std::vector<StorageRef> temporaries(const graph::Node& node, const std::vector<graph::Temporary>& list, bool before);
  void try_algorithms(const graph::Node& node, ConvolutionPass pass);
  void make_results(const graph::Node& node);
  void unpack(const graph::Node& node);
  void hold(graph::TensorId tensor, StorageRef storage);
  std::vector<graph::TensorId> sharing(graph::StorageId storage);  ///< that hold it now, in their order
  void record(const graph::Node& node, std::vector<StorageRef> kept);
  std::vector<StorageRef> extras(const graph::Node& node, const graph::Saved& saved, bool before);
  std::vector<StorageRef> kept_by(const graph::Node& node, const graph::Saved& saved, std::vector<StorageRef> kept);
  void rebase(const graph::Node& node, const std::vector<StorageRef>& kept);
  bool write_through_view(const graph::Node& node, const std::vector<Edge>& edges, const std::vector<StorageRef>& kept);
  void see_through(graph::TensorId view, const graph::Node& node, NodeIndex written, const graph::TensorType& base);
  void set_history(graph::TensorId tensor, NodeIndex made_by);
  Edge edge_of(graph::TensorId tensor);
  Edge edge_of(const graph::Node& node, size_t input);
  StorageRef storage_of(graph::TensorId tensor);
  bool in_host_memory(graph::TensorId tensor) const;
  StorageRef fresh(graph::TensorId tensor, const Label& label);
  StorageRef permanent(graph::TensorId tensor, const Label& label);
  bool history_kept(const graph::Node& node, const graph::Output& output, graph::TensorId result) const;
  void drop(graph::TensorId tensor);
  void drop(Live& tensor);
  Live& part_from(graph::TensorId tensor);
  void drop_carried(size_t event);
  void carry();
  void stand_in(const graph::Carried& carried, StorageRef storage);
  void bring_inputs();
  Trained trained(size_t parameter) const;
  std::vector<Trained> trained(std::optional<uint32_t> optimizer, bool with_gradient) const;
  void construct_optimizers();
  void find_leftovers();  ///< of trainings before this one
  void copy_model();
  OptimizerPlay optimizer_play(std::optional<uint32_t> optimizer, bool with_gradient);
  const config::OptimizerFacts& optimizer_facts(std::optional<uint32_t> optimizer) const;
  Label label(const graph::Node& node, Category category) const;

  StepContext context_;
  const graph::Graph& graph_;
  StorageTable storages_;
  AutogradGraph autograd_;
  LeafGradients gradients_;
  CublasWorkspaces workspaces_;
  StorageRef dropout_state_;                    // of cuDNN's recurrent layers
  std::unique_ptr<Distribution> distribution_;  // null: one GPU
  AveragedModel average_;
  bool after_optimizer_ = false;  ///< the next module that runs begins another forward
  std::set<std::pair<const graph::Node*, ConvolutionPass>> tried_;  // by cudnn.benchmark; looked up only
  Platform platform_;
  GradientProgram program_;
  Engine engine_;
  std::map<std::optional<uint32_t>, OptimizerStates> optimizer_states_;
  Accumulation accumulation_;
  Pass pass_;
  std::vector<config::OptimizerFacts> own_optimizers_;  // of graph::Graph::optimizers
  std::vector<SegmentState> segments_;                  // by graph segment
  SegmentState* collecting_ = nullptr;                  // while a segment is made again
  int depth_ = 0;                                       // of backwards within backwards
  size_t event_ = 0;
  std::vector<Live> live_;                             // by tensor
  std::vector<std::vector<graph::TensorId>> sharing_;  // by storage in the graph: those that hold it, and some more
  std::vector<bool> listed_;                           // by tensor: stands in sharing_
  std::vector<bool> persistent_;        // by tensor: parameters, buffers, inputs that nothing brings or drops
  std::vector<bool> brought_;           // by tensor: inputs that an event brings
  std::vector<bool> replaced_;          // by tensor: buffers that another is found as
  std::vector<graph::ModuleId> owner_;  // by parameter
  std::vector<StorageRef> permanent_;   // by graph storage: those of parameters and buffers, which tensors may share
  LeftTensors left_;
  std::vector<CarriedOver> carried_;
  Interval saved_;
};

}  // namespace vramlint::memory
