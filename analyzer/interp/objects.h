// The built-in kinds of object.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text_hash.h"
#include "interp/value.h"
#include "syntax/python.h"

namespace vramlint::interp {

class Interpreter;
struct Class;

struct String : Object {
  static constexpr ObjectKind kKind = ObjectKind::string;
  explicit String(std::string t, std::optional<size_t> hash = {});  ///< `hash`: where it is known
  ~String() override;
  const std::string text;  ///< UTF-8
  const size_t hash;       ///< text_hash(text), as Symbol's
  const bool is_ascii;     ///< a byte is a code point
};

struct ByteString : Object {
  static constexpr ObjectKind kKind = ObjectKind::bytes;
  explicit ByteString(std::string t) : Object(kKind), text(std::move(t)), footprint(text.capacity()) {}
  const std::string text;
  const Footprint footprint;
};

struct List : Object {
  static constexpr ObjectKind kKind = ObjectKind::list;
  explicit List(std::vector<Value> i) : Object(kKind), items(std::move(i)) { recount(); }
  std::vector<Value> items;
  void recount() { footprint_.set(items.capacity() * sizeof(Value)); }

 private:
  Footprint footprint_;
};

struct Tuple : Object {
  static constexpr ObjectKind kKind = ObjectKind::tuple;
  explicit Tuple(std::vector<Value> i)
      : Object(kKind), items(std::move(i)), footprint(items.capacity() * sizeof(Value)) {}
  const std::vector<Value> items;
  const Footprint footprint;
};

/// Grows with whatever may change what a class finds along its mro, or where; see Class::lookup.
constinit inline thread_local uint64_t class_changes = 0;

/// Insertion-ordered. Keys are any hashable value; equal keys as in Python (1 == 1.0 == True).
struct Dict : Object {
  static constexpr ObjectKind kKind = ObjectKind::dict;
  Dict() : Object(kKind) {}

  struct Entry {
    Value key;
    Value value;
    size_t hash = 0;
    bool live = true;
  };

  /// A text that is looked for in several tables.
  struct HashedText {
    explicit HashedText(std::string_view t) : text(t), hash(text_hash(t)) {}
    HashedText(std::string_view t, size_t h) : text(t), hash(h) {}
    std::string_view text;
    size_t hash;
  };

  const Value* find(std::string_view key) const;  ///< nullptr if absent
  const Value* find(const HashedText& key) const;
  const Value* find(syntax::Symbol key) const;
  const Value* find(const Value& key) const;  ///< the key must be hashable (see hash_of)
  template <typename Key>
  Value* find(const Key& key) {
    return const_cast<Value*>(std::as_const(*this).find(key));
  }
  void set(std::string_view key, Value value);
  void set(syntax::Symbol key, Value value);
  void set(Value key, Value value);  ///< keeps the old key object and its place if present
  bool erase(const Value& key);
  bool erase(std::string_view key);
  void clear();
  void assign(std::vector<Entry> entries);  ///< all live, with different keys; asks no key for its hash
  size_t size() const {
    look_at_all();
    return live_;
  }
  /// Walk with `for (size_t i = 0; i < entries().size(); ++i) if (entries()[i].live)`: stable while values are set.
  const std::vector<Entry>& entries() const {
    look_at_all();
    return entries_;
  }

  /// The same for whoever asks what kinds of values stand there, and not which: it is no look.
  const std::vector<Entry>& entries_unseen() const { return entries_; }

  /// What of it has been looked at since it was watched.
  struct Looks {
    bool at_all = false;                ///< it was gone through, or counted
    std::unordered_set<size_t> hashes;  ///< of the keys that were looked for
  };
  std::shared_ptr<const Looks> watch() const {
    looks_ = std::make_shared<Looks>();
    moved();
    return looks_;
  }
  void unwatch() const { looks_.reset(); }
  const Looks* looks() const { return looks_.get(); }  ///< null: it is not watched
  bool is_unread() const { return looks_ && !looks_->at_all && looks_->hashes.empty(); }

  /// Where its values stand is remembered until a key comes or goes.
  void serve_classes() const { serves_classes_ = true; }

