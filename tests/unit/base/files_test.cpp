#include "base/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace vramlint {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = fs::path(testing::TempDir()) /
            ("vramlint_files_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(base_);
    write("root/config/a.yaml", "batch: 4\n");
    write("root/train.py", "import os\n");
    write("outside/secret.txt", "secret\n");
    write("library/pkg/__init__.py", "x = 1\n");
  }
  void TearDown() override { fs::remove_all(base_); }

  void write(const fs::path& path, const std::string& text) {
    fs::create_directories((base_ / path).parent_path());
    std::ofstream(base_ / path, std::ios::binary) << text;
  }
  fs::path root() const { return base_ / "root"; }

  fs::path base_;
};

TEST_F(FilesTest, ReadsRelativeAndAbsolutePathsOnce) {
  DiskFiles files(root());
  const ReadResult relative = files.read("config/a.yaml");
  ASSERT_TRUE(relative);
  EXPECT_EQ(relative.source->text(), "batch: 4\n");
  EXPECT_EQ(relative.source->path(), "config/a.yaml");
  EXPECT_EQ(files.read(root() / "config/../config/a.yaml").source, relative.source);
}

TEST_F(FilesTest, NothingOutsideIsRead) {
  DiskFiles files(root());
  EXPECT_EQ(files.read("../outside/secret.txt").error, ReadError::outside_root);
  EXPECT_EQ(files.read(base_ / "outside/secret.txt").error, ReadError::outside_root);
  EXPECT_EQ(files.read("../outside/no_such_file").error, ReadError::outside_root);
  EXPECT_EQ(files.read("/etc/passwd").error, ReadError::outside_root);
  EXPECT_FALSE(files.is_file("../outside/secret.txt"));
  EXPECT_FALSE(files.is_directory("../outside"));
  EXPECT_TRUE(files.list("../outside").empty());
}

TEST_F(FilesTest, ANameThatBeginsLikeTheRootIsOutside) {
  write("root2/x.py", "x");
  DiskFiles files(root());
  EXPECT_EQ(files.read("../root2/x.py").error, ReadError::outside_root);
}

TEST_F(FilesTest, SymbolicLinksAreResolvedFirst) {
  fs::create_symlink(base_ / "outside/secret.txt", root() / "link.txt");
  fs::create_directory_symlink(base_ / "outside", root() / "folder");
  fs::create_symlink("train.py", root() / "inner.py");
  fs::create_symlink("loop_b", root() / "loop_a");
  fs::create_symlink("loop_a", root() / "loop_b");
  DiskFiles files(root());
  EXPECT_EQ(files.read("link.txt").error, ReadError::outside_root);
  EXPECT_EQ(files.read("folder/secret.txt").error, ReadError::outside_root);
  EXPECT_FALSE(files.is_file("link.txt"));
  EXPECT_TRUE(files.list("folder").empty());
  EXPECT_EQ(files.read("inner.py").source->text(), files.read("train.py").source->text());
  EXPECT_EQ(files.read("loop_a").error, ReadError::unreadable);
}

TEST_F(FilesTest, ALinkKeepsItsNameAndTheWayToTheRootDoesNotCount) {
  fs::create_symlink("../train.py", root() / "config/link.py");
  fs::create_directory_symlink("config", root() / "again");
  fs::create_directory_symlink("root", base_ / "way");
  DiskFiles files(root());
  EXPECT_EQ(files.read("config/link.py").source->path(), "config/link.py");
  EXPECT_EQ(files.read("train.py").source->path(), "train.py");
  EXPECT_EQ(files.read("again/a.yaml").source->path(), "again/a.yaml");
  EXPECT_EQ(files.read("config/link.py").source, files.read(root() / "config/./link.py").source);
  EXPECT_EQ(files.read(base_ / "way/config/a.yaml").source, files.read("config/a.yaml").source);
  EXPECT_EQ(files.read(base_ / "way/config/link.py").source, files.read("config/link.py").source);
  EXPECT_EQ(files.display(base_ / "way/config/none.yaml"), "config/none.yaml");

  OverlayFiles laid(files);
  laid.put(base_ / "way/config/link.py", "import sys\n");
  EXPECT_EQ(laid.read("config/link.py").source->path(), "config/link.py");
  EXPECT_EQ(laid.read("train.py").source->path(), "train.py");
  EXPECT_EQ(laid.read("train.py").source->text(), "import sys\n");
  EXPECT_TRUE(laid.is_laid_over("config/link.py"));
  EXPECT_TRUE(laid.is_laid_over("train.py"));
  EXPECT_FALSE(laid.is_laid_over("config/a.yaml"));
}

