#include "integrations/cli/revision_files.h"

#include <gtest/gtest.h>

#include "scratch.h"

namespace vramlint::cli {
namespace {

using Names = std::vector<std::string>;

TEST(RevisionFiles, HasTheRevisionsTextsAndNothingElse) {
  const Scratch scratch({{"same.py", "1"}, {"changed.py", "new"}, {"added.py", "x"}, {"more/added.py", "x"}});
  DiskFiles disk(scratch.path());
  RevisionFiles files(disk, {{scratch.path() / "changed.py", "old"},
                             {scratch.path() / "added.py", std::nullopt},
                             {scratch.path() / "more/added.py", std::nullopt},
                             {scratch.path() / "less/deleted.py", "gone"},
                             {scratch.path().parent_path() / "elsewhere.py", "secret"}});
  EXPECT_EQ(files.read("same.py").source->text(), "1");
  EXPECT_EQ(files.read("changed.py").source->text(), "old");
  EXPECT_EQ(files.read("less/deleted.py").source->text(), "gone");
  EXPECT_EQ(files.read("added.py").error, ReadError::not_found);
  EXPECT_FALSE(files.is_file("added.py"));
  EXPECT_TRUE(files.is_directory("less"));
  EXPECT_FALSE(files.is_directory("more")) << "git knows no empty folder";
  EXPECT_EQ(files.list(scratch.path()), (Names{"changed.py", "less", "same.py"}));
  EXPECT_FALSE(files.read("../elsewhere.py")) << "outside of the root nothing is opened";
}

TEST(RevisionFiles, TellsWhatWasAskedFor) {
  const Scratch scratch({{"a.py", "1"}, {"b.py", "1"}, {"sub/c.py", "1"}});
  DiskFiles disk(scratch.path());
  RevisionFiles files(disk, {{scratch.path() / "sub/c.py", std::nullopt}});
  files.watch({scratch.path() / "a.py", scratch.path() / "sub/c.py"});
  files.read("b.py");
  files.is_file("a.py");
  EXPECT_EQ(files.take_asked(), std::set<std::string>{scratch / "a.py"});
  files.read("a.py");
  EXPECT_TRUE(files.take_asked().empty()) << "nothing is watched any more";
  files.watch({scratch.path() / "sub/c.py"});
  files.list(scratch.path() / "sub");
  EXPECT_EQ(files.take_asked(), std::set<std::string>{scratch / "sub/c.py"}) << "that it is missing shows in the list";
}

TEST(RevisionFiles, AListShowsNothingOfWhatLiesInAFolderThatBothSidesHave) {
  const Scratch scratch({{"both/kept.py", "1"}, {"new/deep/a.py", "1"}, {"new/__pycache__/a.pyc", "1"}});
  DiskFiles disk(scratch.path());
  RevisionFiles files(disk, {});
  const std::vector<std::filesystem::path> differing = {scratch.path() / "both/a.py", scratch.path() / "old/a.py",
                                                        scratch.path() / "new/deep/a.py"};
  files.watch(differing);
  files.list(scratch.path());
  EXPECT_EQ(files.take_asked(), (std::set<std::string>{scratch / "new/deep/a.py", scratch / "old/a.py"}));
  files.watch(differing);
  files.list(scratch.path() / "both");
  EXPECT_EQ(files.take_asked(), std::set<std::string>{scratch / "both/a.py"});
}

}  // namespace
}  // namespace vramlint::cli
