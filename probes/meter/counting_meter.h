// Measures on a CPU, by the log of the counting allocator.
#pragma once

#include "probes/meter/meter.h"

namespace vramlint::probes {

class CountingMeter : public Meter {
 public:
  size_t mark() override;
  std::vector<Moment> moments() override;
  Course expected(const memory::Trace& trace) const override;
  const memory::Device* device() const override { return nullptr; }
  ProcessMemory process() const override { return {}; }

 private:
  std::vector<size_t> marks_;  // places in the log
};

}  // namespace vramlint::probes
