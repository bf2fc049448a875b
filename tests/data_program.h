// A program whose data code is looked at.
#pragma once

#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {

/// train.py: `data`, and a loop over `loader` that trains a convolution of 3 to 8 channels, 224 parameters.
struct Program {
  std::string data;
  std::string loop = "for x in loader:\n";
  std::string optimizer = "torch.optim.SGD(net.parameters(), lr=0.1)";
  std::string take = "x";   ///< what of a batch goes into the network
  std::string recipe = {};  ///< more lines of it
  std::string after = {};   ///< more statements of a round

  Said check() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + recipe);
    folder.put("train.py",
               "import os\nimport random\nimport torch\nimport torch.nn as nn\nfrom PIL import Image\n"
               "import torchvision.transforms as T\nfrom torch.utils.data import DataLoader, Dataset\n\n" +
                   data + "\nnet = nn.Conv2d(3, 8, 3).cuda()\nopt = " + optimizer +
                   "\nfor epoch in range(0, 5):\n    " + loop + "        opt.zero_grad()\n        loss = net(" + take +
                   ".cuda()).sum()\n        loss.backward()\n        opt.step()\n" + after);
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  }
};

/// A data set of pictures that `made` makes of one of 32 x 32, and its loader.
inline std::string pictures(const std::string& made, const std::string& before = "pass",
                            const std::string& length = "64") {
  return "class Pictures(Dataset):\n    def __init__(self):\n        " + before +
         "\n    def __len__(self):\n        return " + length +
         "\n    def __getitem__(self, index):\n        x = Image.open('a.png').convert('RGB').resize((32, 32))\n" +
         "        x = " + made + "\n        return T.ToTensor()(x)\n\nloader = DataLoader(Pictures(), batch_size=4)\n";
}

inline int64_t input_bytes(const Said& said) { return said.config["breakdown"]["input"].get<int64_t>(); }

inline void expect_trains(const Said& said) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  ASSERT_TRUE(said.config.contains("parameters"));
  EXPECT_EQ(said.parameters(), 3 * 8 * 9 + 8);
}

}  // namespace vramlint::tests
