#include "interp/builtins_sort.h"

#include <algorithm>
#include <numeric>

namespace vramlint::interp {

namespace {

// A merge sort of its own: the program's `__lt__` may answer anything, and std::stable_sort may not be lied to.
class Sorter {
 public:
  Sorter(Interpreter& interpreter, const std::vector<Value>& keys, bool reverse, Span span)
      : interpreter_(interpreter),
        keys_(keys),
        reverse_(reverse),
        span_(span),
        order_(keys.size()),
        spare_(keys.size()) {
    std::iota(order_.begin(), order_.end(), size_t{0});
  }

  std::optional<Value> run() {
    sort(0, order_.size());
    return unknown_;
  }
  const std::vector<size_t>& order() const { return order_; }

 private:
  bool less(size_t left, size_t right) {
    if (unknown_) return false;
    interpreter_.budget().step(span_);
    Value answer = interpreter_.compare(syntax::CompareOp::lt, keys_[left], keys_[right], span_);
    Value truth = interpreter_.truth(answer, span_);
    if (truth.is_unknown()) {
      unknown_ = truth;
      return false;
    }
    return truth.as_bool();
  }

  void sort(size_t begin, size_t end) {
    if (end - begin < 2) return;
    size_t middle = begin + (end - begin) / 2;
    sort(begin, middle);
    sort(middle, end);
    size_t left = begin, right = middle;
    for (size_t out = begin; out < end; ++out) {
      bool take_right = left == middle;
      if (!take_right && right < end) {
        take_right = reverse_ ? less(order_[left], order_[right]) : less(order_[right], order_[left]);
      }
      spare_[out] = take_right ? order_[right++] : order_[left++];
    }
    std::copy(spare_.begin() + static_cast<ptrdiff_t>(begin), spare_.begin() + static_cast<ptrdiff_t>(end),
              order_.begin() + static_cast<ptrdiff_t>(begin));
  }

  Interpreter& interpreter_;
  const std::vector<Value>& keys_;
  bool reverse_;
  Span span_;
  std::vector<size_t> order_, spare_;
  std::optional<Value> unknown_;
};

}  // namespace

std::optional<Value> sort_values(Interpreter& interpreter, std::vector<Value>& items, const Value& key,
                                 const Value& reverse, Span span) {
  if (reverse.is_unknown()) return reverse;
  bool backwards = !reverse.is_unbound() && interpreter.truthy(reverse, span);
  interpreter.budget().allocate(static_cast<int64_t>(items.size() * 2 * (sizeof(Value) + sizeof(size_t))), span);
  std::vector<Value> keys;
  keys.reserve(items.size());
  for (const Value& item : items) {
    Value by = key.is_unbound() || key.is_none() ? item : interpreter.call(key, {item}, span);
    if (by.is_unknown()) return by;
    keys.push_back(std::move(by));
  }
  Sorter sorter(interpreter, keys, backwards, span);
  if (std::optional<Value> unknown = sorter.run()) return unknown;
  std::vector<Value> sorted;
  sorted.reserve(items.size());
  for (size_t place : sorter.order()) sorted.push_back(items[place]);
  items = std::move(sorted);
  return {};
}

}  // namespace vramlint::interp
