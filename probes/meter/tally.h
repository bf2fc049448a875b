// What requests for memory amount to while they come and go: one way of counting for a CPU, another for CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "memory/allocator.h"

namespace vramlint::probes {

/// What was held over a stretch of a run.
struct Moment {
  int64_t held = 0;      ///< bytes when it began
  int64_t peak = 0;      ///< the most held within
  int64_t reserved = 0;  ///< the most that the caching allocator had of the device
};

class Tally {
 public:
  virtual ~Tally() = default;
  virtual void take(uint32_t id, int64_t bytes) = 0;  ///< an id is taken once
  virtual void give_back(uint32_t id) = 0;            ///< what was not taken is ignored
  virtual void empty_cache() = 0;
  virtual void reset_peaks() = 0;  ///< the peaks become what is held now
  virtual Moment now() const = 0;  ///< held now, and the peaks since they were reset
};

/// As the CUDA caching allocator counts: whole blocks. Every request is one of the device's.
class BlockTally : public Tally {
 public:
  explicit BlockTally(memory::AllocatorConfig config = {}) : allocator_(config) {}
  void take(uint32_t id, int64_t bytes) override;
  void give_back(uint32_t id) override;
  void empty_cache() override { allocator_.empty_cache(); }
  void reset_peaks() override { allocator_.reset_peaks(); }
  Moment now() const override;

 private:
  memory::CachingAllocator allocator_;
  std::vector<std::optional<memory::CachingAllocator::BlockId>> blocks_;  // by id
};

/// As a measurement on a CPU counts: each request for itself, rounded, and without those that a GPU would not see.
/// `reserved` is that of the same requests in the caching allocator.
class RoundedTally : public Tally {
 public:
  void take(uint32_t id, int64_t bytes) override;
  void give_back(uint32_t id) override;
  void empty_cache() override {}  // a CPU's requests do not tell of it
  void reset_peaks() override;
  Moment now() const override;

 private:
  BlockTally blocks_;
  std::vector<int64_t> sizes_;  // by id: what it counts
  int64_t held_ = 0, peak_ = 0;
};

}  // namespace vramlint::probes
