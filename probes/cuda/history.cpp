#include "probes/cuda/history.h"

#include <unordered_map>

namespace vramlint::probes::cuda {

RequestLog requests_of(const std::vector<HistoryEntry>& history) {
  using Kind = HistoryEntry::Kind;
  RequestLog log;
  std::unordered_map<uint64_t, uint32_t> alive;  // by address
  uint32_t next = 0;
  for (const HistoryEntry& entry : history) {
    if (entry.kind == Kind::taken) {
      alive[entry.address] = next;
      log.push_back({next++, entry.bytes});
    } else if (entry.kind == Kind::returned) {
      const auto found = alive.find(entry.address);
      log.push_back({found == alive.end() ? next++ : found->second, 0});
      if (found != alive.end()) alive.erase(found);
    }
  }
  return log;
}

}  // namespace vramlint::probes::cuda
