#include "probes/meter/request_log.h"

namespace vramlint::probes {

namespace {

constexpr int64_t kGranule = 512;
constexpr int64_t kWrappedNumber = 8;

}  // namespace

int64_t rounded(int64_t bytes) { return bytes == 0 ? 0 : (bytes + kGranule - 1) / kGranule * kGranule; }

bool counts(int64_t bytes) { return bytes != kWrappedNumber; }

void Held::play_to(size_t end) {
  for (; next_ < end; ++next_) {
    const Request& request = log_[next_];
    if (request.id >= sizes_.size()) sizes_.resize(request.id + size_t{1});
    if (request.bytes == 0) {
      held_ -= sizes_[request.id];
      continue;
    }
    sizes_[request.id] = counts(request.bytes) ? rounded(request.bytes) : 0;
    held_ += sizes_[request.id];
    if (held_ <= peak_) continue;
    peak_ = held_;
    peak_at_ = next_;
  }
}

}  // namespace vramlint::probes
