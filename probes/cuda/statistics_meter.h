// Measures on a CUDA device, by the statistics of its caching allocator: read and reset at every mark.
#pragma once

#include "probes/cuda/driver.h"
#include "probes/cuda/history.h"
#include "probes/meter/meter.h"

namespace vramlint::probes::cuda {

/// What the process holds now, as far as the driver tells.
ProcessMemory process_memory(int device);

class StatisticsMeter : public Meter {
 public:
  /// Empties the cache, so that `reserved` begins with what is in use.
  explicit StatisticsMeter(int device);
  ~StatisticsMeter() override;
  StatisticsMeter(const StatisticsMeter&) = delete;
  StatisticsMeter& operator=(const StatisticsMeter&) = delete;

  size_t mark() override;
  std::vector<Moment> moments() override { return moments_; }
  Course expected(const memory::Trace& trace) const override;
  const memory::Device* device() const override { return &described_; }
  ProcessMemory process() const override { return process_memory(device_); }
  std::optional<Moment> replayed(size_t steady) override;

 private:
  int device_;
  DeviceFacts facts_;
  memory::Device described_;
  std::vector<Moment> moments_;
  std::vector<int64_t> requests_;  // by mark: requests and returns before it, less those before the run
  int64_t requests_before_ = 0;
  bool clean_ = false;  // nothing was held before the run
  bool recording_ = false;
};

}  // namespace vramlint::probes::cuda
