#include "probes/meter/request_log.h"

namespace vramlint::probes {

namespace {

constexpr int64_t kGranule = 512;
constexpr int64_t kWrappedNumber = 8;

}  // namespace

int64_t rounded(int64_t bytes) { return bytes == 0 ? 0 : (bytes + kGranule - 1) / kGranule * kGranule; }

bool counts(int64_t bytes) { return bytes != kWrappedNumber; }

std::vector<Moment> moments(const RequestLog& log, const std::vector<size_t>& marks, Tally& tally) {
  std::vector<Moment> result;
  for (size_t i = 0; i < marks.size(); ++i) {
    tally.reset_peaks();
    const int64_t held = tally.now().held;
    const size_t end = i + 1 < marks.size() ? marks[i + 1] : log.size();
    for (size_t at = marks[i]; at < end; ++at) {
      const Request& request = log[at];
      request.bytes > 0 ? tally.take(request.id, request.bytes) : tally.give_back(request.id);
    }
    result.push_back(tally.now());
    result.back().held = held;
  }
  return result;
}

}  // namespace vramlint::probes
