// What is known of numbers that only the data tells: which sample rows are of, how many labels there are, what sizes
// stay as they are said.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

BuildResult on_rows(const std::string& checks) {
  Recipe recipe;
  recipe.files["net.py"] = R"(
import _vramlint
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

def sure(condition):
    if not _vramlint.is_known(condition):
        raise ValueError("not known")
    assert condition

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = self.fc(x)
        few = y[y[:, 0] > 0]
)" + checks + "        return y.sum()\n";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[400, 4]"};
  recipe.loss = "outputs";
  return recipe.build();
}

void expect_known(const BuildResult& result) {
  if (!result.failure) return;
  ADD_FAILURE() << result.failure->message << ": " << result.failure->span.text();
}

// Rows of samples 0, 1 and 2 put together: the last row is of sample 2, and of each sample there are its rows.
TEST(DataOrder, TheNumberBeforeTheRowsSaysHowManySamplesThereAre) {
  expect_known(on_rows(R"(        parts = [F.pad(torch.zeros(n, 3, dtype=torch.int, device=x.device), (1, 0), value=i)
                 for i, n in enumerate([5, 7, 2])]
        rows = torch.cat(parts, dim=0)
        sure(rows[-1, 0].item() + 1 == 3 and int(rows[:, 0].max()) == 2)
        sure([i for i in range(rows[-1, 0] + 1)] == [0, 1, 2])
        sure([rows[rows[:, 0] == i].shape[0] for i in range(4)] == [5, 7, 2, 0])
        column = rows.long()[:, 0]
        sure(torch.where(column == 1)[0].shape == (7,) and column[0].item() == 0)
        behind = torch.cat([F.pad(torch.zeros(3, 3, device=x.device), (0, 1), value=i) for i in (4, 9)])
        sure(behind[:, 1:][-1, -1].item() == 9)
)"));
}

TEST(DataOrder, WhatIsWrittenThereIsNotKnownAnyLonger) {
  expect_known(on_rows(R"(        rows = torch.cat([F.pad(torch.zeros(5, 3, device=x.device), (1, 0), value=1)])
        rows[:, 0] = y[:5, 0].detach()
        sure(not _vramlint.is_known(rows[-1, 0].item()))
)"));
}

TEST(DataOrder, SizesThatAreSaidBesideOneThatIsNotStay) {
  expect_known(on_rows(R"(        rows = few.shape[0]
        seen = torch.zeros(3 * rows, device=x.device).view(3, rows)
        sure(seen.shape[0] == 3)
)"));
}

// randint's ends say nothing of the size of what it makes.
TEST(DataOrder, NumbersAreDrawnBetweenEndsThatOnlyTheDataTells) {
  expect_known(on_rows(R"(        assert torch.randint(0, few.shape[0], (7,)).shape == (7,)
        some = torch.randint(low=0, high=few.shape[0], size=(few.shape[0],))
        sure(some.dim() == 1 and len(some) <= 400)
)"));
}

// A tensor without dimensions is a size.
TEST(DataOrder, ASizeMayBeATensor) {
  expect_known(on_rows("        sure(y.new_zeros(torch.tensor(6) * 2, dtype=torch.long).shape == (12,))\n"));
}

TEST(DataOrder, LabelsThatCountFromZeroHaveAsManyColumnsAsThereAre) {
  expect_known(
      on_rows(R"(        labels = _vramlint.has_distinct(torch.empty(50, dtype=torch.int64), _vramlint.between(1, 4, 6))
        sure(F.one_hot(labels.to(x.device).long()).shape == (50, 6))
)"));
}

TEST(DataOrder, DifferentElementsOfAnArrayAreNoMoreThanThereAre) {
  expect_known(on_rows(
      R"(        found, first, back = np.unique(y.detach().cpu().numpy()[:, 0], return_index=True, return_inverse=True)
        sure(len(first) <= 400 and len(first) >= 1 and back.shape == (400,))
)"));
}

TEST(DataOrder, FunctionsThatNumbaCompilesDoWhatTheySay) {
  expect_known(on_rows(R"(        import numba
        twice = numba.jit(nopython=True)(lambda n: 2 * n)
        thrice = numba.njit(lambda n: sum([n for _ in numba.prange(3)]))
        sure(twice(4) == 8 and thrice(4) == 12)
)"));
}

TEST(DataOrder, InstancesPickFromBoxesOfAClassOfTheirOwn) {
  expect_known(on_rows(R"(        from mmengine.structures import InstanceData
        class Boxes:
            def __init__(self, tensor):
                self.tensor = tensor
            def __len__(self):
                return self.tensor.shape[0]
            def __getitem__(self, item):
                return Boxes(self.tensor[item])
        held = InstanceData(boxes=Boxes(torch.zeros(5, 7)), labels=torch.zeros(5))
        picked = held[torch.tensor([True, False, True, False, False])]
        sure(picked.boxes.tensor.shape == (2, 7) and picked.labels.shape == (2,))
)"));
}

}  // namespace
}  // namespace vramlint::model
