#include "integrations/cli/detect.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "integrations/cli/own_device.h"
#include "integrations/cli/table.h"
#include "report/unicode.h"

namespace vramlint::cli {

std::string detected_text(const gpu::LocalGpus& found) {
  std::vector<std::vector<std::string>> rows = {{"CUDA", "GPU", "memory", "free now", "compute", "SMs", "known as"}};
  for (const gpu::LocalGpu& gpu : found.gpus) {
    const memory::Device* like = device_like(gpu);
    const std::string name = (gpu.slice ? "  " : "") + printable(gpu.name) + (gpu.cut ? " (cut by MIG)" : "");
    rows.push_back({gpu.ordinal ? std::to_string(*gpu.ordinal) : "-", name, to_string(gpu.memory),
                    gpu.free ? to_string(*gpu.free) : "?", fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor),
                    gpu.multiprocessors > 0 ? std::to_string(gpu.multiprocessors) : "?",
                    like ? std::string(like->name) : "-"});
  }
  std::string text = table(rows, {2, 3, 4, 5});
  if (!found.driver.empty()) text += fmt::format("\nDriver {}.\n", printable(found.driver));
  for (const std::string& trouble : found.troubles) text += "Not asked: " + printable(trouble) + "\n";
  return text;
}

std::string detected_json(const gpu::LocalGpus& found) {
  nlohmann::ordered_json gpus = nlohmann::ordered_json::array();
  for (const gpu::LocalGpu& gpu : found.gpus) {
    const memory::Device* like = device_like(gpu);
    nlohmann::ordered_json json = {{"title", gpu.name}, {"uuid", gpu.uuid}, {"memory", gpu.memory.count}};
    json["free"] = gpu.free ? nlohmann::ordered_json(gpu.free->count) : nullptr;
    json["compute_capability"] = fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor);
    json["multiprocessors"] = gpu.multiprocessors > 0 ? nlohmann::ordered_json(gpu.multiprocessors) : nullptr;
    json["slice"] = gpu.slice;
    json["cut"] = gpu.cut;
    json["ordinal"] = gpu.ordinal ? nlohmann::ordered_json(*gpu.ordinal) : nullptr;
    json["name"] = like ? nlohmann::ordered_json(like->name) : nullptr;
    gpus.push_back(std::move(json));
  }
  const nlohmann::ordered_json json = {{"driver", found.driver}, {"gpus", gpus}, {"troubles", found.troubles}};
  return printable_json(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::cli
