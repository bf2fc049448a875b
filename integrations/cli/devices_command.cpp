#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analyze.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/detect.h"
#include "integrations/cli/own_device.h"
#include "integrations/cli/table.h"

namespace vramlint::cli {
namespace {
namespace devices_command {

std::string as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const memory::Device& device : memory::devices()) {
    const Interval context = memory::cuda_context(&device, graph::kDefaultTorch);
    list.push_back(
        {{"name", device.name},
         {"title", device.title},
         {"memory", device.memory.count},
         {"measured", device.measured},
         {"compute_capability", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
         {"multiprocessors", device.multiprocessors},
         {"context", {{"low", context.low.count}, {"point", context.point.count}, {"high", context.high.count}}},
         {"source", device.source}});
  }
  return list.dump(2) + "\n";
}

std::string as_text() {
  std::vector<std::vector<std::string>> rows = {{"name", "memory", "", "compute", "SMs", "GPU"}};
  for (const memory::Device& device : memory::devices()) {
    rows.push_back({std::string(device.name), to_string(device.memory), device.measured ? "" : "~",
                    fmt::format("{}.{}", device.compute_major, device.compute_minor),
                    std::to_string(device.multiprocessors), std::string(device.title)});
  }
  return table(rows, {1, 3, 4}) +
         "\nMemory is what the driver reports as total; ~ marks figures taken from the nominal size rather than read "
         "off\n"
         "a card. --device takes the names, also with capitals, spaces and \"NVIDIA\" in them.\n";
}

void print_detected(bool json) {
  const gpu::LocalGpus found = gpu::local_gpus();
  if (found.gpus.empty()) throw UsageError("devices: " + nothing_found(found));
  put(json ? detected_json(found) : detected_text(found));
}

}  // namespace devices_command
}  // namespace

void add_devices(Command program, int&) {
  Command command = program.subcommand("devices", "list the GPUs that --device knows, or this machine's own");
  const auto format = std::make_shared<std::string>("text");
  const auto detect = std::make_shared<bool>(false);
  command.flag("--detect", *detect, "ask this machine's driver; exit code 2 where there is no GPU");
  command.option("--format", *format, "text or json").type("FORMAT").one_of({"text", "json"});
  command.callback([format, detect] {
    const bool json = *format == "json";
    if (*detect) return devices_command::print_detected(json);
    put(json ? devices_command::as_json() : devices_command::as_text());
  });
}

}  // namespace vramlint::cli