 private:
  template <typename Equal>
  size_t probe(size_t hash, const Equal& equal) const;
  void append(Value key, Value value, size_t hash);
  bool erase_at(size_t place);
  void reindex();
  void moved() const { class_changes += serves_classes_ ? 1 : 0; }
  void recount();
  void look_at_all() const {
    if (looks_) looks_->at_all = true;
  }
  void look_for(size_t hash) const {
    if (looks_) looks_->hashes.insert(hash);
  }
  std::vector<Entry> entries_;
  std::vector<uint32_t> index_;  // open addressing over entries_, empty while there are few
  size_t slots_ = 0;             // of it that were taken; some lead nowhere
  size_t live_ = 0;
  Footprint footprint_;
  mutable std::shared_ptr<Looks> looks_;
  mutable bool serves_classes_ = false;
};

struct Set : Object {
  static constexpr ObjectKind kKind = ObjectKind::set;
  explicit Set(bool f) : Object(kKind), frozen(f) {}
  Dict table;  ///< values are None. Iteration order is insertion order (CPython's is arbitrary)
  const bool frozen;
};

struct SliceObject : Object {
  static constexpr ObjectKind kKind = ObjectKind::slice;
  SliceObject(Value l, Value u, Value s)
      : Object(kKind), lower(std::move(l)), upper(std::move(u)), step(std::move(s)) {}
  Value lower, upper, step;
};

struct Range : Object {
  static constexpr ObjectKind kKind = ObjectKind::range;
  Range(int64_t a, int64_t b, int64_t c) : Object(kKind), start(a), stop(b), step(c) {}
  int64_t start, stop, step;
  int64_t length() const;
};

/// Anything next() works on. Its copies are its states.
struct Iterator : Object {
  static constexpr ObjectKind kKind = ObjectKind::iterator;
  using Visitor = std::function<void(const Value&)>;
  Iterator() : Object(kKind), born(now()) {}
  Iterator(const Iterator& other) : Object(kKind), born(other.born) {}
  Iterator& operator=(const Iterator&) { return *this; }
  virtual std::optional<Value> next(Interpreter&) = 0;  ///< empty at the end; throws Raised
  virtual std::string_view type_name() const { return "iterator"; }
  /// The item that comes next, of an enumeration without its number; null if that cannot be told, or it is the last.
  virtual const Value* ahead() const { return nullptr; }
  virtual void pass(Interpreter&) {}                        ///< takes that item, which nobody asks for
  virtual Value returned() const { return Value::none(); }  ///< of a generator that has ended
  virtual std::shared_ptr<const Iterator> saved() const = 0;
  virtual void restore(const Iterator& saved) = 0;
  /// Every value that it holds; false if that cannot be told.
  virtual bool visit(const Visitor&) const { return false; }
  const uint64_t born;  ///< how many journals had been opened

 private:
  static uint64_t now();
};

/// An iterator whose members are its state.
template <typename Self>
struct Resumable : Iterator {
  std::shared_ptr<const Iterator> saved() const override {
    return std::make_shared<Self>(static_cast<const Self&>(*this));
  }
  void restore(const Iterator& saved) override { static_cast<Self&>(*this) = static_cast<const Self&>(saved); }
};

struct Cell : Object {
  static constexpr ObjectKind kKind = ObjectKind::cell;
  Cell() : Cell(Value::unbound()) {}
  explicit Cell(Value v) : Object(kKind), value(std::move(v)) {}
  Value value;
};

struct Module : Object {
  static constexpr ObjectKind kKind = ObjectKind::module;
  explicit Module(std::string n) : Object(kKind), name(std::move(n)) {}
  std::string name;  ///< dotted
  std::string file;  ///< display path, "" for built-in ones
  bool is_package = false;
  Value globals;  ///< a Dict
};

struct FunctionObject : Object {
  static constexpr ObjectKind kKind = ObjectKind::function;
  FunctionObject() : Object(kKind) {}
  std::shared_ptr<const syntax::Function> code;
  std::shared_ptr<const syntax::PythonModule> keep_alive;  ///< owns the code's spans
  Value module;                                            ///< the Module it was defined in
  std::vector<Value> captured;                             ///< Cells, one per code->scope.captures
  std::vector<Value> defaults;                             ///< one per parameter; meaningful where has_default
  std::string qualified_name;
  Value attributes;  ///< None or a Dict: __wrapped__, user attributes
};

/// Arguments of a call.
struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keyword;
  Span span;          ///< of the call
  Value hidden = {};  ///< an Unknown where more may have been given by keyword; else None
  Value* find(std::string_view name);
  size_t size() const { return positional.size() + keyword.size(); }
};

