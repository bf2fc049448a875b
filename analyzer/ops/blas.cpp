#include "ops/blas.h"

#include <algorithm>

namespace vramlint::ops {

namespace {
constexpr std::string_view kCopy = "copy of a factor for BLAS";
}

bool blas_reads(const TensorType& type) {
  if (type.rank() < 2 || (type.rank() == 2 && type.dense())) return true;
  const auto last = type.strides.size() - 1;
  const auto reads = [&](size_t unit, size_t leading) {
    return type.strides[unit] == 1 && type.strides[leading] >= std::max<int64_t>(1, type.shape[unit].point);
  };
  return reads(last, last - 1) || reads(last - 1, last);
}

void append_blas_copies(const TensorType& left, const TensorType& right, std::vector<Temporary>& temporaries) {
  for (const TensorType* factor : {&left, &right}) {
    if (!blas_reads(*factor)) temporaries.push_back({.bytes = factor->bytes(), .what = kCopy});
  }
}

void copy_for_blas(Program& program, const TensorType& left, const TensorType& right) {
  const int of_left = blas_reads(left) ? -1 : program.temporary(left, kCopy);
  if (!blas_reads(right)) program.release(program.temporary(right, kCopy));
  if (of_left >= 0) program.release(of_left);
}

}  // namespace vramlint::ops
