// Branches on the number of a round: which of them come out otherwise in a later round of the loops that there are is
// arithmetic. What such a round would hold more is 64 MiB.
#include <gtest/gtest.h>

#include <algorithm>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kBig = int64_t{64} << 20;  // torch.ones(16, 1024, 1024) in float32

/// Ten epochs of 80 batches.
struct Training {
  std::string before = {}, in_epoch = {}, in_step = {}, after_steps = {};

  Said check() const {
    return said_of_script(
        "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
        "class Data(Dataset):\n    def __len__(self):\n        return 640\n"
        "    def __getitem__(self, i):\n        return torch.zeros(256)\n"
        "loader = DataLoader(Data(), batch_size=8)\n"
        "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "def more():\n    return torch.ones(16, 1024, 1024).cuda().sum()\n" +
        before + "for epoch in range(10):\n" + in_epoch +
        "    for i, x in enumerate(loader):\n        loss = net(x.cuda()).mean()\n" + in_step +
        "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n" + after_steps);
  }
  bool holds_more() const {
    const Said said = check();
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
    int64_t most = 0;
    for (size_t i = 0; i < std::max<size_t>(said.phases().size(), 1); ++i) most = std::max(most, said.allocated(i));
    return most >= kBig;
  }
};

bool comes(const std::string& condition, const std::string& before = "") {
  return Training{.before = before, .in_step = "        if " + condition + ":\n            loss = loss + more()\n"}
      .holds_more();
}

TEST(RoundNumbers, AConditionBeyondTheLastRoundNeverHolds) {
  for (const char* never : {"epoch >= 10", "epoch < 0", "epoch == 50", "10 <= epoch", "epoch + 1 > 10",
                            "(epoch + 1) % 50 == 0", "epoch in (30, 60)", "epoch in [30, 60]", "i > 79", "i >= 1000"}) {
    SCOPED_TRACE(never);
    EXPECT_FALSE(comes(never));
  }
  for (const char* sometimes : {"epoch >= 9", "epoch == 5", "9 <= epoch", "epoch + 1 > 9", "(epoch + 1) % 5 == 0",
                                "epoch in (30, 6)", "i > 78", "epoch not in (0, 30)", "epoch != 0"}) {
    SCOPED_TRACE(sometimes);
    EXPECT_TRUE(comes(sometimes));
  }
}

TEST(RoundNumbers, SoDoesOneOfANumberThatIsComputedOfThem) {
  EXPECT_FALSE(comes("epoch * 80 + i < warm", "warm = 0\n"));
  EXPECT_FALSE(comes("epoch * 80 + i > 800"));
  EXPECT_TRUE(comes("epoch * 80 + i > 700"));
  EXPECT_TRUE(comes("epoch * 80 + i == 700"));
  // What is left of a number is no number that grows: 9 comes, though the last epoch has another one.
  const Training training{.in_epoch = "    k = (epoch + 5) % 10\n",
                          .in_step = "        if k == 9:\n            loss = loss + more()\n"};
  EXPECT_TRUE(training.holds_more());
}

TEST(RoundNumbers, AWarmUpOfNoneStopsNothingThatComesLater) {
  const Training training{.before = "warm = 0\n",
                          .in_epoch =
                              "    rate = 0.1 * (epoch + 1) / warm if epoch < warm else 0.1\n"
                              "    if epoch < warm:\n        rate = 0.1 * (epoch + 1) / warm\n",
                          .after_steps = "    if epoch >= warm:\n        probe = more()\n"};
  EXPECT_TRUE(training.holds_more());
  EXPECT_FALSE(training.check().assumes("ZeroDivisionError"));
}

TEST(RoundNumbers, WhatEachRoundCountsAnewCountsNoRounds) {
  const std::string counts =
      "n = m = 0\nfor j in range(6):\n    out.append(n)\n    if m == 1:\n        m = 0\n"
      "        n += 1\n    else:\n        m += 1\n";
  const auto indented = [&](const std::string& by) {
    std::string text = by;
    for (const char c : counts) text += c == '\n' ? "\n" + by : std::string(1, c);
    return text.substr(0, text.size() - by.size());
  };
  const std::string more = "        loss = loss + (2 - out[5]) * more() if out[5] != 2 else loss\n";
  EXPECT_FALSE((Training{.before = "def sizes():\n    out = []\n" + indented("    ") + "    return out\n",
                         .in_epoch = "    out = sizes()\n",
                         .in_step = more}
                    .holds_more()));
  EXPECT_FALSE((Training{.in_step = "        out = []\n" + indented("        ") + more}.holds_more()));
  // One that stands before the loops counts them, wherever it is counted.
  const std::string asks = "        if count() > 500:\n            loss = loss + more()\n";
  EXPECT_TRUE((Training{.before = "def counter():\n    seen = 0\n    def count():\n        nonlocal seen\n"
                                  "        seen += 1\n        return seen\n    return count\ncount = counter()\n",
                        .in_step = asks}
                   .holds_more()));
  EXPECT_TRUE((Training{.before = "def numbers():\n    seen = 0\n    while True:\n        seen += 1\n"
                                  "        yield seen\nnumbers = numbers()\ndef count():\n    return next(numbers)\n",
                        .in_step = asks}
                   .holds_more()));
  EXPECT_TRUE((Training{.before = "seen = 0\n",
                        .in_step = "        seen += 1\n        if seen > 500:\n            loss = loss + more()\n"}
                   .holds_more()));
}

}  // namespace
}  // namespace vramlint::tests
