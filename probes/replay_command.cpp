// `replay TRACE.json`: plays a dumped trace on the CUDA caching allocator, beside ours.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "memory/allocator.h"
#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/cuda/device.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

struct Moves {
  std::vector<cuda::Move> moves;
  size_t steady = 0;
};

/// A phase of what `vramlint dump trace --format json` wrote.
Moves read_moves(const json& phase) {
  Moves result;
  const size_t steady = phase.at("steady").get<size_t>();
  const json& events = phase.at("events");
  for (size_t i = 0; i < events.size(); ++i) {
    if (i == steady) result.steady = result.moves.size();
    const json& event = events[i];
    if (event.contains("allocate") && event.at("bytes").get<int64_t>() > 0) {
      result.moves.push_back({event.at("allocate").get<uint32_t>(), event.at("bytes").get<int64_t>()});
    } else if (event.contains("free")) {
      result.moves.push_back({event.at("free").get<uint32_t>(), 0});
    }
  }
  return result;
}

memory::AllocatorStats simulated(const Moves& play) {
  memory::CachingAllocator allocator;
  std::vector<std::optional<memory::CachingAllocator::BlockId>> blocks;
  for (size_t i = 0; i < play.moves.size(); ++i) {
    if (i == play.steady) allocator.reset_peaks();
    const cuda::Move& move = play.moves[i];
    if (move.id >= blocks.size()) blocks.resize(move.id + size_t{1});
    if (move.bytes > 0) {
      blocks[move.id] = allocator.allocate(Bytes(move.bytes));
    } else if (blocks[move.id]) {
      allocator.free(*std::exchange(blocks[move.id], std::nullopt));
    }
  }
  return allocator.stats();
}

void print_row(const char* what, int64_t measured, int64_t expected) {
  std::printf("  %-16s %15lld measured %15lld simulated\n", what, static_cast<long long>(measured),
              static_cast<long long>(expected));
}

}  // namespace

int replay_command(const std::vector<std::string>& words) {
  const CommandLine options(words, {});
  if (options.plain().size() != 1) throw UsageError("replay takes one file: a dumped trace");
  const json document = json::parse(read_text(options.plain()[0]), nullptr, false);
  if (!document.is_object() || !document.contains("phases")) throw UsageError("replay: this is no dumped trace");
  if (!cuda::built()) cuda::name();  // says why not
  bool equal = true;
  try {
    for (const json& phase : document["phases"]) {
      const Moves play = read_moves(phase);
      const memory::AllocatorStats expected = simulated(play);
      const cuda::Peaks measured = cuda::replay(play.moves, play.steady);
      std::printf("phase %s on %s, CUDA %s, torch %s\n", phase.at("phase").get<std::string>().c_str(),
                  cuda::name().c_str(), cuda::version().c_str(), torch_version().c_str());
      print_row("peak allocated", measured.allocated, expected.peak_allocated.count);
      print_row("peak reserved", measured.reserved, expected.peak_reserved.count);
      std::printf("  %-16s %15lld\n  %-16s %15lld\n", "context", static_cast<long long>(measured.context), "process",
                  static_cast<long long>(measured.process));
      equal = equal && measured.allocated == expected.peak_allocated.count &&
              measured.reserved == expected.peak_reserved.count;
    }
  } catch (const json::exception& error) {
    throw UsageError(std::string("replay: this is no dumped trace: ") + error.what());
  }
  return equal ? 0 : 1;
}

}  // namespace vramlint::probes
