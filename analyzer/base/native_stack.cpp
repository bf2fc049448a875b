#include "base/native_stack.h"

#include <pthread.h>

#include <algorithm>
#include <cstdint>

namespace vramlint {
namespace {

constexpr uintptr_t kMostUsed = uintptr_t{4} << 20;  // of the 8 MiB that a thread has by default
constexpr uintptr_t kUnknownSize = uintptr_t{1} << 20;

uintptr_t here() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

/// Addresses below it are beyond the share. Stacks grow downwards on all that this is built for.
uintptr_t find_limit() {
  uintptr_t top = here(), size = kUnknownSize;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* lowest = nullptr;
    size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0 && bytes > 0) {
      top = reinterpret_cast<uintptr_t>(lowest) + bytes;
      size = bytes;
    }
    pthread_attr_destroy(&attributes);
  }
  return top - std::min(kMostUsed, size / 2);
}

}  // namespace

bool native_stack_is_used_up() {
  thread_local const uintptr_t limit = find_limit();
  return here() < limit;
}

}  // namespace vramlint
