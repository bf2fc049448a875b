// Objects that went into calls that are not known, while a model is built: each may hold more than is seen. They say so
// themselves as well (Object::exposed), so that one that has come to the address of another is not taken for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/object.h"
#include "interp/value.h"

namespace vramlint::interp {

/// While a program is followed: a dict or list that may hold more, kept alive; `each` of that is so, where something is
/// known of it.
struct MayHold {
  Value container;
  std::string why;
  Value each;
  bool filled = false;                  ///< by turns of a loop of which one is followed
  std::optional<int64_t> most = {};     ///< items that were cut out of it
  bool may_be_empty = false;            ///< none of the items that are seen need be there
  std::optional<Unknown> differs = {};  ///< it is longer by plain data behind one arm: told where it is gone through
};

class Exposures {
 public:
  struct Exposure {
    const Object* object;
    std::string why;
    bool is_spread = false;  ///< a dict that was made of a mapping which is not known
    bool is_filed = false;   ///< a dict of plain values got some more at keys that are not known, and that is all
  };

  void add(Exposure exposure) {
    filed_ += exposure.is_filed ? 1 : 0;
    latest_.insert_or_assign(exposure.object, exposure);
    in_order_.push_back(std::move(exposure));
  }
  size_t size() const { return in_order_.size(); }
  size_t beside_filed() const { return in_order_.size() - filed_; }
  bool empty() const { return in_order_.empty(); }
  /// The first reason for which an object may hold more, or for which statements may have run otherwise; empty: none.
  const std::string& first_why() const { return in_order_.empty() ? around_ : in_order_.front().why; }
  void run_in_unknown_context(const std::string& why) { around_ = why; }
  const Exposure* of(const Object& object) const {
    const auto found = object.exposed ? latest_.find(&object) : latest_.end();
    return found == latest_.end() ? nullptr : &found->second;
  }
  const std::string* why(const Object& object) const {
    const Exposure* found = of(object);
    return found ? &found->why : nullptr;
  }
  std::vector<Exposure> since(size_t first) const {
    return {in_order_.begin() + static_cast<std::ptrdiff_t>(first), in_order_.end()};
  }
  void forget_since(size_t first) {
    in_order_.resize(first);
    latest_.clear();
    around_.clear();
    filed_ = 0;
    for (const Exposure& kept : in_order_) {
      filed_ += kept.is_filed ? 1 : 0;
      latest_.insert_or_assign(kept.object, kept);
    }
  }

 private:
  std::vector<Exposure> in_order_;
  size_t filed_ = 0;
  std::string around_;
  std::unordered_map<const Object*, Exposure> latest_;
};

}  // namespace vramlint::interp
