#include "base/byte_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace vramlint {
namespace {

namespace fs = std::filesystem;

class Stored : public testing::Test {
 protected:
  Stored() : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
  }
  ~Stored() override { fs::remove_all(folder_); }

  fs::path only_file() const { return fs::directory_iterator(folder_)->path(); }

  fs::path folder_;
  ByteStore store_{folder_};
};

TEST_F(Stored, GivesBackWhatWasPut) {
  EXPECT_FALSE(store_.get("key"));
  const std::string bytes("a\0b", 3);
  store_.put("key", bytes);
  EXPECT_EQ(store_.get("key"), bytes);
  EXPECT_FALSE(store_.get("ke"));
  EXPECT_EQ(ByteStore(folder_).get("key"), bytes);
}

TEST_F(Stored, AnyByteThatChangesMakesItAbsent) {
  store_.put("key", "value");
  const auto size = static_cast<std::streamoff>(fs::file_size(only_file()));
  ASSERT_EQ(size, 8 + 8 + 3 + 5);  // sum, length of the key, key, bytes
  for (std::streamoff at = 0; at < size; ++at) {
    store_.put("key", "value");
    std::fstream file(only_file(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(at);
    const int before = file.get();
    file.seekp(at);
    file.put(static_cast<char>(before ^ 1));
    file.close();
    EXPECT_FALSE(store_.get("key")) << at;
  }
}

TEST_F(Stored, WhatIsCutShortIsAbsent) {
  store_.put("key", "value");
  for (const uintmax_t size : {0, 3, 16, 20, 23}) {
    fs::resize_file(only_file(), size);
    EXPECT_FALSE(store_.get("key")) << size;
    store_.put("key", "value");
  }
}

TEST_F(Stored, AFolderThatCannotBeMadeIsNoError) {
  std::ofstream(folder_) << "a file";
  store_.put("key", "value");
  EXPECT_FALSE(store_.get("key"));
}

}  // namespace
}  // namespace vramlint
