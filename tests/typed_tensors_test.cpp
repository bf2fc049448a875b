// torch.cuda.FloatTensor and its kin: what a tensor is, where it is, and what becomes of it in `type`.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

/// A network that reads what `made` makes of a batch of the loader, which is on the host.
Said reading(const std::string& made) {
  const std::string alias =
      "import numpy as np\nTensor = torch.cuda.FloatTensor if torch.cuda.is_available() else "
      "torch.FloatTensor\n";
  const Program program{
      .data = alias + pictures("x"), .loop = "for x in loader:\n        x = " + made + "\n", .take = "x"};
  return program.check();
}

TEST(TypedTensors, TypeBringsATensorToItsDevice) {
  for (const char* made : {"x.type(Tensor)", "torch.autograd.Variable(x.type(Tensor))",
                           "x.type('torch.cuda.FloatTensor')", "x.double().type(Tensor)", "x.type(x.cuda().type())"}) {
    SCOPED_TRACE(made);
    const Said said = reading(std::string(made) + "\n        net(x)");
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
  }
}

TEST(TypedTensors, WhatATypeMakesIsWhereItsTypeIs) {
  for (const char* made :
       {"Tensor(4, 3, 32, 32).fill_(1.0)", "Tensor(np.random.normal(0, 1, (4, 3, 32, 32)))", "Tensor(x.size())",
        "x.new(x.size()).type(Tensor) if isinstance(x, torch.FloatTensor) and not "
        "isinstance(x, Tensor) else None"}) {
    SCOPED_TRACE(made);
    expect_trains(reading(std::string(made) + "\n        net(x)"));
  }
}

TEST(TypedTensors, OthersStayOnTheHost) {
  for (const char* made : {"x.type(torch.FloatTensor)", "x.cuda().type(torch.FloatTensor)", "x.type(torch.float32)",
                           "x.cuda().type('torch.FloatTensor')", "x.cuda().type(x.type())"}) {
    SCOPED_TRACE(made);
    const Said said = reading(std::string(made) + "\n        net(x)");
    EXPECT_EQ(said.mistakes(), 1) << said.findings;
    EXPECT_NE(said.findings.dump().find("found at least two devices"), std::string::npos) << said.findings;
  }
}

}  // namespace
}  // namespace vramlint::tests
