#include "integrations/cli/sweep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "integrations/cli/commands.h"
#include "integrations/cli/process.h"
#include "integrations/cli/slurm.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

using Claim = Sweep::Claim;

SweepPlan plan() {
  return {.root = "/some where",
          .configs = {"a.yaml", "b.yaml", "c.yaml"},
          .arguments = {"--set", "x=1"},
          .probe_arguments = {}};
}

TEST(Sweep, IsWhatWasWritten) {
  const Scratch scratch;
  const Sweep made(scratch.path() / "work", plan());
  const Sweep::Batch batch = made.add_batch({1, 3});
  const Sweep opened(scratch.path() / "work");
  EXPECT_EQ(opened.plan().root, "/some where");
  EXPECT_EQ(opened.plan().configs, plan().configs);
  EXPECT_EQ(opened.plan().arguments, plan().arguments);
  ASSERT_EQ(opened.batches().size(), 1U);
  EXPECT_EQ(opened.batches()[0].tasks, (std::vector<Sweep::Number>{1, 3}));
  EXPECT_EQ(opened.batches()[0].job, "");
  std::ofstream(batch.folder / "job") << "17\n";
  EXPECT_NE(made.add_batch({2}).folder, batch.folder);
  EXPECT_EQ(opened.batches()[0].job, "17");
  EXPECT_EQ(opened.missing(), (std::vector<Sweep::Number>{1, 2, 3}));
  EXPECT_THROW(Sweep(scratch.path() / "work", plan()), UsageError);
  EXPECT_THROW(Sweep(scratch.path() / "elsewhere"), UsageError);
}

TEST(Sweep, IsClaimedByOne) {
  const Scratch scratch;
  const Sweep sweep(scratch.path() / "work", plan());
  std::atomic<int> taken = 0;
  std::vector<std::thread> owners;
  for (int i = 0; i < 8; ++i)
    owners.emplace_back([&, i] { taken += sweep.claim(2, std::to_string(i) + "_1") == Claim::taken; });
  for (std::thread& owner : owners) owner.join();
  EXPECT_EQ(taken, 1);
  ASSERT_TRUE(sweep.owners().contains(2));
  EXPECT_EQ(sweep.claim(2, "99_1"), Claim::elsewhere);
  EXPECT_EQ(sweep.claim(2, sweep.owners().at(2)), Claim::taken);  // its second life
  EXPECT_FALSE(sweep.owners().contains(1));
}

TEST(Sweep, AResultIsTheEnd) {
  const Scratch scratch;
  const Sweep sweep(scratch.path() / "work", plan());
  ASSERT_EQ(sweep.claim(1, "5_1"), Claim::taken);
  sweep.finish(1, "5_1", "{}\n");
  EXPECT_EQ(sweep.result(1), "{}\n");
  EXPECT_EQ(sweep.missing(), (std::vector<Sweep::Number>{2, 3}));
  sweep.release({1});
  EXPECT_EQ(sweep.claim(1, "6_1"), Claim::over);
}

TEST(Sweep, WhatIsNoResultDoesNotCount) {
  const Scratch scratch;
  const Sweep sweep(scratch.path() / "work", plan());
  for (const Sweep::Number number : {1, 2}) {
    ASSERT_EQ(sweep.claim(number, "5_1"), Claim::taken);
    sweep.finish(number, "5_1", "{}\n");
  }
  scratch.put("work/results/0001.json", "");
  scratch.put("work/results/0003.draft-5_1-7", "{}\n");
  sweep.discard_broken();
  EXPECT_EQ(sweep.missing(), (std::vector<Sweep::Number>{1, 3}));
  sweep.release({1});
  EXPECT_EQ(sweep.claim(1, "6_1"), Claim::taken);
}

TEST(Sweep, WhatHasFailedIsForWhoeverComesOnceItIsReleased) {
  const Scratch scratch;
  const Sweep sweep(scratch.path() / "work", plan());
  ASSERT_EQ(sweep.claim(1, "5_1"), Claim::taken);
  sweep.give_up(1, "5_1");
  ASSERT_EQ(sweep.claim(2, "5_2"), Claim::taken);  // and its machine goes
  for (const Sweep::Number number : {1, 2}) {
    EXPECT_EQ(sweep.claim(number, "6_1"), Claim::elsewhere) << number;
    sweep.release({number});
    EXPECT_EQ(sweep.claim(number, "6_1"), Claim::taken) << number;
  }
}

// More than four figures, and one number that begins like another.
TEST(Sweep, NumbersAreNotConfused) {
  const Scratch scratch;
  SweepPlan many = plan();
  many.configs.resize(10001, "a.yaml");
  const Sweep sweep(scratch.path() / "work", std::move(many));
  ASSERT_EQ(sweep.claim(10001, "5_1"), Claim::taken);
  EXPECT_EQ(sweep.owners(), (std::map<Sweep::Number, std::string>{{10001, "5_1"}}));
  EXPECT_EQ(sweep.missing().size(), 10001U);
}

TEST(Quoted, MeansTheTextAndNothingElse) {
  for (const std::string text : {"plain", "two words", "it's", "$HOME `id` \"x\" \\ 100%", "a\nb", "'''", ""}) {
    const Finished finished = run_program("/bin/sh", {"-c", "printf %s " + quoted(text)}, "");
    EXPECT_EQ(finished.output, text);
  }
}

}  // namespace
}  // namespace vramlint::cli
