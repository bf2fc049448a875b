#include <algorithm>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace loader_host_memory_rule {

constexpr Bytes kLarge{int64_t{16} << 30};

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built) return;
  std::vector<Span> told;
  for (const model::PhaseFacts& facts : analysis.built->facts) {
    if (!facts.loader || std::find(told.begin(), told.end(), facts.loader->span) != told.end()) continue;
    const model::LoaderFacts& loader = *facts.loader;
    told.push_back(loader.span);
    const int64_t batches = loader.workers * loader.prefetch;
    if (batches == 0 || loader.batch.count <= kLarge.count / batches) continue;
    report.add(
        loader.span,
        "The DataLoader of this loop holds up to {0} of host memory in batches that are ready: {1} workers × `prefetch_factor` {2} × {3} a batch, in each process that trains. Where the host, or a container's /dev/shm, has less, workers are killed. Fewer workers or `prefetch_factor=1` lower it; GPU memory does not change."_words(
            loader.batch * batches, loader.workers, loader.prefetch, loader.batch));
  }
}

}  // namespace loader_host_memory_rule
}  // namespace

extern const Rule loader_host_memory = {
    .name = "loader-host-memory",
    .code = "VL1038",
    .summary = "The workers of a DataLoader draw batches ahead that take more than 16 GiB of host memory.",
    .severity = Severity::warning,
    .concern = Concern::other,
    .needs = Stage::build,
    .check = loader_host_memory_rule::check,
};

}  // namespace vramlint::rules
