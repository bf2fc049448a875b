// Shapes that are known though values are not: labels, crops as large as a number that is drawn, what is left out by
// chance.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import json, math, os, random\nimport cv2\nimport numpy as np\nimport torch\nfrom PIL import Image\nfrom torch "
    "import "
    "nn\nfrom torch.utils.data import DataLoader, Dataset\nfrom torchvision import transforms as T\n";

/// `data`: the body of a data set but for its length; `step` makes the loss of the batch.
Said loaded(const std::string& data, const std::string& net, const std::string& batch, const std::string& loss,
            int size = 32) {
  return said_of_script(kBegin + "class Data(Dataset):\n    def __len__(self):\n        return 4096\n" + data +
                        "net = " + net + ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor " + batch +
                        " in DataLoader(Data(), batch_size=" + std::to_string(size) +
                        "):\n    opt.zero_grad()\n    loss = " + loss + "\n    loss.backward()\n    opt.step()\n");
}

// Python: (k, 3) == (4, 3) is False for k = 3.
TEST(KnownShapes, ATupleWithANumberThatIsDrawnIsNotEqualToAnother) {
  const std::string data =
      "    def __getitem__(self, i):\n        k = random.randint(1, 4)\n        wide = (k, 3) == (4, 3), k in (3, 4)\n"
      "        assert wide[0] and wide[1], 'now and then'\n        return torch.zeros(8)\n";
  const Said said = loaded(data, "nn.Linear(8, 8)", "x", "net(x.cuda()).mean()");
  EXPECT_TRUE(said.assumes("the assertion holds")) << said.config["assumptions"];
}

}  // namespace
}  // namespace vramlint::tests
