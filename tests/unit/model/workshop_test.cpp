// Who may begin with an interpreter whose imports are done: those for whom all that was imported says what it said.
#include "model/workshop.h"

#include <gtest/gtest.h>

namespace vramlint::model {
namespace {

class Lending : public testing::Test {
 protected:
  Lending() { files_.put("net.py", "width = 3\n"); }

  /// What `net.width` is for who takes a bench of that workshop.
  int64_t width(Workshop& workshop, Files& files, interp::ParsedModules& parsed) {
    const auto make = [&] {
      ++made_;
      interp::World world{files, parsed, &prelude(), {files.root()}, files.root(), {}};
      auto bench = std::make_unique<Bench>(std::move(world), std::make_shared<Builder>());
      (void)bench->interpreter.import_module("net");
      return bench;
    };
    std::unique_ptr<Bench> bench = workshop.take("setting", make);
    bench->begin(std::make_shared<Builder>());
    const Source text("<test>", "__import__('net').width");
    const auto result = bench->interpreter.evaluate(text, interp::Value(new interp::Dict));
    const auto* width = std::get_if<interp::Value>(&result);
    EXPECT_TRUE(width && width->is_int());
    const int64_t found = width && width->is_int() ? width->as_int() : -1;
    workshop.give_back("setting", std::move(bench));
    return found;
  }

  int64_t in_trial() { return width(trial_, *patched_, trees_of_trial_); }

  DiskFiles disk_{std::filesystem::temp_directory_path()};
  OverlayFiles files_{disk_};
  std::shared_ptr<OverlayFiles> patched_ = std::make_shared<OverlayFiles>(static_cast<Files&>(files_));
  interp::ParsedModules trees_, trees_of_trial_{&trees_};
  Workshop run_, trial_{patched_, trees_of_trial_, &run_};
  int made_ = 0;
};

TEST_F(Lending, WhatReadsNothingThatIsPatchedIsLent) {
  EXPECT_EQ(width(run_, files_, trees_), 3);
  patched_->put("config.py", "batch = 2\n");
  EXPECT_EQ(in_trial(), 3);
  EXPECT_EQ(in_trial(), 3);
  EXPECT_EQ(width(run_, files_, trees_), 3);
  EXPECT_EQ(made_, 1);
}

TEST_F(Lending, AModuleThatIsPatchedIsImportedAnew) {
  EXPECT_EQ(width(run_, files_, trees_), 3);
  patched_->put("net.py", "width = 4\n");
  EXPECT_EQ(in_trial(), 4);
  EXPECT_EQ(in_trial(), 4) << "the trial's own";
  EXPECT_EQ(made_, 2);
  EXPECT_EQ(width(run_, files_, trees_), 3);
  patched_->take_away("net.py");
  EXPECT_EQ(in_trial(), 3) << "the trial's own has read the patched text";
  patched_->put("net.py", "width = 5\n");
  EXPECT_EQ(in_trial(), 5);
  EXPECT_EQ(made_, 3);
}

// peft has `def forward(ctx, ..., scale=torch.tensor(1))`.
TEST(Workshop, AnImportThatHoldsATensorIsKeptWithTheTensorAsItWas) {
  DiskFiles disk{std::filesystem::temp_directory_path()};
  OverlayFiles files(disk);
  files.put("scaled.py", "import torch\ndef f(scale=torch.tensor(3)):\n    return scale\n");
  interp::ParsedModules trees;
  interp::World world{files, trees, &prelude(), {files.root()}, files.root(), {}};
  Bench bench(std::move(world), std::make_shared<Builder>());
  (void)bench.interpreter.import_module("torch");
  bench.snapshot.emplace(bench.interpreter);
  const Source text("<test>", "(lambda m: (m, m.f().item(), m.f().fill_(5), m.f().item()))(__import__('scaled'))");
  const auto run = [&] {
    bench.begin(std::make_shared<Builder>());
    return std::get<interp::Value>(bench.interpreter.evaluate(text, interp::Value(new interp::Dict)));
  };
  const interp::Value first = run().as<interp::Tuple>()->items[0];
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(bench.snapshot->restore());
    const interp::Value made = run();
    const std::vector<interp::Value>& items = made.as<interp::Tuple>()->items;
    EXPECT_TRUE(items[0].same(first)) << "imported anew";
    EXPECT_TRUE(items[1].is_int() && items[1].as_int() == 3);
    EXPECT_TRUE(!items[3].is_int() || items[3].as_int() == 5) << "what fill_ leaves";
  }
}

}  // namespace
}  // namespace vramlint::model
