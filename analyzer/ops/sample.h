// Building calls by hand: for the operators' samples and for tests.
#pragma once

#include <initializer_list>
#include <vector>

#include "ops/define.h"

namespace vramlint::ops {

/// One argument of a call: a plain value, a tensor, or a list of tensors.
struct Given {
  graph::Arg value;
  std::vector<Operand> operands;

  Given() = default;                                                  ///< None
  Given(const Operand& operand);                                      // NOLINT: an argument list reads like a call
  Given(std::vector<Operand> operands);                               // NOLINT
  Given(bool flag) : value(flag) {}                                   // NOLINT
  Given(int number) : value(int64_t{number}) {}                       // NOLINT
  Given(int64_t number) : value(number) {}                            // NOLINT
  Given(double number) : value(number) {}                             // NOLINT
  Given(const char* text) : value(std::string(text)) {}               // NOLINT
  Given(Dtype dtype) : value(dtype) {}                                // NOLINT
  Given(std::vector<int64_t> numbers) : value(std::move(numbers)) {}  // NOLINT
};

inline std::vector<int64_t> ints(std::initializer_list<int64_t> numbers) { return numbers; }

/// A contiguous tensor that needs a gradient if its dtype can have one.
Operand tensor(std::initializer_list<int64_t> sizes, Dtype dtype = Dtype::float32);
/// The same, needing none.
Operand data(std::initializer_list<int64_t> sizes, Dtype dtype = Dtype::float32);
Operand strided(std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides);
Operand channels_last(std::initializer_list<int64_t> sizes);
Operand parameter(std::initializer_list<int64_t> sizes);
Operand buffer(std::initializer_list<int64_t> sizes);

/// Arguments by position; those left out take the schema's defaults. A missing argument without default is a CHECK.
Call make_call(const Op& op, std::vector<Given> given);

using Cases = std::vector<std::vector<Given>>;
std::vector<Call> make_calls(std::string_view schema_name, Cases cases);

/// `.samples = samples<"relu", unary_cases>`.
template <Literal schema_name, Cases (*cases)()>
std::vector<Call> samples() {
  return make_calls(schema_name.view(), cases());
}

}  // namespace vramlint::ops
