// The process a training program runs in: environment variables and switches that decide what libraries allocate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/bytes.h"
#include "base/span.h"

namespace vramlint::config {

/// PYTORCH_CUDA_ALLOC_CONF. The defaults are PyTorch's.
struct AllocatorSettings {
  std::optional<Bytes> max_split_size;              ///< max_split_size_mb; above 20 MiB
  Bytes max_non_split_rounding{int64_t{20} << 20};  ///< max_non_split_rounding_mb
  /// roundup_power2_divisions by power of two of the request: up to 2 MiB, 4 MiB, … 64 GiB; each a power of two, or 0.
  std::array<int64_t, 16> roundup_divisions{};
  std::optional<Bytes> roundup_bypass;      ///< 1.13: requests of this size or more are not rounded so
  double garbage_collection_threshold = 0;  ///< share of the memory the process may take; 0: off
  std::optional<double> memory_fraction;    ///< torch.cuda.set_per_process_memory_fraction, or the newest setting
  bool expandable_segments = false;
  bool native = true;  ///< false: backend:cudaMallocAsync
  bool operator==(const AllocatorSettings&) const = default;
};

/// What is wrong with a text of settings, and where in it.
struct SettingsProblem {
  size_t begin = 0, end = 0;
  std::string message;
};

/// "max_split_size_mb:128,expandable_segments:True", as c10/cuda/CUDAAllocatorConfig.cpp [2.4] reads it.
std::variant<AllocatorSettings, SettingsProblem> parse_allocator_settings(std::string_view text);

/// CUBLAS_WORKSPACE_CONFIG: the sum of ":SIZE:COUNT" pairs, SIZE in KiB.
std::variant<Bytes, SettingsProblem> parse_cublas_workspaces(std::string_view text);

struct RuntimeFacts;

/// An environment variable as the program sets it. False: libraries know it, and refuse that text.
bool set_variable(RuntimeFacts& runtime, std::string_view name, const std::string& text);
/// Whether libraries go by the variable.
bool is_library_variable(std::string_view name);

struct RuntimeFacts {
  AllocatorSettings allocator;
  Span allocator_span;
  std::optional<Bytes> cublas_workspace;               ///< CUBLAS_WORKSPACE_CONFIG
  std::optional<Bytes> cublaslt_workspace;             ///< CUBLASLT_WORKSPACE_SIZE
  std::optional<bool> cublaslt_unified;                ///< TORCH_CUBLASLT_UNIFIED_WORKSPACE
  std::optional<bool> cublas_workspace_cached;         ///< TORCH_CUBLAS_WORKSPACE_CACHE
  std::optional<bool> cudnn_v8;                        ///< TORCH_CUDNN_V8_API_ENABLED or _DISABLED
  std::optional<bool> lazy_modules;                    ///< CUDA_MODULE_LOADING
  std::optional<bool> cudnn_benchmark, deterministic;  ///< torch.backends.cudnn; none: off
  std::optional<std::string> cuda;                     ///< version of CUDA that torch was built with: "11.8"

  /// What is not set here is as in `base`.
  void complete_from(const RuntimeFacts& base);
  bool operator==(const RuntimeFacts&) const = default;
};

}  // namespace vramlint::config
