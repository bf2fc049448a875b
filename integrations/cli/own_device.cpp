#include "integrations/cli/own_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

/// A device with the texts it points to.
struct Owned {
  std::string name, title, source;
  memory::Device device;
};

std::string identifier(std::string text) {
  if (text.starts_with("NVIDIA ")) text.erase(0, 7);
  for (char& c : text) c = c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_alike(const memory::Device& device, const gpu::LocalGpu& gpu) {
  const int64_t apart = std::abs(device.memory.count - gpu.memory.count);
  return device.compute_major == gpu.compute_major && device.compute_minor == gpu.compute_minor &&
         device.multiprocessors == gpu.multiprocessors && apart * 20 < gpu.memory.count;
}

}  // namespace

const memory::Device* device_like(const gpu::LocalGpu& gpu) {
  if (gpu.slice) return nullptr;
  if (const memory::Device* same = memory::find_device(gpu.name)) return same;
  const auto all = memory::devices();
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& device) { return is_alike(device, gpu); });
  return at == all.end() ? nullptr : &*at;
}

std::shared_ptr<const memory::Device> own_device(const gpu::LocalGpu& gpu) {
  const memory::Device* like = device_like(gpu);
  auto owned = std::make_shared<Owned>();
  owned->name = like ? std::string(like->name) : identifier(gpu.name);
  owned->title = gpu.name;
  owned->source = "this machine's driver";
  owned->device = {.name = owned->name,
                   .title = owned->title,
                   .memory = gpu.memory,
                   .compute_major = gpu.compute_major,
                   .compute_minor = gpu.compute_minor,
                   .multiprocessors = gpu.multiprocessors > 0 || !like ? gpu.multiprocessors : like->multiprocessors,
                   .source = owned->source,
                   .measured = true};
  return {owned, &owned->device};
}

std::string nothing_found(const gpu::LocalGpus& found) {
  std::string text = "no NVIDIA GPU was found on this machine";
  for (size_t i = 0; i < found.troubles.size(); ++i) text += (i == 0 ? ": " : "; ") + found.troubles[i];
  return found.troubles.empty() ? text + ": the driver is there, but shows none" : text;
}

std::shared_ptr<const memory::Device> detected_device() {
  const gpu::LocalGpus found = gpu::local_gpus();
  const gpu::LocalGpu* gpu = gpu::first_usable(found);
  if (!gpu) throw UsageError("--device auto: " + nothing_found(found) + "; --device NAME or --memory SIZE says it");
  return own_device(*gpu);
}

}  // namespace vramlint::cli