using BuiltinFunction = std::function<Value(Interpreter&, Arguments&)>;

struct Builtin : Object {
  static constexpr ObjectKind kKind = ObjectKind::builtin;
  Builtin(std::string n, BuiltinFunction f) : Object(kKind), name(std::move(n)), function(std::move(f)) {}
  std::string name;
  BuiltinFunction function;
  bool is_method = false;  ///< binds to the instance when found on its class; set by Interpreter::add_method
};

struct BoundMethod : Object {
  static constexpr ObjectKind kKind = ObjectKind::bound_method;
  BoundMethod(Value s, Value f) : Object(kKind), self(std::move(s)), function(std::move(f)) {}
  Value self, function;
};

/// A class, user-defined or built-in. Built-in ones have a `construct`.
struct Class : Object {
  static constexpr ObjectKind kKind = ObjectKind::type;
  explicit Class(std::string n) : Object(kKind), name(std::move(n)) {}
  ~Class() override { ++class_changes; }
  std::string name;
  std::string module;
  std::vector<Value> bases;
  std::vector<const Class*> mro;  ///< C3, itself first; `object` last
  std::vector<Value> mro_keeper;  ///< keeps the mro's classes alive, itself excepted
  Value attributes;               ///< a Dict
  Value metaclass;                ///< a Class, or None for `type`
  Span span;
  /// Makes the instance for a built-in class (int, list, an exception, …); nullptr for plain Python classes.
  BuiltinFunction construct;
  bool derives_from(const Class* other) const;
  const Value* lookup(std::string_view name) const;  ///< along the mro
  const Value* lookup(syntax::Symbol name) const;
  Footprint footprint;  ///< of what stands in the mro
};

struct Instance : Object {
  static constexpr ObjectKind kKind = ObjectKind::instance;
  explicit Instance(Value cls);
  Instance(Value cls, Value names);
  ~Instance() override;
  Value type;        ///< a Class
  Value attributes;  ///< a Dict
  /// What an instance of a subclass of list, tuple, dict, set, str, int or float holds (OrderedDict, ConfigDict, a
  /// namedtuple, torch.Size, an IntEnum member); None for all others. Value::as<T>() sees through it.
  Value payload;
  const Class* cls() const { return static_cast<const Class*>(type.object()); }
};

struct Super : Object {
  static constexpr ObjectKind kKind = ObjectKind::super;
  Super(Value c, Value s) : Object(kKind), cls(std::move(c)), self(std::move(s)) {}
  Value cls, self;
};

struct Property : Object {
  static constexpr ObjectKind kKind = ObjectKind::property;
  Property() : Object(kKind) {}
  Value getter, setter, deleter;
};

struct StaticMethod : Object {
  static constexpr ObjectKind kKind = ObjectKind::static_method;
  explicit StaticMethod(Value f) : Object(kKind), function(std::move(f)) {}
  Value function;
};

struct ClassMethod : Object {
  static constexpr ObjectKind kKind = ObjectKind::class_method;
  explicit ClassMethod(Value f) : Object(kKind), function(std::move(f)) {}
  Value function;
};

struct UnknownValue : Object {
  static constexpr ObjectKind kKind = ObjectKind::unknown;
  enum class Sort : uint8_t {
    any,
    text,    ///< a str
    made,    ///< by a call that is not known: an object of any class
    tensor,  ///< never a number
    number,  ///< an int or a float
    items,   ///< a list, a set, a dict or what yields some
  };
  explicit UnknownValue(Unknown i, Sort s = Sort::any, Value instead = {}, Value depends = {}, Value through = {})
      : Object(kKind),
        info(std::move(i)),
        sort(s),
        stand_in(std::move(instead)),
        trail(std::move(depends)),
        items(std::move(through)),
        footprint(info.reason.capacity()) {}
  const Unknown info;
  const Sort sort;
  const Value stand_in;  ///< what the program goes on with: the module that went into a wrapper that is not known
  const Value trail;     ///< what backward() goes by: something that depends on all that went in
  const Value items;     ///< what a loop over it goes through: the one thing that went in and can be
  const Footprint footprint;
};

}  // namespace vramlint::interp
