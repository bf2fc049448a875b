// Calls of convolutions, one odd-shaped at least of each.
#pragma once

#include "ops/sample.h"

namespace vramlint::ops::convolution_samples {

inline Cases cases_1d() {
  return {{tensor({2, 3, 10}), parameter({4, 3, 3}), parameter({4})},
          {tensor({2, 4, 11}), parameter({4, 2, 2}), Given(), ints({2}), ints({1}), ints({3}), 2},
          {tensor({3, 9}), parameter({2, 3, 1})}};
}
inline Cases cases_2d() {
  return {{tensor({2, 3, 8, 9}), parameter({4, 3, 3, 3}), parameter({4}), ints({1, 1}), ints({1, 1})},
          {tensor({2, 4, 7, 5}), parameter({4, 1, 3, 3}), Given(), ints({2, 1}), ints({1, 0}), ints({1, 2}), 4},
          {data({1, 3, 8, 8}), parameter({5, 3, 1, 1}), parameter({5})},
          {channels_last({2, 3, 6, 6}), parameter({4, 3, 3, 3}), Given()},
          {tensor({3, 8, 8}), parameter({2, 3, 3, 3}), parameter({2})}};
}
inline Cases cases_3d() {
  return {{tensor({2, 3, 5, 6, 7}), parameter({4, 3, 3, 3, 3}), parameter({4}), ints({1, 1, 1}), ints({1, 1, 1})},
          {tensor({1, 2, 4, 5, 5}), parameter({3, 2, 1, 3, 3}), Given(), ints({1, 2, 2})}};
}
inline Cases padding_cases_1d() {
  return {{tensor({2, 3, 10}), parameter({4, 3, 3}), parameter({4}), ints({1}), "same"},
          {tensor({2, 3, 10}), parameter({4, 3, 4}), Given(), ints({1}), "same"}};
}
inline Cases padding_cases_2d() {
  return {{tensor({2, 3, 8, 9}), parameter({4, 3, 3, 3}), parameter({4}), ints({1, 1}), "same", ints({2, 2})},
          {tensor({2, 3, 8, 9}), parameter({4, 3, 3, 2}), Given(), ints({2, 2}), "valid"}};
}
inline Cases padding_cases_3d() {
  return {{tensor({1, 3, 5, 6, 7}), parameter({4, 3, 3, 3, 3}), parameter({4}), ints({1, 1, 1}), "same"},
          {tensor({1, 2, 4, 5, 5}), parameter({3, 2, 1, 3, 3}), Given(), ints({1, 2, 2}), "valid"}};
}
inline Cases transposed_cases_1d() {
  return {{tensor({2, 3, 10}), parameter({3, 4, 3}), parameter({4}), ints({2})},
          {tensor({2, 4, 5}), parameter({4, 1, 2}), Given(), ints({3}), ints({0}), ints({1}), 2}};
}
inline Cases transposed_cases_2d() {
  return {{tensor({2, 3, 8, 9}), parameter({3, 4, 2, 2}), parameter({4}), ints({2, 2})},
          {tensor({1, 4, 3, 5}), parameter({4, 2, 3, 3}), Given(), ints({2, 2}), ints({1, 1}), ints({1, 1}), 2,
           ints({1, 1})}};
}
inline Cases transposed_cases_3d() {
  return {{tensor({1, 3, 3, 4, 5}), parameter({3, 4, 2, 2, 2}), parameter({4}), ints({2, 2, 2})},
          {tensor({1, 2, 3, 3, 3}), parameter({2, 1, 3, 3, 3}), Given(), ints({1, 2, 1})}};
}

inline Cases gradients_1d() {
  return {{tensor({2, 3, 10}), parameter({3, 3, 3})}, {tensor({1, 2, 7}), parameter({2, 2, 1})}};
}
inline Cases gradients_2d() {
  return {{tensor({2, 3, 8, 9}), parameter({3, 3, 3, 3})}, {tensor({1, 2, 7, 5}), parameter({2, 2, 1, 1})}};
}
inline Cases gradients_3d() {
  return {{tensor({2, 3, 5, 6, 7}), parameter({3, 3, 3, 3, 3})}, {tensor({1, 2, 3, 3, 3}), parameter({2, 2, 1, 1, 1})}};
}

}  // namespace vramlint::ops::convolution_samples
