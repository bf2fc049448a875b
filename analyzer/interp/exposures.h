// Objects that went into calls that are not known, while a model is built: each may hold more than is seen. They say so
// themselves as well (Object::exposed), so that one that has come to the address of another is not taken for it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "interp/object.h"

namespace vramlint::interp {

class Exposures {
 public:
  struct Exposure {
    const Object* object;
    std::string why;
  };

  void add(Exposure exposure) {
    reasons_.insert_or_assign(exposure.object, exposure.why);
    in_order_.push_back(std::move(exposure));
  }
  size_t size() const { return in_order_.size(); }
  bool empty() const { return in_order_.empty(); }
  const std::string* why(const Object& object) const {
    const auto found = object.exposed ? reasons_.find(&object) : reasons_.end();
    return found == reasons_.end() ? nullptr : &found->second;
  }
  std::vector<Exposure> since(size_t first) const {
    return {in_order_.begin() + static_cast<std::ptrdiff_t>(first), in_order_.end()};
  }
  void forget_since(size_t first) {
    in_order_.resize(first);
    reasons_.clear();
    for (const Exposure& kept : in_order_) reasons_.insert_or_assign(kept.object, kept.why);
  }

 private:
  std::vector<Exposure> in_order_;
  std::unordered_map<const Object*, std::string> reasons_;
};

}  // namespace vramlint::interp
