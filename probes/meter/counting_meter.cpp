#include "probes/meter/counting_meter.h"

#include "probes/meter/counting_allocator.h"

namespace vramlint::probes {

size_t CountingMeter::mark() {
  marks_.push_back(requests().size());
  return marks_.size() - 1;
}

std::vector<Moment> CountingMeter::moments() {
  const RequestLog log(requests().begin(), requests().begin() + static_cast<std::ptrdiff_t>(marks_.back()));
  RoundedTally tally;
  return probes::moments(log, marks_, tally);
}

Course CountingMeter::expected(const memory::Trace& trace) const {
  RoundedTally tally;
  return course_of(trace, tally, false);
}

}  // namespace vramlint::probes
