#include "probes/cuda/statistics_meter.h"
#include "probes/device_choice.h"
#include "probes/meter/counting_meter.h"

namespace vramlint::probes {

std::unique_ptr<Meter> start_meter() {
  const DeviceChoice& device = chosen_device();
  if (device.cuda) return std::make_unique<cuda::StatisticsMeter>(device.index);
  return std::make_unique<CountingMeter>();
}

}  // namespace vramlint::probes
