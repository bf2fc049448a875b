#include "base/native_stack.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace vramlint {
namespace {

constexpr size_t kKiB = 1024;

/// Bytes of the stack that a recursion takes before it is told to stop.
size_t descend(uintptr_t top) {
  volatile char room[256];
  room[0] = 1;
  if (native_stack_is_used_up()) return top - reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const size_t deepest = descend(top);
  return deepest + static_cast<size_t>(room[0]) - 1;
}

void* measure(void* result) {
  *static_cast<size_t*>(result) = descend(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  return nullptr;
}

size_t used_on_thread(size_t stack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  EXPECT_EQ(pthread_attr_setstacksize(&attributes, stack), 0);
  pthread_t thread;
  size_t used = 0;
  EXPECT_EQ(pthread_create(&thread, &attributes, measure, &used), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return used;
}

TEST(NativeStack, AWalkMayTakeHalfOfItsThreadsStackButNoMoreThanFourMebibytes) {
  for (const size_t stack : {256 * kKiB, 1024 * kKiB, 8192 * kKiB}) {
    const size_t share = stack / 2;  // 8 MiB: 4 MiB
    EXPECT_LE(used_on_thread(stack), share);
    EXPECT_GE(used_on_thread(stack), share - 64 * kKiB) << stack;  // what the thread's start has taken
  }
  EXPECT_LE(used_on_thread(65536 * kKiB), 4096 * kKiB + kKiB);
}

}  // namespace
}  // namespace vramlint
