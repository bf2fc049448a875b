// Results whose size only the data tells, and what is computed of them.
#include <gtest/gtest.h>

#include "masked_net.h"

namespace vramlint::model {
namespace {

/// The type of the last node of that operator.
graph::TensorType last_result(const graph::Graph& graph, std::string_view name) {
  graph::TensorType type;
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (node && node->call.op->schema.starts_with(name)) type = node->outputs[0].type;
  }
  return type;
}

TEST(Bounded, AMaskSelectsBetweenNothingAndEveryRow) {
  BuildResult result = selecting("        return y[mask].sum()\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Dim rows = last_result(result.built->phases.at(0), "index.Tensor(").shape.at(0);
  EXPECT_EQ(rows.low, 0);
  EXPECT_EQ(rows.high, 6);
}

TEST(Bounded, PaddingByACountAddsItsBounds) {
  BuildResult result = selecting(
                           "        chosen = y[mask].detach()\n"
                           "        return y.sum() + (F.pad(chosen, (0, 0, 0, chosen.size(0))).view(-1, 2, 2)).sum()\n")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Dim rows = last_result(result.built->phases.at(0), "view(").shape.at(0);
  EXPECT_EQ(rows.low, 0);
  EXPECT_EQ(rows.high, 12);  // six rows, and as many again
}

TEST(Bounded, WhatIsPaddedToALengthHasIt) {
  BuildResult result =
      selecting(
          "        chosen = y[mask].detach()\n"
          "        return y.sum() + F.pad(chosen, (0, 0, 0, 9 - chosen.size(0))).view(-1, 2, 2).sum()\n")
          .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Dim rows = last_result(result.built->phases.at(0), "view(").shape.at(0);
  EXPECT_EQ(rows.low, 9);  // nine rows of four, as many of two by two
  EXPECT_EQ(rows.high, 9);
}

TEST(Bounded, OperatorsCarryTheBoundsOn) {
  BuildResult result = selecting("        return F.relu(y[mask] * 2).view(-1, 2, 2).sum()\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Shape shape = last_result(result.built->phases.at(0), "view(").shape;
  ASSERT_EQ(shape.size(), 3u);
  EXPECT_EQ(shape[0].low, 0);
  EXPECT_EQ(shape[0].high, 6);
}

TEST(Bounded, ACountIsANumberThatDivides) {
  BuildResult result =
      selecting("        chosen = y[mask]\n        return chosen.sum() / max(chosen.size(0), 1)\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_TRUE(last_result(result.built->phases.at(0), "div.Scalar(").shape.empty());
}

TEST(Bounded, PlacesOfANonzeroMaskIndexOtherTensors) {
  BuildResult result = selecting(
                           "        rows, = torch.where(mask)\n        found = mask.nonzero(as_tuple=False)\n"
                           "        return y[rows].sum() + found.float().sum() + y.masked_select(y > 0).mean()\n")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "nonzero(").shape.at(0).high, 6);
}

// torchvision/ops/boxes.py and roi_align.py call them so (0.26).
TEST(Bounded, OperatorsOfAnExtensionAreFoundByItsNamespace) {
  BuildResult result = selecting(R"(        kept = torch.ops.torchvision.nms(y, y[:, 0], 0.5)
        assert torch.ops.torchvision.nms.default is not None
        rois = torch.zeros(3, 5, device=x.device)
        pooled = torch.ops.torchvision.roi_align(x.view(1, 1, 6, 8), rois, 1.0, 2, 4, 0, False)
        assert pooled.shape == (3, 1, 2, 4)
        return y[kept].sum() + pooled.sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Dim kept = last_result(result.built->phases.at(0), "index.Tensor(").shape.at(0);
  EXPECT_EQ(kept.low, 1);  // the box of the highest score is always kept
  EXPECT_EQ(kept.high, 6);
}

// Losses over hard examples begin so; the constant that is returned where none is left has no gradient.
TEST(Bounded, AGuardClauseIsNotTaken) {
  BuildResult result = selecting(R"(        chosen = y[mask]
        if chosen.numel() > 0:
            smallest = chosen[0]
        else:
            return y.new_tensor(0.0)
        return (chosen - smallest).sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "sub.Tensor(").shape.at(0).high, 6);
}

/// A loop over the classes that a label map shows, as heads that predict masks begin.
constexpr const char* kClassesShown = R"(        import _vramlint
        labels = torch.zeros(4, 6, dtype=torch.long, device=x.device)
        _vramlint.has_distinct(labels, _vramlint.between(1, 3, 9))
        classes = torch.unique(labels, sorted=False)
        classes = classes[classes != 255]
        masks = []
        for one in classes:
            masks.append(labels == one)
        masks = torch.stack(masks).long()
)";

TEST(Bounded, ALabelMapShowsNoMoreClassesThanThereAre) {
  BuildResult result = selecting(std::string(kClassesShown) + "        return y.sum() + masks.sum()\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(last_result(graph, "_unique2(").shape.at(0), graph::Dim(1, 3, 9));
  // Of the classes at most one is the one left out.
  EXPECT_EQ(last_result(graph, "index.Tensor(").shape.at(0), graph::Dim(0, 3, 9));
  const graph::TensorType masks = last_result(graph, "stack(");
  EXPECT_EQ(masks.shape, (graph::Shape{graph::Dim(0, 3, 9), 4, 6}));
  EXPECT_EQ(masks.bytes().high.count, 9 * 4 * 6);
}

TEST(Bounded, HowOftenALoopOverRowsRunsIsSaid) {
  BuildResult result = selecting(std::string(kClassesShown) + "        return y.sum() + masks.sum()\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
  bool said = false;
  for (const Assumption& assumption : result.assumptions)
    said |= assumption.text.find("0 to 9, 3 are taken") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(Bounded, AMaskMayBeKnownToSelectSoMany) {
  BuildResult result = selecting(R"(        import _vramlint
        some = _vramlint.between(1, 2, 4)
        least = _vramlint.fewer(some, 3)
        chosen = y[_vramlint.chooses(mask, least)]
        left = y[_vramlint.chooses(~mask, _vramlint.rest(6, least))]
        return torch.cat([chosen, left]).sum() + y[:, _vramlint.chooses(y[0] > 0, 2)].sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(last_result(graph, "cat(").shape.at(0), graph::Dim(4, 6, 8));  // 1 to 3 of them, and 3 to 5
  EXPECT_EQ(last_result(graph, "index.Tensor(").shape, (graph::Shape{6, 2}));
}

TEST(Bounded, TensorsAreRepeatedExpandedAndContracted) {
  BuildResult result = selecting(R"(        chosen = y[mask]
        count = chosen.shape[0]
        once = x.new_zeros((1, 2, 4))
        repeated = once.repeat(count, 3, 1)
        expanded = once.expand(count, -1, -1)
        seen = torch.einsum("nc,mc->nm", y, chosen)
        also = torch.einsum("mc,nc->mn", chosen, y)
        return chosen.sum() + repeated.sum() + expanded.sum() + (seen.sum(0) + also.sum(1)).sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_TRUE(result.unknowns.empty());
  const graph::Graph& graph = result.built->phases.at(0);
  const graph::Dim some(0, 3, 6);
  EXPECT_EQ(last_result(graph, "repeat(").shape, (graph::Shape{some, 6, 4}));
  const graph::TensorType expanded = last_result(graph, "expand(");
  EXPECT_EQ(expanded.shape, (graph::Shape{some, 2, 4}));
  EXPECT_EQ(expanded.strides.at(0), 0);
  EXPECT_EQ(last_result(graph, "add.Tensor(").shape.size(), 0u);
  EXPECT_EQ(last_result(graph, "sum.dim_IntList(").shape, graph::Shape{some});
}

/// What new_zeros makes of a size that is computed of a count of 3 to 100, 40 most likely.
graph::Dim made_of(const std::string& size) {
  BuildResult result = selecting(
                           "        import _vramlint, math\n        count = _vramlint.between(3, 40, 100)\n"
                           "        return y.sum() + x.new_zeros(" +
                           size + ").sum()\n")
                           .build();
  EXPECT_TRUE(result.built) << size;
  const graph::TensorType made =
      result.built ? last_result(result.built->phases.at(0), "new_zeros(") : graph::TensorType();
  return made.shape.empty() ? graph::Dim(-1) : made.shape[0];
}

TEST(Bounded, ArithmeticOnACountKeepsItsBounds) {
  EXPECT_EQ(made_of("(count + 31) // 32 * 32"), graph::Dim(32, 64, 128));
  EXPECT_EQ(made_of("torch.repeat_interleave(torch.ones(2, 5), count, dim=-1).shape[1]"), graph::Dim(15, 200, 500));
  EXPECT_EQ(made_of("torch.ones(2, 5).repeat_interleave(count).shape[0]"), graph::Dim(30, 400, 1000));
  EXPECT_EQ(made_of("128 - min(count, 64)"), graph::Dim(64, 88, 125));
  EXPECT_EQ(made_of("max(50, count)"), graph::Dim(50, 50, 100));
  EXPECT_EQ(made_of("int(count * 0.5)"), graph::Dim(1, 20, 50));
  EXPECT_EQ(made_of("math.ceil(count / 7)"), graph::Dim(1, 6, 15));
  EXPECT_EQ(made_of("-(-count // 4)"), graph::Dim(1, 10, 25));
  EXPECT_EQ(made_of("count % 200"), graph::Dim(3, 40, 100));
  EXPECT_EQ(made_of("count % 32"), graph::Dim(0, 8, 31));
  EXPECT_EQ(made_of("5 if count > 2 and count <= 100 and count != 101 and not count > 100 and count else 7"),
            graph::Dim(5));
}

TEST(Bounded, ASliceMayEndWhereOnlyTheDataTells) {
  EXPECT_EQ(made_of("y[:_vramlint.between(1, 2, 9)].shape[0]"), graph::Dim(1, 2, 6));
  EXPECT_EQ(made_of("torch.randperm(count)[:64].numel()"), graph::Dim(3, 40, 64));
  EXPECT_EQ(made_of("torch.randperm(90)[:128 - count].numel()"), graph::Dim(28, 88, 90));
}

// scipy's linear_sum_assignment gives as many pairs as the shorter side of the matrix has.
TEST(Bounded, AMatchingHasAsManyPairsAsTheShorterSide) {
  BuildResult result = selecting(R"(        from scipy.optimize import linear_sum_assignment
        cost = torch.einsum("nc,mc->nm", y[:2], y[mask])
        rows, columns = linear_sum_assignment(cost.detach().cpu())
        return y[torch.from_numpy(rows).to(x.device)].sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "index.Tensor(").shape.at(0), graph::Dim(0, 2, 2));
}

// Samplers of detectors end so: what is returned is never more than the bound.
TEST(Bounded, AComparisonHoldsInItsArm) {
  EXPECT_EQ(made_of("(count if count <= 60 else 60)").high, 60);
  BuildResult result = selecting(R"(        chosen = y[mask]
        if chosen.size(0) > 4:
            raise ValueError
        return (chosen * 2).sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "mul.Scalar(").shape.at(0), graph::Dim(0, 3, 4));
}

TEST(Bounded, OneMaskChoosesAsManyEachTime) {
  BuildResult result = selecting(R"(        if y[mask].size(0) != x[mask].size(0):
            raise ValueError
        return (y[mask] * mask.nonzero()).sum() / mask.sum().item()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  for (const Assumption& assumption : result.assumptions)
    EXPECT_EQ(assumption.text.find("branch"), std::string::npos) << assumption.text;
}

TEST(Bounded, OneMaskSelectsAsManyEachTime) {
  BuildResult result = selecting(R"(        each = y > 0
        if torch.masked_select(y, each).shape != torch.masked_select(y * 2, each).reshape(-1).shape:
            raise ValueError
        count = y[mask].size(0)
        return torch.masked_select(y, each).sum() + y[mask].kthvalue(count, 0)[0].sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  for (const Assumption& assumption : result.assumptions)
    EXPECT_EQ(assumption.text.find("branch"), std::string::npos) << assumption.text;
  EXPECT_EQ(last_result(result.built->phases.at(0), "kthvalue(").shape, (graph::Shape{4}));
}

// How many labels each of two images has, out of the labels of both.
TEST(Bounded, HundredsOfWholeNumbersAreKnownOnTheDevice) {
  EXPECT_EQ(made_of("int(max([(torch.cat([torch.full_like(x.new_empty(93 + i).long(), i) for i in range(2)]) == k)"
                    ".sum() for k in range(2)]))"),
            graph::Dim(94));
  BuildResult result = selecting(R"(        numbers = torch.arange(6, device=x.device)
        marks = torch.zeros(6, device=x.device).bool()
        for each in (1, 4):
            marks |= numbers == each
        return y[torch.nonzero(marks)[:, 0]].sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "index.Tensor(").shape.at(0), graph::Dim(2));
}

TEST(Bounded, ALabelMapOfAnotherShapeShowsTheSameClasses) {
  BuildResult result = selecting(R"(        import _vramlint
        labels = _vramlint.has_distinct(x.new_empty(1, 8, 8).long(), _vramlint.between(1, 3, 9))
        return y.sum() + torch.unique(labels.squeeze(0)).sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "_unique2(").shape.at(0), graph::Dim(1, 3, 9));
}

TEST(Bounded, SizesThatMayBeTheSameAreTakenToBe) {
  BuildResult result = selecting(R"(        some = y[mask][:2]
        others = y[y[:, 1] > 0]
        return (some + others).sum() + torch.stack([some[:, 0], others[:, 0]]).sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "add.Tensor(").shape.size(), 0u);
  EXPECT_EQ(last_result(result.built->phases.at(0), "stack(").shape.at(1).high, 2);
}

// [n, 4] seen as n rows has 4 columns, whatever n is.
TEST(Bounded, RowsThatAreTheTensorsOwnLeaveItsColumns) {
  EXPECT_EQ(made_of("y[mask].reshape(y[mask].size(0), -1).shape[1]"), graph::Dim(4));
  EXPECT_EQ(made_of("y[mask].repeat(1, 1).reshape(-1, 4).relu().view(y[mask].size(0), -1, 2).shape[1]"), graph::Dim(2));
}

TEST(Bounded, APartBetweenElementsIsNoMoreThanTheWhole) {
  BuildResult result = selecting(R"(        begin = int(x[0, 0])
        part = y[begin:begin + 2]
        values, places = y.select(1, 0).topk(int(x[0, 1]))
        left, right = y.split([int(x[0, 2]), int(x[0, 3])])
        y[int(x[0, 4])].sum()
        return part.sum() + values.sum() + left.sum() + right.sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_TRUE(result.unknowns.empty());
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(last_result(graph, "slice.Tensor(").shape.at(0).high, 2);  // wherever it begins, also before the end
  EXPECT_EQ(last_result(graph, "topk(").shape.at(0), graph::Dim(0, 3, 6));
  EXPECT_EQ(last_result(graph, "split_with_sizes(").shape.at(0), graph::Dim(0, 3, 6));
}

// Deformable attention keeps the sizes of its levels in a tensor on the device.
TEST(Bounded, AFewWholeNumbersAreKnownOnTheDevice) {
  BuildResult result = selecting(R"(        sizes = torch.as_tensor([[1, 2], [2, 2]], dtype=torch.long, device=x.device)
        first, second = y.split([height * width for height, width in sizes])
        sizes[0, 0] = x.shape[0]
        return second.sum() + y[:sizes[0, 1]].sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  EXPECT_EQ(last_result(graph, "split_with_sizes(").shape.at(0), graph::Dim(2));  // 1 * 2, and 2 * 2 are left
}

TEST(Bounded, AMaskOfEqualElementsChoosesAllOrNone) {
  BuildResult result = selecting(R"(        row = torch.zeros(6, dtype=torch.bool, device=x.device)
        row[:6] = 1
        valid = row[:, None].expand(6, 4).contiguous().view(-1) & torch.ones(24, dtype=torch.bool, device=x.device)
        if not valid.any():
            return None
        part = torch.ones(6, dtype=torch.bool, device=x.device)
        part[2:] = 0
        return y.view(-1)[valid].sum() + y[part].mean()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  const graph::Graph& graph = result.built->phases.at(0);
  std::vector<graph::Dim> chosen;
  for (const graph::Event& event : graph.events)
    if (const auto* node = std::get_if<graph::Node>(&event); node && node->call.op->schema.starts_with("index.Tensor("))
      chosen.push_back(node->outputs[0].type.shape.at(0));
  ASSERT_EQ(chosen.size(), 2u);
  EXPECT_EQ(chosen[0], graph::Dim(24));
  EXPECT_EQ(chosen[1].high, 6);
}

// Assigners give each place the number of an object, or none; what unique finds of that is no more than there are.
TEST(Bounded, UniqueFindsNoMoreThanWasWritten) {
  BuildResult result = selecting(R"(        nearest = y.argmax(dim=1)
        assigned = torch.zeros(6, dtype=torch.long, device=x.device)
        assigned[mask] = nearest[mask] + 1
        seen = torch.unique(assigned[mask] - 1)
        for one in seen:
            y[assigned == one].sum()
        return y.sum()
)")
                           .build();
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_EQ(last_result(result.built->phases.at(0), "_unique2(").shape.at(0).high, 5);  // 4 columns, and none
}

TEST(Bounded, MathTakesAnElementThatIsNotKnown) {
  BuildResult result = selecting("        import math\n        return y.sum() * math.log(x[0, 0])\n").build();
  ASSERT_TRUE(result.built) << result.failure->message;
}

}  // namespace
}  // namespace vramlint::model
