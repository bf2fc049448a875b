#include "probes/cuda/statistics_meter.h"

#include <algorithm>

#include "probes/cuda/allocator.h"

namespace vramlint::probes::cuda {

ProcessMemory process_memory(int device) {
  const std::optional<int64_t> process = used_since_start(device);
  if (!process) return {};
  return {*process - statistics(device).reserved, process};
}

StatisticsMeter::StatisticsMeter(int device) : device_(device), facts_(device_facts(device)) {
  described_ = {.name = facts_.name,
                .title = facts_.name,
                .memory = Bytes(facts_.memory),
                .compute_major = facts_.compute_major,
                .compute_minor = facts_.compute_minor,
                .multiprocessors = facts_.multiprocessors,
                .source = "this machine",
                .measured = true};
  empty_cache();
  const Statistics before = statistics(device_);
  clean_ = before.allocated == 0;
  requests_before_ = before.requests;
  if (keeps_history()) start_history();
  recording_ = keeps_history();
}

StatisticsMeter::~StatisticsMeter() {
  if (recording_) end_history(device_);
}

size_t StatisticsMeter::mark() {
  const Statistics now = statistics(device_);
  if (!moments_.empty()) {
    moments_.back().peak = now.allocated_peak;
    moments_.back().reserved = now.reserved_peak;
  }
  moments_.push_back({now.allocated, now.allocated, now.reserved});
  requests_.push_back(now.requests - requests_before_);
  reset_peaks(device_);
  return moments_.size() - 1;
}

Course StatisticsMeter::expected(const memory::Trace& trace) const {
  BlockTally tally;
  return course_of(trace, tally, true);
}

std::optional<Moment> StatisticsMeter::replayed(size_t steady) {
  if (!recording_ || !clean_) return std::nullopt;
  RequestLog log = requests_of(end_history(device_));
  recording_ = false;
  if (static_cast<int64_t>(log.size()) < requests_.back()) return std::nullopt;  // the record was too short for the run
  log.resize(static_cast<size_t>(requests_.back()));
  std::vector<size_t> marks = {0, static_cast<size_t>(requests_.at(steady))};
  BlockTally tally;
  return probes::moments(log, marks, tally).back();
}

}  // namespace vramlint::probes::cuda
