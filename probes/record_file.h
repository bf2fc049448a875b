// A measurement as a record: what `vramlint check` picks up.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace vramlint::probes {

struct Figures {
  int64_t peak_allocated = 0, peak_reserved = 0, saved = 0;
};

struct Record {
  std::string kind;        ///< "step", "module"
  std::string graph_hash;  ///< of a step
  std::string phase;
  std::string settings;  ///< what the experiment does around the graph, in the words of who asked
  Figures measured;
  std::optional<Figures> simulated;
  std::optional<Figures> replayed;          ///< the recorded requests in our model of the allocator
  std::optional<int64_t> context, process;  ///< bytes; of a CUDA device only
};

/// Format version 1, with torch, CUDA, device and date of this moment.
nlohmann::ordered_json to_json(const Record& record);

/// FOLDER/<hash>.json.
std::string record_path(const std::string& folder, const std::string& graph_hash);

}  // namespace vramlint::probes
