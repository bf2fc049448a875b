// The table's memory is what CUDA gives a process (cudaMemGetInfo's total) wherever a public log shows it, for that is
// what an allocation meets; nvidia-smi's memory.total is a little larger where ECC or the driver keep some. Windows
// shows the whole nominal size. Compute capability: NVIDIA's list of CUDA GPUs. Multiprocessors: CUDA cores of NVIDIA's
// product pages and architecture whitepapers, 64 a multiprocessor on Volta, Turing and GA100, 128 after.
#include "memory/devices.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace vramlint::memory {

namespace {

constexpr Bytes gib(double count) { return Bytes(static_cast<int64_t>(count * 1024 * 1024 * 1024)); }
constexpr Bytes mib(int64_t count) { return Bytes(count * 1024 * 1024); }

/// Without a reading: nominal size less what the driver keeps on measured cards of the size: 0.19 to 0.22 GiB below
/// 10 GB, about 2 % up to 20 GB, about 1.5 % above; 8 % with ECC in GDDR6; 1.2 % with HBM.
constexpr Bytes plain(double gigabytes) {
  if (gigabytes < 10) return gib(gigabytes - 0.22);
  return gib(gigabytes * (gigabytes <= 20 ? 0.98 : 0.985));
}
constexpr Bytes ecc(double gigabytes) { return gib(gigabytes * 0.92); }
constexpr Bytes hbm(double gigabytes) { return gib(gigabytes * 0.988); }

constexpr std::string_view kNominal = "nominal size less what the driver keeps on measured cards of the size";
constexpr std::string_view kNominalEcc = "nominal size less 8 %, as measured on cards with ECC in GDDR6";
constexpr std::string_view kNominalHbm = "nominal size less 1.2 %, as measured on cards with HBM";

// clang-format off
constexpr Device kDevices[] = {
    {"gtx1650", "GeForce GTX 1650", gib(3.81), 7, 5, 14, "total capacity in a PyTorch out-of-memory message, ultralytics/yolov5#285", true},
    {"gtx1650super", "GeForce GTX 1650 Super", plain(4), 7, 5, 20, kNominal, false},
    {"gtx1660", "GeForce GTX 1660", plain(6), 7, 5, 22, kNominal, false},
    {"gtx1660super", "GeForce GTX 1660 Super", plain(6), 7, 5, 22, kNominal, false},
    {"gtx1660ti", "GeForce GTX 1660 Ti", gib(5.81), 7, 5, 24, "total capacity in a PyTorch out-of-memory message, zhou13/lcnn#23", true},
    {"rtx2060", "GeForce RTX 2060", gib(5.79), 7, 5, 30, "total capacity in a PyTorch out-of-memory message, facebookresearch/meshrcnn#92", true},
    {"rtx2060-12gb", "GeForce RTX 2060 12GB", plain(12), 7, 5, 34, kNominal, false},
    {"rtx2060super", "GeForce RTX 2060 Super", plain(8), 7, 5, 34, kNominal, false},
    {"rtx2070", "GeForce RTX 2070", plain(8), 7, 5, 36, kNominal, false},
    {"rtx2070super", "GeForce RTX 2070 Super", plain(8), 7, 5, 40, kNominal, false},
    {"rtx2080", "GeForce RTX 2080", plain(8), 7, 5, 46, kNominal, false},
    {"rtx2080super", "GeForce RTX 2080 Super", plain(8), 7, 5, 48, kNominal, false},
    {"rtx2080ti", "GeForce RTX 2080 Ti", gib(10.76), 7, 5, 68, "total capacity in a PyTorch out-of-memory message, JDAI-CV/image-captioning#11", true},
    {"titanv", "Titan V", hbm(12), 7, 0, 80, kNominalHbm, false},
    {"titanrtx", "Titan RTX", plain(24), 7, 5, 72, kNominal, false},
    {"rtx3050-6gb", "GeForce RTX 3050 6GB", plain(6), 8, 6, 18, kNominal, false},
    {"rtx3050", "GeForce RTX 3050", plain(8), 8, 6, 20, kNominal, false},
    {"rtx3060", "GeForce RTX 3060", plain(12), 8, 6, 28, kNominal, false},
    {"rtx3060-8gb", "GeForce RTX 3060 8GB", plain(8), 8, 6, 28, kNominal, false},
    {"rtx3060ti", "GeForce RTX 3060 Ti", plain(8), 8, 6, 38, kNominal, false},
    {"rtx3070", "GeForce RTX 3070", gib(7.78), 8, 6, 46, "total capacity in a PyTorch out-of-memory message, akshitac8/OW-DETR#46", true},
    {"rtx3070ti", "GeForce RTX 3070 Ti", plain(8), 8, 6, 48, kNominal, false},
    {"rtx3080", "GeForce RTX 3080", gib(9.78), 8, 6, 68, "total capacity in a PyTorch out-of-memory message, zai-org/CogVideo#34", true},
    {"rtx3080-12gb", "GeForce RTX 3080 12GB", plain(12), 8, 6, 70, kNominal, false},
    {"rtx3080ti", "GeForce RTX 3080 Ti", plain(12), 8, 6, 80, kNominal, false},
    {"rtx3090", "GeForce RTX 3090", gib(23.69), 8, 6, 82, "total capacity in PyTorch out-of-memory messages; nvidia-smi shows 24576 MiB", true},
    {"rtx3090ti", "GeForce RTX 3090 Ti", plain(24), 8, 6, 84, kNominal, false},
    {"rtx3050-laptop", "GeForce RTX 3050 Laptop", plain(4), 8, 6, 16, kNominal, false},
    {"rtx3050ti-laptop", "GeForce RTX 3050 Ti Laptop", plain(4), 8, 6, 20, kNominal, false},
    {"rtx3060-laptop", "GeForce RTX 3060 Laptop", gib(5.8), 8, 6, 30, "total capacity in a PyTorch out-of-memory message, JiehongLin/SAM-6D#13", true},
    {"rtx3070-laptop", "GeForce RTX 3070 Laptop", plain(8), 8, 6, 40, kNominal, false},
    {"rtx3070ti-laptop", "GeForce RTX 3070 Ti Laptop", plain(8), 8, 6, 46, kNominal, false},
    {"rtx3080-laptop", "GeForce RTX 3080 Laptop", plain(8), 8, 6, 48, kNominal, false},
    {"rtx3080-laptop-16gb", "GeForce RTX 3080 Laptop 16GB", plain(16), 8, 6, 48, kNominal, false},
    {"rtx3080ti-laptop", "GeForce RTX 3080 Ti Laptop", plain(16), 8, 6, 58, kNominal, false},
    {"rtx4060", "GeForce RTX 4060", plain(8), 8, 9, 24, kNominal, false},
    {"rtx4060ti", "GeForce RTX 4060 Ti", plain(8), 8, 9, 34, kNominal, false},
    {"rtx4060ti-16gb", "GeForce RTX 4060 Ti 16GB", plain(16), 8, 9, 34, kNominal, false},
    {"rtx4070", "GeForce RTX 4070", plain(12), 8, 9, 46, kNominal, false},
    {"rtx4070super", "GeForce RTX 4070 Super", plain(12), 8, 9, 56, kNominal, false},
    {"rtx4070ti", "GeForce RTX 4070 Ti", plain(12), 8, 9, 60, kNominal, false},
    {"rtx4070tisuper", "GeForce RTX 4070 Ti Super", plain(16), 8, 9, 66, kNominal, false},
    {"rtx4080", "GeForce RTX 4080", plain(16), 8, 9, 76, kNominal, false},
    {"rtx4080super", "GeForce RTX 4080 Super", plain(16), 8, 9, 80, kNominal, false},
    {"rtx4090", "GeForce RTX 4090", gib(23.64), 8, 9, 128, "total capacity in a PyTorch out-of-memory message, ali-vilab/VGen#104", true},
    {"rtx4090d", "GeForce RTX 4090 D", plain(24), 8, 9, 114, kNominal, false},
    {"rtx4050-laptop", "GeForce RTX 4050 Laptop", plain(6), 8, 9, 20, kNominal, false},
    {"rtx4060-laptop", "GeForce RTX 4060 Laptop", plain(8), 8, 9, 24, kNominal, false},
    {"rtx4070-laptop", "GeForce RTX 4070 Laptop", plain(8), 8, 9, 36, kNominal, false},
    {"rtx4080-laptop", "GeForce RTX 4080 Laptop", plain(12), 8, 9, 58, kNominal, false},
    {"rtx4090-laptop", "GeForce RTX 4090 Laptop", plain(16), 8, 9, 76, kNominal, false},
    {"rtx5050", "GeForce RTX 5050", plain(8), 12, 0, 20, kNominal, false},
    {"rtx5060", "GeForce RTX 5060", plain(8), 12, 0, 30, kNominal, false},
    {"rtx5060ti", "GeForce RTX 5060 Ti", plain(8), 12, 0, 36, kNominal, false},
    {"rtx5060ti-16gb", "GeForce RTX 5060 Ti 16GB", mib(15816), 12, 0, 36, "CUDA-visible total, Luce-Org/lucebox#407", true},
    {"rtx5070", "GeForce RTX 5070", plain(12), 12, 0, 48, kNominal, false},
    {"rtx5070ti", "GeForce RTX 5070 Ti", plain(16), 12, 0, 70, kNominal, false},
    {"rtx5080", "GeForce RTX 5080", plain(16), 12, 0, 84, kNominal, false},
    {"rtx5090", "GeForce RTX 5090", gib(31.37), 12, 0, 170, "total capacity in a PyTorch out-of-memory message, Wan-Video/Wan2.1#465", true},
    {"rtx5060-laptop", "GeForce RTX 5060 Laptop", plain(8), 12, 0, 26, kNominal, false},
    {"rtx5070-laptop", "GeForce RTX 5070 Laptop", plain(8), 12, 0, 36, kNominal, false},
    {"rtx5070ti-laptop", "GeForce RTX 5070 Ti Laptop", plain(12), 12, 0, 46, kNominal, false},
    {"rtx5080-laptop", "GeForce RTX 5080 Laptop", plain(16), 12, 0, 60, kNominal, false},
    {"rtx5090-laptop", "GeForce RTX 5090 Laptop", plain(24), 12, 0, 82, kNominal, false},
    {"rtx4000", "Quadro RTX 4000", gib(7.8), 7, 5, 36, "total capacity in a PyTorch out-of-memory message, CompVis/stable-diffusion#485", true},
    {"rtx5000", "Quadro RTX 5000", plain(16), 7, 5, 48, kNominal, false},
    {"rtx6000", "Quadro RTX 6000", plain(24), 7, 5, 72, kNominal, false},
    {"rtx8000", "Quadro RTX 8000", plain(48), 7, 5, 72, kNominal, false},
    {"gv100", "Quadro GV100", hbm(32), 7, 0, 80, kNominalHbm, false},
    {"rtxa2000", "RTX A2000", plain(6), 8, 6, 26, kNominal, false},
    {"rtxa2000-12gb", "RTX A2000 12GB", plain(12), 8, 6, 26, kNominal, false},
    {"rtxa4000", "RTX A4000", gib(15.61), 8, 6, 48, "total capacity in a PyTorch out-of-memory message, DengKaiCQ/VGGT-Long#6", true},
    {"rtxa4500", "RTX A4500", plain(20), 8, 6, 56, kNominal, false},
    {"rtxa5000", "RTX A5000", plain(24), 8, 6, 64, kNominal, false},
    {"rtxa5500", "RTX A5500", plain(24), 8, 6, 80, kNominal, false},
    {"rtxa6000", "RTX A6000", plain(48), 8, 6, 84, kNominal, false},
    {"rtx2000ada", "RTX 2000 Ada", plain(16), 8, 9, 22, kNominal, false},
    {"rtx4000ada", "RTX 4000 Ada", plain(20), 8, 9, 48, kNominal, false},
    {"rtx4500ada", "RTX 4500 Ada", plain(24), 8, 9, 60, kNominal, false},
    {"rtx5000ada", "RTX 5000 Ada", plain(32), 8, 9, 100, kNominal, false},
    {"rtx5880ada", "RTX 5880 Ada", plain(48), 8, 9, 110, kNominal, false},
    {"rtx6000ada", "RTX 6000 Ada", gib(44.43), 8, 9, 142, "total capacity in a PyTorch out-of-memory message, DINGYANB/MTVCrafter#21 (ECC on; nvidia-smi shows 46068 MiB)", true},
    {"rtxpro2000", "RTX PRO 2000 Blackwell", plain(16), 12, 0, 34, kNominal, false},
    {"rtxpro4000", "RTX PRO 4000 Blackwell", plain(24), 12, 0, 70, kNominal, false},
    {"rtxpro4500", "RTX PRO 4500 Blackwell", mib(32623), 12, 0, 82, "memory.total of nvidia-smi, 0xSero/local-ai-registry#56", true},
    {"rtxpro5000", "RTX PRO 5000 Blackwell", plain(48), 12, 0, 110, kNominal, false},
    {"rtxpro6000", "RTX PRO 6000 Blackwell", plain(96), 12, 0, 188, kNominal, false},
    {"t4", "Tesla T4", gib(14.56), 7, 5, 40, "total capacity in a PyTorch out-of-memory message, Zheng-Chong/CatVTON#133 (ECC on; nvidia-smi shows 15360 MiB)", true},
    {"v100", "Tesla V100 16GB", gib(15.78), 7, 0, 80, "total capacity in a PyTorch out-of-memory message, kchengiva/Shift-GCN#34", true},
    {"v100-32gb", "Tesla V100 32GB", gib(31.74), 7, 0, 80, "total capacity in a PyTorch out-of-memory message, haotian-liu/LLaVA#812", true},
    {"a2", "A2", ecc(16), 8, 6, 10, kNominalEcc, false},
    {"a10", "A10", gib(21.99), 8, 6, 72, "total capacity in a PyTorch out-of-memory message, zai-org/CogVLM#236 (ECC on; nvidia-smi shows 23028 MiB)", true},
    {"a10g", "A10G", ecc(24), 8, 6, 80, kNominalEcc, false},
    {"a16", "A16 (one of its four GPUs)", ecc(16), 8, 6, 10, kNominalEcc, false},
    {"a30", "A30", gib(23.53), 8, 0, 56, "total capacity in a PyTorch out-of-memory message, google/RB-Modulation#5", true},
    {"a40", "A40", ecc(48), 8, 6, 84, kNominalEcc, false},
    {"a100", "A100 40GB", gib(39.5), 8, 0, 108, "total capacity in a PyTorch out-of-memory message, TianheWu/CoSeR#10", true},
    {"a100-80gb", "A100 80GB", gib(79.25), 8, 0, 108, "total capacity in a PyTorch out-of-memory message, levihsu/OOTDiffusion#235", true},
    {"a800", "A800 80GB", gib(79.33), 8, 0, 108, "total capacity in a PyTorch out-of-memory message, hahnyuan/PB-LLM#3", true},
    {"l4", "L4", mib(22574), 8, 9, 58, "memory.total of nvidia-smi, NVIDIA/TensorRT-LLM#2398, less what CUDA shows less on the L40S", false},
    {"l20", "L20", ecc(48), 8, 9, 92, kNominalEcc, false},
    {"l40", "L40", ecc(48), 8, 9, 142, kNominalEcc, false},
    {"l40s", "L40S", gib(44.53), 8, 9, 142, "total capacity in a PyTorch out-of-memory message, Wan-Video/Wan2.1#205 (ECC on; nvidia-smi shows 46068 MiB)", true},
    {"h100-pcie", "H100 PCIe", hbm(80), 9, 0, 114, kNominalHbm, false},
    {"h100", "H100 SXM", gib(79.11), 9, 0, 132, "total capacity in a PyTorch out-of-memory message, vllm-project/vllm#27508 (nvidia-smi shows 81559 MiB)", true},
    {"h100-nvl", "H100 NVL", gib(93.0), 9, 0, 132, "total capacity in a PyTorch out-of-memory message, ali-vilab/VACE#56", true},
    {"h800", "H800 SXM", hbm(80), 9, 0, 132, kNominalHbm, false},
    {"h20", "H20", hbm(96), 9, 0, 78, kNominalHbm, false},
    {"h200", "H200", hbm(141), 9, 0, 132, kNominalHbm, false},
    {"gh200", "GH200 96GB", hbm(96), 9, 0, 132, kNominalHbm, false},
    {"gh200-144gb", "GH200 144GB", hbm(144), 9, 0, 132, kNominalHbm, false},
    {"b200", "B200", hbm(180), 10, 0, 148, kNominalHbm, false},
};
// clang-format on

/// Other ways to write a name, normalised.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"v10016", "v100"},
    {"a10040", "a100"},
    {"a10080pcie", "a10080"},
    {"a80080", "a800"},
    {"h100sxm", "h100"},
    {"h10080", "h100"},
    {"h10080hbm3", "h100"},
    {"h100hbm3", "h100"},
    {"gh20096", "gh200"},
    {"a6000", "rtxa6000"},
    {"a5000", "rtxa5000"},
    {"a4000", "rtxa4000"},
    {"a4500", "rtxa4500"},
    {"a2000", "rtxa2000"},
    {"b200sxm", "b200"},
    {"rtx308010", "rtx3080"},
    {"rtx306012", "rtx3060"},
    {"rtx30508", "rtx3050"},
    {"rtx6000adageneration", "rtx6000ada"},
};

