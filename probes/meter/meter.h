// The seam between running and measuring: steps, operators and modules mark where they are; what was held in between is
// the meter's business. One counts the requests of CPU kernels, the other reads the CUDA caching allocator's
// statistics.
#pragma once

#include <memory>
#include <optional>

#include "probes/meter/course.h"

namespace vramlint::probes {

/// What the device says of the process, bytes; of CUDA only, and only where the driver tells.
struct ProcessMemory {
  std::optional<int64_t> context;  ///< context and loaded kernels: the process less what the caching allocator has
  std::optional<int64_t> process;  ///< all that the process holds
};

class Meter {
 public:
  virtual ~Meter() = default;
  virtual size_t mark() = 0;  ///< where the run is now; its number, from 0 on
  /// One a mark. The run ends with the last one.
  virtual std::vector<Moment> moments() = 0;
  /// What the simulator says of the same run, counted in the same way.
  virtual Course expected(const memory::Trace& trace) const = 0;
  /// That the trace is made for; null: any, its workspaces left out.
  virtual const memory::Device* device() const = 0;
  /// The requests that the device has recorded, from the mark `steady` on, in our model of its allocator: how far the
  /// model itself is off. None where nothing is recorded. To be asked once, at the end of the run.
  virtual std::optional<Moment> replayed(size_t /*steady*/) { return std::nullopt; }
  /// Of the end of the run.
  virtual ProcessMemory process() const = 0;
};

/// For the chosen device. The run begins here.
std::unique_ptr<Meter> start_meter();

}  // namespace vramlint::probes
