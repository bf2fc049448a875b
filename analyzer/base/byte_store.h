// Bytes that one run leaves for the next, in a folder of the user's: things that could be made again. What is missing,
// cut short or changed is as if it had never been there, and nothing that goes wrong here is an error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace vramlint {

/// Safe to use from several threads and processes at once, and to delete at any time.
class ByteStore {
 public:
  explicit ByteStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// What was put under the key, which is compared in whole.
  std::optional<std::string> get(std::string_view key) const;
  void put(std::string_view key, std::string_view bytes) const;

 private:
  std::filesystem::path place_of(std::string_view key) const;
  std::filesystem::path folder_;
};

}  // namespace vramlint