TEST_F(FilesTest, SearchPathsMayBeRead) {
  DiskFiles files(root(), {"../library"});
  const ReadResult result = files.read(base_ / "library/pkg/__init__.py");
  ASSERT_TRUE(result);
  EXPECT_EQ(result.source->path(), fs::canonical(base_ / "library/pkg/__init__.py").generic_string());
  EXPECT_TRUE(files.is_directory(base_ / "library/pkg"));
}

TEST_F(FilesTest, SaysWhyAFileCannotBeRead) {
  write("root/binary.py", std::string("ab\0cd", 5));
  write("root/late.py", std::string(9000, 'a') + std::string(1, '\0'));
  fs::resize_file(root() / "train.py", Files::kMaxFileSize + 1);
  DiskFiles files(root());
  EXPECT_EQ(files.read("none.py").error, ReadError::not_found);
  EXPECT_EQ(files.read("train.py/x").error, ReadError::not_found);
  EXPECT_EQ(files.read("config").error, ReadError::is_directory);
  EXPECT_EQ(files.read("binary.py").error, ReadError::binary);
  EXPECT_EQ(files.read("train.py").error, ReadError::too_large);
  EXPECT_TRUE(files.read("late.py"));
  EXPECT_EQ(files.read(std::string(5000, 'x')).error, ReadError::not_found);
  EXPECT_EQ(files.read("").error, ReadError::is_directory);
}

TEST_F(FilesTest, ListsSortedNames) {
  write("root/config/b.yaml", "");
  write("root/config/B.yaml", "");
  DiskFiles files(root());
  EXPECT_EQ(files.list("config"), (std::vector<std::string>{"B.yaml", "a.yaml", "b.yaml"}));
  EXPECT_TRUE(files.list("none").empty());
}

TEST_F(FilesTest, DisplaysRelativeToTheRoot) {
  DiskFiles files(root());
  EXPECT_EQ(files.display("config/./a.yaml"), "config/a.yaml");
  EXPECT_EQ(files.display(files.root() / "config" / "a.yaml"), "config/a.yaml");
  EXPECT_EQ(files.display("/usr/lib/x.py"), "/usr/lib/x.py");
}

TEST_F(FilesTest, ThreadsShareOneSource) {
  DiskFiles files(root());
  std::vector<const Source*> seen(8);
  std::vector<std::thread> threads;
  for (const Source*& place : seen) threads.emplace_back([&] { place = files.read("config/a.yaml").source; });
  for (std::thread& thread : threads) thread.join();
  for (const Source* source : seen) EXPECT_EQ(source, seen[0]);
}

TEST_F(FilesTest, AnOverlayReplacesAndAdds) {
  DiskFiles disk(root());
  OverlayFiles files(disk);
  files.put("config/a.yaml", "batch: 2\n");
  files.put("new/deep/b.yaml", "x");
  EXPECT_EQ(files.read("config/a.yaml").source->text(), "batch: 2\n");
  EXPECT_EQ(files.read(disk.root() / "config/./a.yaml").source->path(), "config/a.yaml");
  EXPECT_EQ(disk.read("config/a.yaml").source->text(), "batch: 4\n");
  EXPECT_EQ(files.read("train.py").source, disk.read("train.py").source);
  EXPECT_TRUE(files.is_file("new/deep/b.yaml"));
  EXPECT_TRUE(files.is_directory("new/deep"));
  EXPECT_FALSE(files.is_directory("new/dee"));
  EXPECT_EQ(files.list(""), (std::vector<std::string>{"config", "new", "train.py"}));
  EXPECT_EQ(files.list("new"), (std::vector<std::string>{"deep"}));
}

TEST_F(FilesTest, ReplacingATextTwiceKeepsTheFirstAlive) {
  DiskFiles disk(root());
  OverlayFiles files(disk);
  files.put("a.py", "one");
  const Source* first = files.read("a.py").source;
  files.put("a.py", "two");
  EXPECT_EQ(first->text(), "one");
  EXPECT_EQ(files.read("a.py").source->text(), "two");
}

}  // namespace
}  // namespace vramlint
