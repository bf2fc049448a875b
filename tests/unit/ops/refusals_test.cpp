// What operators say of arguments that no sample has: too many results, lists of the wrong length, dimensions that are
// not there.
#include <gtest/gtest.h>

#include "ops/define.h"
#include "ops/registry.h"

namespace vramlint::ops {
namespace {

/// The operator's first sample on a tensor of these sizes, with other arguments after it.
Call changed(std::string_view schema, Shape shape, std::vector<graph::Arg> args) {
  Call call = find_schema(schema)->samples().front();
  call.operands[0].type = graph::contiguous(Dtype::float32, std::move(shape));
  std::copy(args.begin(), args.end(), call.args.begin() + 1);
  return call;
}

Inferred inferred(const Call& call) { return call.op->infer(call); }

const int64_t kMany = 10'000'000;

TEST(Refusals, ResultsThatAreTooManyAreCountedAndNotMade) {
  const std::vector<Call> calls = {
      changed("split.Tensor", {Dim(kMany)}, {int64_t{1}, int64_t{0}}),
      changed("chunk", {Dim(kMany)}, {kMany, int64_t{0}}), changed("chunk", {Dim(0)}, {kMany, int64_t{0}}),
      changed("unbind.int", {Dim(kMany)}, {int64_t{0}}),
      changed("split_with_sizes", {Dim(kMany)}, {std::vector<int64_t>(kMany, 1), int64_t{0}})};
  for (const Call& call : calls) {
    SCOPED_TRACE(call.op->schema);
    const Inferred result = inferred(call);
    EXPECT_EQ(result.too_many, kMany);
    EXPECT_TRUE(result.outputs.empty());
    EXPECT_EQ(result.error, "");
  }
}

// 7 in parts of 3: 3, 3, 1; in 3 chunks: of ceil(7 / 3) = 3; in 5 chunks: of 2, which are four.
TEST(Refusals, PartsAreAsTorchCutsThem) {
  const auto sizes = [](const Call& call) {
    std::vector<int64_t> found;
    for (const Output& output : inferred(call).outputs) found.push_back(output.type.shape[0].point);
    return found;
  };
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(sizes(changed("split.Tensor", {Dim(7)}, {int64_t{3}, int64_t{0}})), (Sizes{3, 3, 1}));
  EXPECT_EQ(sizes(changed("chunk", {Dim(7)}, {int64_t{3}, int64_t{0}})), (Sizes{3, 3, 1}));
  EXPECT_EQ(sizes(changed("chunk", {Dim(7)}, {int64_t{5}, int64_t{0}})), (Sizes{2, 2, 2, 1}));
  EXPECT_EQ(sizes(changed("chunk", {Dim(0)}, {int64_t{3}, int64_t{0}})), (Sizes{0, 0, 0}));
  EXPECT_EQ(sizes(changed("split.Tensor", {Dim(0)}, {int64_t{3}, int64_t{0}})), (Sizes{0}));
}

TEST(Refusals, ADimensionThatIsNotThereIsAMisfit) {
  const Shape shape = {Dim(2), Dim(3)};
  EXPECT_EQ(shape[1].point, 3);
  EXPECT_THROW((void)shape[2], graph::Misfit);
  EXPECT_THROW((void)Shape().back(), graph::Misfit);
  EXPECT_THROW((void)graph::contiguous(Dtype::float32, shape).size(2), graph::Misfit);
}

TEST(Refusals, AnArgumentOfAnotherKindIsAMisfit) {
  const Call call = changed("split.Tensor", {Dim(7)}, {std::string("3"), int64_t{0}});
  EXPECT_THROW(inferred(call), graph::Misfit);
  EXPECT_THROW((void)call.integer(9), graph::Misfit);
}

TEST(Refusals, SizesWorkedOutInDoublesAreNeverUndefined) {
  EXPECT_EQ(whole(8.0), 8);
  EXPECT_EQ(whole(1e300), INT64_MAX);
  EXPECT_EQ(whole(-1e300), INT64_MIN);
  EXPECT_EQ(whole(0.0 / 0.0), INT64_MAX);
  EXPECT_EQ(saturating_sum(INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(saturating_sum(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(saturating_sum(INT64_MAX, -1), INT64_MAX - 1);
}

}  // namespace
}  // namespace vramlint::ops
