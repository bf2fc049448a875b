#include "probes/record_file.h"

#include <array>
#include <ctime>

#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

using Json = nlohmann::ordered_json;

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

Json figures_json(const Figures& figures) {
  return {
      {"peak_allocated", figures.peak_allocated}, {"peak_reserved", figures.peak_reserved}, {"saved", figures.saved}};
}

template <typename Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json to_json(const Record& record) {
  Json object = {{"version", 1},
                 {"kind", record.kind},
                 {"graph_hash", record.graph_hash},
                 {"phase", record.phase},
                 {"settings", record.settings},
                 {"torch", torch_version()},
                 {"cuda", optional_json(cuda_version())},
                 {"device", device_name()},
                 {"compute_capability", optional_json(compute_capability())},
                 {"date", now()}};
  object.update(figures_json(record.measured));
  object["context"] = optional_json(record.context);
  object["process"] = optional_json(record.process);
  object["replayed"] = record.replayed ? Json{{"peak_allocated", record.replayed->peak_allocated},
                                              {"peak_reserved", record.replayed->peak_reserved}}
                                       : Json(nullptr);
  object["simulated"] = record.simulated ? figures_json(*record.simulated) : Json(nullptr);
  return object;
}

std::string record_path(const std::string& folder, const std::string& graph_hash) {
  return folder + "/" + graph_hash + ".json";
}

}  // namespace vramlint::probes
