// Values that several lists may have in common: none of them changes, and the last list that has one lets it go.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace vramlint {

template <typename T>
class SharedList {
  using Items = std::vector<std::shared_ptr<const T>>;

 public:
  class Iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(typename Items::const_iterator at) : at_(at) {}
    const T& operator*() const { return **at_; }
    const T* operator->() const { return at_->get(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    typename Items::const_iterator at_;
  };

  void push_back(T value) { items_.push_back(std::make_shared<const T>(std::move(value))); }
  void share(std::shared_ptr<const T> value) { items_.push_back(std::move(value)); }
  const std::shared_ptr<const T>& shared(size_t index) const { return items_[index]; }

  const T& operator[](size_t index) const { return *items_[index]; }
  const T& at(size_t index) const { return *items_.at(index); }
  const T& front() const { return *items_.front(); }
  const T& back() const { return *items_.back(); }
  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  Iterator begin() const { return Iterator(items_.begin()); }
  Iterator end() const { return Iterator(items_.end()); }

 private:
  Items items_;
};

}  // namespace vramlint
