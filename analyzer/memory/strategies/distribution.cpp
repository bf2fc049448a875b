#include "memory/strategies/distribution.h"

namespace vramlint::memory {

namespace {

struct Make {
  const config::DistributedFacts& facts;
  const DistributionParts& parts;

  std::unique_ptr<Distribution> operator()(const config::DdpFacts& ddp) const { return make_ddp(ddp, parts); }
  std::unique_ptr<Distribution> operator()(const config::DataParallelFacts&) const {
    return make_data_parallel(facts.gpus, parts);
  }
  std::unique_ptr<Distribution> operator()(const config::FsdpFacts& fsdp) const {
    return make_fsdp(fsdp, facts.gpus, parts);
  }
  std::unique_ptr<Distribution> operator()(const config::ZeroFacts& zero) const {
    return make_zero(zero, facts.gpus, parts);
  }
};

}  // namespace

std::unique_ptr<Distribution> make_distribution(const config::DistributedFacts& facts, const DistributionParts& parts) {
  return std::visit(Make{facts, parts}, facts.kind);
}

}  // namespace vramlint::memory
