// Rows of tests/measured/h100, and what the caching allocator makes of a size.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace vramlint::memory::test {

inline std::vector<nlohmann::json> measured_rows(const std::string& family) {
  std::ifstream file(VRAMLINT_SOURCE_DIR "/tests/measured/h100/" + family + ".jsonl");
  std::vector<nlohmann::json> result;
  for (std::string line; std::getline(file, line);) result.push_back(nlohmann::json::parse(line));
  return result;
}

/// As the caching allocator rounds: kMinBlockSize, c10/cuda/CUDACachingAllocator.h.
inline int64_t block(int64_t bytes) { return (bytes + 511) / 512 * 512; }
inline int64_t block(Bytes bytes) { return block(bytes.count); }

}  // namespace vramlint::memory::test
