#include "interp/alterations.h"

#include <algorithm>

#include "interp/dict.h"
#include "interp/mould.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostSeen = 16;    // by the constructors of one class
constexpr size_t kLongest = 4'096;  // bytes of a description that is made for every instance

bool contains(const Alterations::Objects& objects, const Object* object) {
  return std::find(objects.begin(), objects.end(), object) != objects.end();
}

}  // namespace

void Alterations::begin_anew() {
  changed_.clear();
  untold_.clear();
}

bool Alterations::can_be_told(const Object& object) {
  if (untold_.contains(&object)) return false;
  const std::optional<Given> given = describe(interpreter_, {}, {}, {&object});
  const bool fits = given && given->key.size() <= kLongest;
  if (!fits) untold_.insert(&object);
  return fits;
}

Alterations::Objects Alterations::told_for(const Class& cls) {
  Objects told;
  const auto seen = seen_by_.find(&cls);
  if (seen == seen_by_.end()) return told;
  for (const Object* object : seen->second)
    if (changed_.contains(object) && can_be_told(*object)) told.push_back(object);
  return told;
}

std::string Alterations::marks(const Class& cls) const {
  std::string text;
  const auto seen = seen_by_.find(&cls);
  if (seen == seen_by_.end()) return text;
  for (const Object* object : seen->second) {
    text.append(reinterpret_cast<const char*>(&object), sizeof object);
    text += !changed_.contains(object) ? '-' : untold_.contains(object) ? '?' : '+';
  }
  return text;
}

void Alterations::see(const Class& cls, const Object* object) {
  Objects& seen = seen_by_[&cls];
  if (seen.size() < kMostSeen && !contains(seen, object)) seen.push_back(object);
}

bool Alterations::watch(const Objects& told) const {
  for (const Object* object : changed_) {
    if (object->kind == ObjectKind::dict)
      static_cast<const Dict*>(object)->watch();
    else if (!contains(told, object))
      return false;
  }
  return true;
}

Alterations::Objects Alterations::read() const {
  Objects found;
  for (const Object* object : changed_)
    if (object->kind != ObjectKind::dict || !static_cast<const Dict*>(object)->is_unread()) found.push_back(object);
  return found;
}

}  // namespace vramlint::interp
