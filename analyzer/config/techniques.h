// What a training program does around forward and backward, as far as memory is concerned: a struct per technique.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"

namespace vramlint::config {

/// Terms that an optimizer has or has not; their sizes do not matter to memory.
struct OptimizerFacts {
  std::string name = "sgd";  ///< lower case: sgd, adam, adamw, …
  bool momentum = false, nesterov = false, amsgrad = false, centered = false, weight_decay = false;
  bool maximize = false, capturable = false;
  bool beta1 = false;                 ///< Adafactor: a first moment is kept
  std::optional<int64_t> history;     ///< LBFGS: history_size; none: PyTorch's 100
  std::optional<int64_t> block_size;  ///< 8-bit states: elements that share a scale
  std::optional<bool> foreach, fused;
  std::optional<bool> set_to_none;  ///< of zero_grad; none: as the torch version's default
  Span span;
  bool operator==(const OptimizerFacts&) const = default;
};

/// Where a step calls zero_grad().
enum class ZeroGradAt : uint8_t { before_forward, before_backward, after_step };

/// torch.nn.utils.clip_grad_norm_ or clip_grad_value_, between backward and step.
struct ClippingFacts {
  enum class Kind : uint8_t { norm, value } kind = Kind::norm;
  std::optional<bool> foreach;
  Span span;
  bool operator==(const ClippingFacts&) const = default;
};

/// An averaged copy of the model, brought up to date after every step.
struct EmaFacts {
  bool buffers = true;  ///< copied too, as copy.deepcopy(model) does
  Span span;
  bool operator==(const EmaFacts&) const = default;
};

struct DdpFacts {
  Bytes bucket_cap{int64_t{25} << 20};
  bool gradient_as_bucket_view = false, find_unused_parameters = false, static_graph = false;
  bool broadcast_buffers = true;
  bool operator==(const DdpFacts&) const = default;
};
struct DataParallelFacts {
  bool operator==(const DataParallelFacts&) const = default;
};
struct FsdpFacts {
  enum class Strategy : uint8_t { full_shard, shard_grad_op, no_shard } strategy = Strategy::full_shard;
  std::vector<std::string> wrap;  ///< globs of module paths that are units of their own; the rest belongs to the root
  std::optional<bool> prefetch;   ///< whether the next unit is gathered early; none: not known
  bool operator==(const FsdpFacts&) const = default;
};
struct ZeroFacts {
  int stage = 1;
  int64_t reduce_bucket = 500'000'000;      ///< elements (DeepSpeed's reduce_bucket_size)
  int64_t prefetch_bucket = 50'000'000;     ///< elements (stage3_prefetch_bucket_size)
  int64_t live_parameters = 1'000'000'000;  ///< elements (stage3_max_live_parameters)
  int64_t persistence = 100'000;            ///< elements (stage3_param_persistence_threshold)
  bool overlap = false;                     ///< overlap_comm: a second bucket
  bool contiguous = true;                   ///< contiguous_gradients: gradients are copied into a bucket
  bool offload_optimizer = false;           ///< states live in host memory
  bool operator==(const ZeroFacts&) const = default;
};

struct DistributedFacts {
  std::variant<DdpFacts, DataParallelFacts, FsdpFacts, ZeroFacts> kind;
  int64_t gpus = 1;
  Span span;
  bool assumed = false;  ///< nothing says so: it is how programs of its kind are usually launched
  bool operator==(const DistributedFacts&) const = default;
};

}  // namespace vramlint::config
