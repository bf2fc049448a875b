// Workspaces as the releases have them, and the verdict of a device that is full.
#include "memory/libraries/cublas.h"
#include "memory/libraries/cudnn_convolution.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/operator_name.h"
#include "memory/timeline.h"
#include "ops/registry.h"
#include "ops/sample.h"
#include "sample_node.h"

namespace vramlint::memory::test {
namespace {

struct Workspaces {
  Workspaces(std::string_view torch, config::RuntimeFacts facts = {}, std::string_view device = "rtx3090")
      : storages(trace), runtime(facts) {
    workspaces.emplace(storages, *graph::torch_profile(torch), find_device(device), runtime);
  }
  ~Workspaces() { storages.close(); }
  /// Bytes of the allocations made so far.
  int64_t made() const {
    int64_t bytes = 0;
    for (const TraceEvent& event : trace.events) bytes += event.bytes.count;
    return bytes;
  }
  Trace trace;
  StorageTable storages;
  config::RuntimeFacts runtime;
  std::optional<CublasWorkspaces> workspaces;
};

using Thread = CublasWorkspaces::Thread;

// CublasHandlePool.cpp [2.4]: 8,519,680 bytes, once a thread; CUBLAS_WORKSPACE_CONFIG says otherwise.
TEST(Cublas, KeepsOneWorkspaceAThread) {
  const graph::Node product = node_of("mm", 0);
  Workspaces usual("2.4");
  for (int i = 0; i < 3; ++i) usual.workspaces->forward(Thread::forward, product);
  EXPECT_EQ(usual.made(), 8519680);
  usual.workspaces->backward(product);
  EXPECT_EQ(usual.made(), 2 * 8519680);
  Workspaces asked("2.4", {.cublas_workspace = Bytes(1 << 20)});
  asked.workspaces->forward(Thread::forward, product);
  EXPECT_EQ(asked.made(), 1 << 20);
  Workspaces old("1.13", {.cublas_workspace = Bytes(1 << 20)});
  old.workspaces->forward(Thread::forward, product);
  EXPECT_EQ(old.made(), 0);
}

// The documentation of 2.15: not kept unless asked for; 32 MiB on Blackwell too.
TEST(Cublas, NewestTakesAWorkspaceACall) {
  const graph::Node product = node_of("mm", 0);
  Workspaces newest("2.15", {}, "b200");
  for (int i = 0; i < 3; ++i) {
    newest.workspaces->forward(Thread::forward, product);
    newest.workspaces->after(Thread::forward);
  }
  EXPECT_EQ(newest.made(), 3 * (int64_t{32} << 20));
  Workspaces cached("2.15", {.cublas_workspace_cached = true});
  for (int i = 0; i < 3; ++i) {
    cached.workspaces->forward(Thread::forward, product);
    cached.workspaces->after(Thread::forward);
  }
  EXPECT_EQ(cached.made(), 8519680);
}

// The gradient of a matrix by which a vector was multiplied is an outer product, without cuBLAS (derivatives.yaml: mv).
TEST(Cublas, OuterProductsTakeNone) {
  graph::Node product = node_of("matmul", 0);
  product.call.operands.at(0) = ops::tensor({4, 7});
  product.call.operands.at(1) = ops::data({7});
  Workspaces usual("2.4");
  usual.workspaces->backward(product);
  EXPECT_EQ(usual.made(), 0);
  product.call.operands.at(1) = ops::tensor({7});
  usual.workspaces->backward(product);
  EXPECT_EQ(usual.made(), 8519680);
}

// An H100 with 2.11: 1 MiB at the first product with a bias, and nothing at the next (tests/measured).
TEST(Cublas, LtWorkspaceIsKept) {
  const graph::Node linear = node_of("linear", 0);
  Workspaces one("2.11", {}, "h100");
  for (int i = 0; i < 2; ++i) one.workspaces->epilogue(Thread::forward, linear).reset();
  EXPECT_EQ(one.made(), 1 << 20);
}

// gemm_and_bias, CUDABlas.cpp: 1 MiB for a product with a bias; shared with cuBLAS's from 2.7 on, and no longer
// in 2.11.
TEST(Cublas, LtWorkspaceForABias) {
  const graph::Node linear = node_of("linear", 0);
  ASSERT_FALSE(linear.call.is_none(2));
  const auto made = [&](std::string_view torch, config::RuntimeFacts facts = {}) {
    Workspaces one(torch, facts);
    one.workspaces->epilogue(Thread::forward, linear).reset();
    return one.made();
  };
  EXPECT_EQ(made("1.13"), 1 << 20);
  EXPECT_EQ(made("2.4"), 1 << 20);
  EXPECT_EQ(made("2.4", {.cublaslt_workspace = Bytes(4096)}), 4096);
  EXPECT_EQ(made("2.7"), 0);
  EXPECT_EQ(made("2.7", {.cublaslt_unified = false}), 1 << 20);
  EXPECT_EQ(made("2.15"), 1 << 20);
}

/// A trace of these allocations (positive sizes in MiB) and frees (the allocation's number, negative, from -1 on).
Trace mebibytes(const std::vector<int>& events) {
  Trace trace;
  trace.labels.push_back({.category = Category::temporary});
  uint32_t id = 0;
  for (const int event : events) {
    if (event > 0) {
      trace.events.push_back({.kind = TraceEvent::Kind::allocate, .id = id++, .bytes = Bytes(int64_t{event} << 20)});
    } else {
      trace.events.push_back({.kind = TraceEvent::Kind::free, .id = static_cast<uint32_t>(-event - 1)});
    }
  }
  return trace;
}

// 30, 40 and 50 MiB one after another leave 120 reserved where there is room, and 50 where there is not.
TEST(Verdict, CacheIsGivenBackAtTheLimit) {
  const Trace trace = mebibytes({30, -1, 40, -2, 50, -3});
  EXPECT_EQ(simulate(trace, {}).peak_reserved, kMiB * 120);
  const Timeline tight = simulate(trace, {}, {.device_limit = kMiB * 60});
  EXPECT_FALSE(tight.out_of_memory);
  EXPECT_EQ(tight.retries, 2);
  EXPECT_EQ(tight.peak_reserved, kMiB * 50);
  EXPECT_TRUE(simulate(trace, {}, {.device_limit = kMiB * 48}).out_of_memory);
}

TEST(Verdict, EmptiedCacheIsNotReserved) {
  Trace trace = mebibytes({30, -1, 40, -2});
  TraceEvent empty{.kind = TraceEvent::Kind::empty_cache};
  trace.events.insert(trace.events.begin() + 2, empty);
  EXPECT_EQ(simulate(trace, {}).peak_reserved, kMiB * 40);
}

TEST(Verdict, WhatMayFailDoesNot) {
  Trace trace = mebibytes({30, 40, -2, -1});
  trace.events[1].may_fail = true;
  const Timeline timeline = simulate(trace, {}, {.device_limit = kMiB * 60});
  EXPECT_FALSE(timeline.out_of_memory);
  EXPECT_EQ(timeline.peak_allocated, kMiB * 30);
}

TEST(Verdict, ATrialIsNotGrantedBeyondADeviceThatIsTooSmall) {
  Trace trace = mebibytes({30, 40, -2, 20, -3, -1});
  trace.events[1].may_fail = true;
  EXPECT_EQ(simulate(trace, {}, {.spare_until = kMiB * 45}).peak_allocated, kMiB * 70) << "a workspace: as if larger";
  trace.labels[trace.events[1].label].op = kCandidates;
  const Timeline timeline = simulate(trace, {}, {.spare_until = kMiB * 45});
  EXPECT_FALSE(timeline.out_of_memory);
  EXPECT_EQ(timeline.peak_allocated, kMiB * 50) << "what it cannot do without is counted";
}

TEST(Verdict, TrialThatFindsNoRoomIsNoRetry) {
  Trace trace = mebibytes({30, -1, 40, -2});
  EXPECT_EQ(simulate(trace, {}, {.device_limit = kMiB * 60}).retries, 1);
  trace.events[2].may_fail = true;
  EXPECT_EQ(simulate(trace, {}, {.device_limit = kMiB * 60}).retries, 1) << "a workspace: in every step";
  trace.labels[trace.events[2].label].op = kCandidates;  // benchmark's: once, and never again
  EXPECT_EQ(simulate(trace, {}, {.device_limit = kMiB * 60}).retries, 0);
}

}  // namespace
}  // namespace vramlint::memory::test
