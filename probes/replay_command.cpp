// `replay TRACE.json`: plays a dumped trace on the CUDA caching allocator, beside ours.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/cuda/replay.h"
#include "probes/device_choice.h"
#include "probes/measuring.h"
#include "probes/record_file.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

struct Requests {
  RequestLog log;
  size_t steady = 0;
};

/// A phase of what `vramlint dump trace --format json` wrote.
Requests read_requests(const json& phase) {
  Requests result;
  const size_t steady = phase.at("steady").get<size_t>();
  const json& events = phase.at("events");
  for (size_t i = 0; i < events.size(); ++i) {
    if (i == steady) result.steady = result.log.size();
    const json& event = events[i];
    if (event.contains("allocate") && event.at("bytes").get<int64_t>() > 0) {
      result.log.push_back({event.at("allocate").get<uint32_t>(), event.at("bytes").get<int64_t>()});
    } else if (event.contains("free")) {
      result.log.push_back({event.at("free").get<uint32_t>(), 0});
    }
  }
  return result;
}

void print_row(const char* what, int64_t measured, int64_t expected) {
  std::printf("  %-16s %15lld measured %15lld simulated\n", what, static_cast<long long>(measured),
              static_cast<long long>(expected));
}

void print_device(const char* what, const std::optional<int64_t>& bytes) {
  if (bytes) std::printf("  %-16s %15lld measured\n", what, static_cast<long long>(*bytes));
}

Record replayed(const json& phase) {
  const Requests requests = read_requests(phase);
  BlockTally tally;
  const Moment expected = moments(requests.log, {0, requests.steady}, tally).back();
  const cuda::Peaks measured = cuda::replay(requests.log, requests.steady, chosen_device().index);
  Record record;
  record.kind = "replay";
  record.phase = phase.at("phase").get<std::string>();
  record.measured = {measured.allocated, measured.reserved, 0};
  record.simulated = Figures{expected.peak, expected.reserved, 0};
  record.context = measured.context;
  record.process = measured.process;
  return record;
}

void print(const Record& record) {
  std::printf("phase %s on %s, CUDA %s, torch %s\n", record.phase.c_str(), device_name().c_str(),
              cuda_version().value_or("").c_str(), torch_version().c_str());
  print_row("peak allocated", record.measured.peak_allocated, record.simulated->peak_allocated);
  print_row("peak reserved", record.measured.peak_reserved, record.simulated->peak_reserved);
  print_device("context", record.context);
  print_device("process", record.process);
}

}  // namespace

int replay_command(const std::vector<std::string>& words) {
  const CommandLine options(words, {"device", "json?"});
  if (options.plain().size() != 1) throw UsageError("replay takes one file: a dumped trace");
  const json document = json::parse(read_text(options.plain()[0]), nullptr, false);
  if (!document.is_object() || !document.contains("phases")) throw UsageError("replay: this is no dumped trace");
  start_measuring(options, Kernels::own, "cuda");
  if (!chosen_device().cuda) throw UsageError("replay needs a CUDA device: a CPU has no caching allocator");
  bool equal = true;
  try {
    for (const json& phase : document["phases"]) {
      const Record record = replayed(phase);
      options.has("json") ? void(std::cout << to_json(record).dump() << std::endl) : print(record);
      equal = equal && record.measured.peak_allocated == record.simulated->peak_allocated &&
              record.measured.peak_reserved == record.simulated->peak_reserved;
    }
  } catch (const json::exception& error) {
    throw UsageError(std::string("replay: this is no dumped trace: ") + error.what());
  }
  return equal ? 0 : 1;
}

}  // namespace vramlint::probes
