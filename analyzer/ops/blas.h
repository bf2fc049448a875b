// What a product of matrices copies before BLAS can read it.
#pragma once

#include <vector>

#include "ops/program.h"

namespace vramlint::ops {

/// Whether BLAS takes the last two dimensions as they lie: one of the strides is 1, and the other spans a row or column
/// (aten/src/ATen/native/cuda/Blas.cpp [1.13, 2.4], prepare_matrix_for_cublas, prepare_batch_matrix_for_cublas; the
/// CPU's alike, native/LinearAlgebra.cpp, addmm_impl_cpu_; of a batch it copies one matrix after the other, as measured
/// with 1.13). What else comes in, an expanded gradient or every second column, is cloned for the call.
bool blas_reads(const TensorType& type);

/// The copies that a forward product makes of its factors. They are there beside the result.
void append_blas_copies(const TensorType& left, const TensorType& right, std::vector<Temporary>& temporaries);

/// The same in backward, to be called when the product has its result.
void copy_for_blas(Program& program, const TensorType& left, const TensorType& right);

}  // namespace vramlint::ops
