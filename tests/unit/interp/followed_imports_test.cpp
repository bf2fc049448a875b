// Programs that are followed have their imports in common, too, and none can tell in which order they ran.
#include <gtest/gtest.h>

#include <algorithm>

#include "interp/following.h"
#include "interp/snapshot.h"
#include "interpreter.h"

namespace vramlint::interp {
namespace {

/// Hears of statements that fail; keeps count of what an import tells.
struct Listener : Follower {
  bool is_program(const Source* source) override { return source && !source->path().starts_with('<'); }
  bool absorbs(const std::exception_ptr&) override { return false; }
  void executes(const syntax::Stmt&) override { ++executed; }
  void breaks_off(const syntax::Stmt&) override {}
  void decides(const syntax::If&, bool) override {}
  void asks(const void*, bool) override {}
  void reads(const Value&, const Value&, const Span&) override {}
  void uses(const Value&, Use, const Span&) override {}
  void calls(const Value&) override {}
  void hands_over(const Value&, const Value&, const Span&) override {}
  void replaces(const Value&, const Value&, const Value&, bool, const Span&) override {}
  void keeps(std::string_view, bool, const Value&, const Span&) override {}
  void lacks(const Value&, std::string_view, const Span&) override {}
  void seeks(const Value&, const Value&, bool, const Span&) override {}
  void compares(const Value&, const Value&, const Span&) override {}
  void opens(const Source&, const Value&, const Span&) override {}
  void fails(const Error&, bool) override { ++failed; }
  void begins_import() override { before = std::exchange(executed, 0); }
  std::shared_ptr<const void> ends_import() override {
    auto told = std::make_shared<const int>(executed);
    executed += before;
    return told;
  }
  void imports_again(const void* told) override {
    executed += *static_cast<const int*>(told);
    ++again;
  }
  std::optional<size_t> noted() const override { return failed; }

  int executed = 0, before = 0, again = 0;
  size_t failed = 0;
};

struct Idle : Effects {
  size_t mark() override { return 0; }
  bool touched_since(size_t) override { return false; }
  int64_t cost_since(size_t) override { return 0; }
  void rollback(size_t) override {}
  std::string state() const override { return "at rest"; }
};

struct Followed {
  OverlayFiles files{disk()};
  ParsedModules parsed;
  testing::PreludeFolder prelude;
  Interpreter interpreter{World{files, parsed, &prelude, {files.root()}, files.root(), {}}};
  Idle effects;
  int imported_again = 0;  ///< in the last run

  static Files& disk() {
    static DiskFiles files{std::filesystem::temp_directory_path()};
    return files;
  }

  explicit Followed(const std::map<std::string, std::string>& programs) {
    files.put("base.py", "table = {'a': 1}\nloaded = []\nsettings = {'mode': 'plain'}\n");
    files.put("one.py", "import base\nbase.table['one'] = len(base.loaded)\nbase.loaded.append('one')\n");
    files.put("two.py", "import base, sys\nwide = base.settings.get('mode') == 'wide'\nargv = 'x' in sys.modules\n");
    files.put("three.py", "import base\nlisted = list(base.table)\n");
    files.put("fails.py", "import base\nvalue = base.table['nothing']\nafter = 1\n");
    for (const auto& [path, text] : programs) files.put(path, text);
    interpreter.set_effects(&effects);
    (void)interpreter.origins().atom({"", place_of_run()});  // of every file's own path
    EXPECT_TRUE(std::holds_alternative<Value>(interpreter.import_module("base")));
  }

  std::string run(const std::string& path) {
    Listener listener;
    interpreter.output().clear();
    follow(interpreter, &listener);
    const auto result = interpreter.run_file(*files.read(path).source, "__main__");
    follow(interpreter, nullptr);
    imported_again = listener.again;
    const auto* error = std::get_if<Error>(&result);
    return interpreter.output() + (error ? error->message : "") + " executed " + std::to_string(listener.executed) +
           " failed " + std::to_string(listener.failed) + " steps " + std::to_string(interpreter.budget().steps() / 8);
  }
};

const std::map<std::string, std::string> kPrograms = {
    {"p0.py", "import one, two, three, base\nprint(three.listed, two.wide, base.table, base.loaded)\n"},
    {"p1.py",
     "import base\nbase.settings['mode'] = 'wide'\nimport two, one\nprint(two.wide, base.table, base.loaded)\n"},
    {"p2.py", "import base\nbase.table['own'] = [1]\nimport one\nimport three\nprint(three.listed, base.table)\n"},
    {"p3.py", "import fails, one\nprint(fails.after, hasattr(fails, 'value'))\nimport three\nprint(three.listed)\n"},
    {"p4.py",
     "import base\nbase.loaded.append('own')\ndef f():\n    import one\n    return base.table\nprint(f(), f())\n"},
};

/// As each program runs where nothing has run before it.
std::map<std::string, std::string> alone() {
  std::map<std::string, std::string> said;
  for (const auto& [path, text] : kPrograms) {
    Followed world(kPrograms);
    const Snapshot snapshot(world.interpreter);
    said[path] = world.run(path);
  }
  return said;
}

TEST(FollowedImports, NoProgramCanTellWhatRanBefore) {
  const std::map<std::string, std::string> expected = alone();
  EXPECT_TRUE(expected.at("p0.py").starts_with("['a', 'one'] False {'a': 1, 'one': 0} ['one']\n"))
      << expected.at("p0.py");
  std::vector<std::string> order;
  for (const auto& [path, text] : kPrograms) order.push_back(path);
  Followed world(kPrograms);
  Snapshot snapshot(world.interpreter);
  do {
    for (const std::string& path : order) {
      ASSERT_EQ(world.run(path), expected.at(path));
      ASSERT_TRUE(snapshot.restore());
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(FollowedImports, AreReadOnce) {
  Followed world(kPrograms);
  Snapshot snapshot(world.interpreter);
  const std::string first = world.run("p0.py");
  EXPECT_EQ(world.imported_again, 0);
  ASSERT_TRUE(snapshot.restore());
  EXPECT_EQ(world.run("p0.py"), first);
  EXPECT_EQ(world.imported_again, 3) << "one, two and three";
}

TEST(FollowedImports, AreReadAnewWhereAnotherTextLies) {
  Followed world(kPrograms);
  Snapshot snapshot(world.interpreter);
  (void)world.run("p0.py");
  ASSERT_TRUE(snapshot.restore());
  world.files.put("one.py", "import base\nbase.table['other'] = 2\n");
  EXPECT_TRUE(world.run("p0.py").starts_with("['a', 'other'] False {'a': 1, 'other': 2} []\n"));
  EXPECT_EQ(world.imported_again, 0);
  ASSERT_TRUE(snapshot.restore());
  EXPECT_EQ(world.run("p0.py").find("'one'"), std::string::npos);
  EXPECT_EQ(world.imported_again, 3);
}

}  // namespace
}  // namespace vramlint::interp
