// The one door to changing an object that others may see. A Value shows its object as constant; `Heap::write` notes
// what the object holds before it hands it out to be changed, so that a branch on an Unknown can be undone and joined,
// and a Snapshot restored. What `new` has just made may be filled as it is: nobody has seen it yet.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/objects.h"

namespace vramlint::interp {

class Heap;
class Snapshot;

/// What an object holds at one moment. Lists, dicts, sets, cells and payloads can be joined part by part; of what is
/// `fixed` (an instance's class, a class's name and bases) and of an iterator's state there is only one or the other.
struct Contents {
  std::vector<Value> items;
  std::vector<Dict::Entry> entries;
  std::vector<Value> fixed;
  std::shared_ptr<const Iterator> state;
  Footprint footprint;

  static Contents of(const Object& object);
  void restore(Object& object) const;
  /// Whether what is not joined part by part is the same in both.
  bool joins(const Contents& other) const;
};

/// The objects changed while it is the innermost one, with what they held before.
class Journal {
 public:
  struct Change {
    Value object;
    Contents before;
  };

  explicit Journal(Heap& heap);
  ~Journal();  ///< changes that are not undone are changes of the journal around it
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void note(const Object& object);
  void undo();  ///< puts every changed object back; changes that come later are noted anew
  const std::vector<Change>& changes() const { return changes_; }

 private:
  bool made_inside(const Object& object) const;

  Heap& heap_;
  Journal* const outer_;
  const uint64_t opened_;
  std::vector<Change> changes_;
  std::unordered_map<const Object*, size_t> known_;
};

/// A list that is being changed: what it takes is counted when the change is done.
struct ListChange {
  explicit ListChange(List& list) : items(list.items), list_(list) {}
  ~ListChange() { list_.recount(); }
  ListChange(const ListChange&) = delete;
  ListChange& operator=(const ListChange&) = delete;
  std::vector<Value>& items;

 private:
  List& list_;
};

class Heap {
 public:
  template <typename T>
  T& write(const T& object) {
    static_assert(!std::is_same_v<T, List>, "lists are changed through change()");
    if (journal_ || object.settled) note(object);
    return const_cast<T&>(object);
  }
  ListChange change(const List& list) {
    if (journal_ || list.settled) note(list);
    return ListChange(const_cast<List&>(list));
  }
  /// Of a value that is one.
  Dict& dict(const Value& value) { return write(*value.as<Dict>()); }

  /// An object that the program cannot have seen: a cell of a frame being made, what is torn down.
  template <typename T>
  static T& unseen(const T& object) {
    return const_cast<T&>(object);
  }
  /// `part` was made just now, but counts as something that its owner always had.
  void adopt(const Object& owner, const Value& part);

  bool on_trial() const { return arms_ > 0; }  ///< inside of an arm that may be undone

 private:
  friend class Journal;
  friend class Snapshot;
  friend class Permanent;
  void note(const Object& object);
  Journal* journal_ = nullptr;  // innermost
  int arms_ = 0;
  Snapshot* snapshot_ = nullptr;
};

/// While it lives, what changes stays changed whatever arm is being tried: a module that an arm imports is imported.
class Permanent {
 public:
  explicit Permanent(Heap& heap) : heap_(heap), journal_(std::exchange(heap.journal_, nullptr)) {}
  ~Permanent() { heap_.journal_ = journal_; }
  Permanent(const Permanent&) = delete;
  Permanent& operator=(const Permanent&) = delete;

 private:
  Heap& heap_;
  Journal* const journal_;
};

}  // namespace vramlint::interp