constexpr std::string_view kNoise[] = {
    "nvidia",        "geforce",   "tesla", "quadro", "sxm2", "sxm4", "gpu", "blackwell", "workstationedition",
    "serveredition", "generation"};

std::string normalised(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) result += static_cast<char>(std::tolower(byte));
  }
  for (const std::string_view noise : kNoise) {
    const size_t at = result.find(noise);
    if (at != std::string::npos && result.size() > noise.size()) result.erase(at, noise.size());
  }
  for (size_t at = result.find("gb"); at != std::string::npos; at = result.find("gb")) result.erase(at, 2);
  const auto alias =
      std::find_if(std::begin(kAliases), std::end(kAliases), [&](const auto& a) { return a.first == result; });
  return alias == std::end(kAliases) ? result : std::string(alias->second);
}

/// Levenshtein's, on names cut to a length that no device name reaches.
size_t edit_distance(std::string_view from, std::string_view to) {
  from = from.substr(0, 40);
  std::array<size_t, 41> row{};
  for (size_t i = 0; i <= from.size(); ++i) row[i] = i;
  for (size_t j = 1; j <= to.size(); ++j) {
    size_t diagonal = std::exchange(row[0], j);
    for (size_t i = 1; i <= from.size(); ++i) {
      const size_t replaced = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[i];
      row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
    }
  }
  return row[from.size()];
}

}  // namespace

std::span<const Device> devices() { return kDevices; }

const Device* find_device(std::string_view name) {
  const std::string wanted = normalised(name.substr(0, 200));
  for (const Device& device : kDevices) {
    if (wanted == normalised(device.name) || wanted == normalised(device.title)) return &device;
  }
  return nullptr;
}

std::vector<std::string_view> suggest_devices(std::string_view name) {
  const std::string wanted = normalised(name.substr(0, 200));
  std::vector<std::pair<size_t, std::string_view>> ranked;
  for (const Device& device : kDevices) {
    const std::string known = normalised(device.name);
    const bool part = wanted.size() >= 3 && known.find(wanted) != std::string::npos;
    const size_t distance = part ? 1 : edit_distance(wanted, known);
    if (distance <= std::max<size_t>(2, wanted.size() / 3)) ranked.emplace_back(distance, device.name);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& lhs, const auto& rhs) { return lhs.first < rhs.first; });
  std::vector<std::string_view> result;
  for (size_t i = 0; i < ranked.size() && i < 3; ++i) result.push_back(ranked[i].second);
  return result;
}

}  // namespace vramlint::memory
