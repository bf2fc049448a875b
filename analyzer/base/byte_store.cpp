// A file: the XXH3 of what follows, the key's length, the key, the bytes. Its name is the XXH3 of the key.
#include "base/byte_store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstring>
#include <fstream>

#include "base/write_file.h"

namespace vramlint {

namespace fs = std::filesystem;

namespace {

constexpr size_t kSum = sizeof(uint64_t), kHead = 2 * sizeof(uint64_t);
constexpr uintmax_t kLargest = uintmax_t{256} << 20;

std::string as_bytes(uint64_t number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

uint64_t number_at(std::string_view bytes, size_t place) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}

uint64_t sum_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::optional<std::string> whole_file(const fs::path& path) {
  std::error_code error;
  const uintmax_t size = fs::file_size(path, error);
  if (error || size < kHead || size > kLargest) return {};
  std::string bytes(size, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) return {};
  return bytes;
}

}  // namespace

fs::path ByteStore::place_of(std::string_view key) const {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  std::string name;
  for (const uint64_t half : {hash.high64, hash.low64}) {
    for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[(half >> shift) & 0xf];
  }
  return folder_ / name;
}

std::optional<std::string> ByteStore::get(std::string_view key) const {
  std::optional<std::string> bytes = whole_file(place_of(key));
  if (!bytes) return {};
  const std::string_view all = *bytes;
  if (sum_of(all.substr(kSum)) != number_at(all, 0) || number_at(all, kSum) != key.size()) return {};
  if (all.substr(kHead, key.size()) != key) return {};
  return bytes->substr(kHead + key.size());
}

void ByteStore::put(std::string_view key, std::string_view bytes) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  std::string rest = as_bytes(key.size());
  rest.append(key).append(bytes);
  (void)write_file(place_of(key), as_bytes(sum_of(rest)) + rest);
}

}  // namespace vramlint
