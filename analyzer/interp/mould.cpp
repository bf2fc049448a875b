#include "interp/mould.h"

#include <algorithm>
#include <unordered_map>

#include "interp/dict.h"
#include "interp/heap.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostNodes = 100'000, kMostParts = 400'000, kDeepestMould = 100;

std::shared_ptr<const FunctionObject> likeness(const FunctionObject& function) {
  auto twin = std::make_shared<FunctionObject>();
  twin->code = function.code;
  twin->keep_alive = function.keep_alive;
  twin->qualified_name = function.qualified_name;
  return twin;
}

}  // namespace

class Moulder {
 public:
  Moulder(Interpreter& interpreter, const Given& given)
      : origins_(interpreter.origins()), effects_(*interpreter.impl().effects), given_(given) {
    for (size_t i = 0; i < given.objects.size(); ++i) arguments_.emplace(given.objects[i], i);
  }

  std::unique_ptr<Mould> take(const Value& made, bool changed) {
    mould_->made_ = part(made);
    for (size_t i = 0; changed && i < given_.objects.size(); ++i) change(i);
    for (size_t i = 0; fits_ && i < objects_.size(); ++i) fill(i);
    fits_ = fits_ && parts_ <= kMostParts;
    if (fits_) {
      looked_at_.resize(objects_.size());
      for (size_t i = 0; i < objects_.size(); ++i) fits_ = fits_ && is_shallow(i, 0);
    }
    if (!fits_) return nullptr;
    for (const Mould::Node& node : mould_->nodes_) mould_->size_ += 5 + node.parts.size();
    for (const auto& [number, node] : mould_->changed_) mould_->size_ += 5 + node.parts.size();
    return std::move(mould_);
  }

 private:
  Origin origin(Origin origin) {
    if (origin == 0) return 0;
    const auto [known, is_new] = known_origins_.try_emplace(origin, static_cast<Origin>(mould_->origins_.size()));
    if (!is_new) return known->second;
    std::vector<uint32_t> places;
    for (const uint32_t atom : origins_.numbers(origin)) {
      const auto at = std::lower_bound(given_.atoms.begin(), given_.atoms.end(), atom);
      if (at == given_.atoms.end() || *at != atom) fits_ = false;
      places.push_back(static_cast<uint32_t>(at - given_.atoms.begin()));
    }
    mould_->origins_.push_back(std::move(places));
    return known->second;
  }

  /// As far as it came from the arguments: the rest is around the call.
  std::optional<Making> making_of(const Object& object) {
    std::optional<Making> making = effects_.making_of(object);
    if (!making || making->around == 0) return making;
    std::vector<uint32_t> places;
    for (const uint32_t atom : origins_.numbers(making->around)) {
      const auto at = std::lower_bound(given_.atoms.begin(), given_.atoms.end(), atom);
      if (at != given_.atoms.end() && *at == atom) places.push_back(static_cast<uint32_t>(at - given_.atoms.begin()));
    }
    making->around = places.empty() ? 0 : static_cast<Origin>(mould_->origins_.size());
    if (!places.empty()) mould_->origins_.push_back(std::move(places));
    return making;
  }

  static Mould::Part numbered(size_t number, Mould::Kind kind, Origin origin) {
    return {Value::integer(static_cast<int64_t>(number)).with_origin(origin), kind};
  }

  static bool is_bare(const UnknownValue& unknown) {
    return unknown.stand_in.is_none() && unknown.trail.is_none() && unknown.items.is_none();
  }

  /// Never changes, so that all may have the same one.
  static bool is_fixed(const Object& object) {
    switch (object.kind) {
      case ObjectKind::string:
      case ObjectKind::bytes:
      case ObjectKind::range:
        return true;
      case ObjectKind::unknown:
        return is_bare(static_cast<const UnknownValue&>(object));
      default:
        return object.settled;
    }
  }

  Mould::Part part(const Value& value) {
    if (++parts_ > kMostParts) fits_ = false;
    const Origin from = origin(value.origin());
    if (!value.is_object() || is_fixed(*value.object())) return {value.with_origin(from), Mould::Kind::fixed};
    const Object* object = value.object();
    if (const auto known = arguments_.find(object); known != arguments_.end())
      return numbered(known->second, Mould::Kind::argument, from);
    const auto [known, is_new] = nodes_.try_emplace(object, objects_.size());
    if (is_new) {
      objects_.push_back(value);
      mould_->nodes_.emplace_back().kind = object->kind;
      if (objects_.size() > kMostNodes) fits_ = false;
    }
    return numbered(known->second, Mould::Kind::node, from);
  }

  std::vector<Mould::Part> parts(const std::vector<Value>& values) {
    std::vector<Mould::Part> result;
    result.reserve(values.size());
    for (const Value& value : values) result.push_back(part(value));
    return result;
  }

  /// Its hash is no matter of who it is, or of the program.
  static bool is_plain_key(const Value& key) {
    if (const auto* tuple = key.is(ObjectKind::tuple) ? key.as<Tuple>() : nullptr)
      return std::all_of(tuple->items.begin(), tuple->items.end(),
                         [](const Value& item) { return !item.is_object() || item.is(ObjectKind::string); });
    return !key.is_object() || (!key.is(ObjectKind::instance) && is_fixed(*key.object()));
  }

  std::vector<Mould::Part> entries(const Dict& dict) {
    std::vector<Mould::Part> result;
    result.reserve(2 * dict.size());
    for (const Dict::Entry& entry : dict.entries()) {
      if (!entry.live) continue;
      fits_ = fits_ && is_plain_key(entry.key);
      result.push_back(part(entry.key));
      result.push_back(part(entry.value));
    }
    return result;
  }

  std::vector<Mould::Part> function_parts(const FunctionObject& function) {
    std::vector<Value> held = {function.module, function.attributes};
    held.insert(held.end(), function.captured.begin(), function.captured.end());
    held.insert(held.end(), function.defaults.begin(), function.defaults.end());
    return parts(held);
  }

  std::vector<Mould::Part> native_parts(size_t number, const Native& native) {
    std::vector<Value> held;
    mould_->nodes_[number].cast = native.cast(held);
    if (!mould_->nodes_[number].cast) fits_ = false;
    return parts(held);
  }

  std::vector<Mould::Part> contents(size_t number, const Object& object) {
    switch (object.kind) {
      case ObjectKind::list:
        return parts(static_cast<const List&>(object).items);
      case ObjectKind::tuple:
        return parts(static_cast<const Tuple&>(object).items);
      case ObjectKind::dict:
        return entries(static_cast<const Dict&>(object));
      case ObjectKind::set:
        mould_->nodes_[number].frozen = static_cast<const Set&>(object).frozen;
        return entries(static_cast<const Set&>(object).table);
      case ObjectKind::cell:
        return parts({static_cast<const Cell&>(object).value});
      case ObjectKind::instance: {
        const auto& instance = static_cast<const Instance&>(object);
        mould_->nodes_[number].making = making_of(object);
        return parts({instance.type, instance.attributes, instance.payload});
      }
      case ObjectKind::bound_method:
        return parts({static_cast<const BoundMethod&>(object).self, static_cast<const BoundMethod&>(object).function});
      case ObjectKind::function:
        mould_->nodes_[number].function = likeness(static_cast<const FunctionObject&>(object));
        return function_parts(static_cast<const FunctionObject&>(object));
      case ObjectKind::native:
        return native_parts(number, static_cast<const Native&>(object));
      default:
        fits_ = false;
        return {};
    }
  }

  void change(size_t number) {
    const Object& object = *given_.objects[number];
    Mould::Node node;
    node.kind = object.kind;
    if (object.kind == ObjectKind::list)
      node.parts = parts(static_cast<const List&>(object).items);
    else if (object.kind == ObjectKind::dict)
      node.parts = entries(static_cast<const Dict&>(object));
    else if (object.kind == ObjectKind::set)
      node.parts = entries(static_cast<const Set&>(object).table);
    else
      return;
    mould_->changed_.emplace_back(number, std::move(node));
  }

  void fill(size_t number) {
    const Value object = objects_[number];
    std::vector<Mould::Part> found = contents(number, *object.object());
    mould_->nodes_[number].parts = std::move(found);
  }

  /// What has to be whole from the beginning is made with what it holds, one inside of the other.
  bool is_shallow(size_t number, size_t depth) {
    const Mould::Node& node = mould_->nodes_[number];
    if (looked_at_[number] || (node.kind != ObjectKind::tuple && node.kind != ObjectKind::native)) return true;
    if (depth > kDeepestMould) return false;
    looked_at_[number] = true;
    return std::all_of(node.parts.begin(), node.parts.end(), [&](const Mould::Part& part) {
      return part.kind != Mould::Kind::node || is_shallow(static_cast<size_t>(part.value.as_int()), depth + 1);
    });
  }

  const Origins& origins_;
  const Effects& effects_;
  const Given& given_;
  std::unique_ptr<Mould> mould_ = std::make_unique<Mould>();
  std::unordered_map<const Object*, size_t> arguments_, nodes_;
  std::unordered_map<Origin, Origin> known_origins_;
  std::vector<Value> objects_;  // of the nodes
  std::vector<bool> looked_at_;
  size_t parts_ = 0;
  bool fits_ = true;
};

std::unique_ptr<Mould> Mould::of(Interpreter& interpreter, const Value& made, const Given& given, bool changed) {
  const Uncounted uncounted;
  return Moulder(interpreter, given).take(made, changed);
}

class Casting {
 public:
  Casting(Interpreter& interpreter, const Mould& mould, const Given& given)
      : interpreter_(interpreter), mould_(mould), given_(given), made_(mould.nodes_.size()) {
    for (const std::vector<uint32_t>& places : mould.origins_) {
      std::vector<uint32_t> atoms;
      for (const uint32_t place : places) atoms.push_back(given.atoms[place]);
      origins_.push_back(interpreter.origins().of(atoms));
    }
  }

  Value take() {
    for (size_t i = 0; i < made_.size(); ++i) (void)object(i);
    for (size_t i = 0; i < made_.size(); ++i) fill(i);
    std::vector<Value> arguments;  // one may hold the other alone
    for (const Object* object : given_.objects) arguments.emplace_back(object);
    for (const auto& [number, node] : mould_.changed_) change(*given_.objects[number], node);
    return value(mould_.made_);
  }

 private:
  Value value(const Mould::Part& part) {
    const Origin origin = origins_[part.value.origin()];
    const auto number = static_cast<size_t>(part.value.as_int());
    switch (part.kind) {
      case Mould::Kind::fixed:
        return part.value.with_origin(origin);
      case Mould::Kind::argument:
        return Value(given_.objects[number]).with_origin(origin);
      case Mould::Kind::node:
        return object(number).with_origin(origin);
    }
    return {};
  }

  std::vector<Value> values(const std::vector<Mould::Part>& parts) {
    std::vector<Value> result;
    result.reserve(parts.size());
    for (const Mould::Part& part : parts) result.push_back(value(part));
    return result;
  }

  /// What is filled later may refer to itself.
  const Value& object(size_t number) {
    if (made_[number].is_none()) {
      Value fresh = made(mould_.nodes_[number]);
      made_[number] = std::move(fresh);
    }
    return made_[number];
  }

  Value made(const Mould::Node& node) {
    switch (node.kind) {
      case ObjectKind::list:
        return Value::list({});
      case ObjectKind::tuple:
        return Value::tuple(values(node.parts));
      case ObjectKind::dict:
        return Value(new Dict);
      case ObjectKind::set:
        return Value(new Set(node.frozen));
      case ObjectKind::cell:
        return Value(new Cell);
      case ObjectKind::instance:
        return Value(new Instance(value(node.parts[0]), Value()));
      case ObjectKind::bound_method:
        return Value(new BoundMethod({}, {}));
      case ObjectKind::function:
        return Value(new FunctionObject);
      default:
        return node.cast->make(interpreter_, values(node.parts));
    }
  }

  /// Of a table that is empty: its keys were different ones when the mould was made.
  void fill_entries(Dict& dict, const std::vector<Mould::Part>& parts) {
    if (parts.empty()) return;
    std::vector<Dict::Entry> entries;
    entries.reserve(parts.size() / 2);
    for (size_t i = 0; i < parts.size(); i += 2) {
      Value key = value(parts[i]);
      const size_t hash = hash_of(key);
      entries.push_back({std::move(key), value(parts[i + 1]), hash, true});
    }
    dict.assign(std::move(entries));
  }

  void fill_instance(Instance& instance, const Mould::Node& node) {
    instance.attributes = value(node.parts[1]);
    instance.payload = value(node.parts[2]);
    if (!node.making) return;
    Interpreter::Impl& impl = interpreter_.impl();
    impl.effects->set_making(instance, {node.making->site, impl.join(impl.guard, origins_[node.making->around])});
  }

  void fill_function(FunctionObject& function, const Mould::Node& node) {
    function.code = node.function->code;
    function.keep_alive = node.function->keep_alive;
    function.qualified_name = node.function->qualified_name;
    function.module = value(node.parts[0]);
    function.attributes = value(node.parts[1]);
    const size_t captured = function.code->scope.captures.size();
    for (size_t i = 2; i < node.parts.size(); ++i)
      (i - 2 < captured ? function.captured : function.defaults).push_back(value(node.parts[i]));
  }

  void change(const Object& object, const Mould::Node& node) {
    if (object.kind == ObjectKind::list) {
      std::vector<Value> items = values(node.parts);
      interpreter_.heap().change(static_cast<const List&>(object)).items.swap(items);
      return;
    }
    Dict& table = object.kind == ObjectKind::dict ? interpreter_.heap().write(static_cast<const Dict&>(object))
                                                  : interpreter_.heap().write(static_cast<const Set&>(object)).table;
    table.clear();
    fill_entries(table, node.parts);
  }

  void fill(size_t number) {
    const Mould::Node& node = mould_.nodes_[number];
    Object& object = Heap::unseen(*made_[number].object());
    switch (node.kind) {
      case ObjectKind::list:
        ListChange(static_cast<List&>(object)).items = values(node.parts);
        return;
      case ObjectKind::dict:
        return fill_entries(static_cast<Dict&>(object), node.parts);
      case ObjectKind::set:
        return fill_entries(static_cast<Set&>(object).table, node.parts);
      case ObjectKind::cell:
        static_cast<Cell&>(object).value = value(node.parts[0]);
        return;
      case ObjectKind::instance:
        return fill_instance(static_cast<Instance&>(object), node);
      case ObjectKind::bound_method:
        static_cast<BoundMethod&>(object).self = value(node.parts[0]);
        static_cast<BoundMethod&>(object).function = value(node.parts[1]);
        return;
      case ObjectKind::function:
        return fill_function(static_cast<FunctionObject&>(object), node);
      default:
        return;  // whole from the beginning
    }
  }

  Interpreter& interpreter_;
  const Mould& mould_;
  const Given& given_;
  std::vector<Value> made_;
  std::vector<Origin> origins_;
};

Value Mould::make(Interpreter& interpreter, const Given& given) const {
  const Uncounted uncounted;
  return Casting(interpreter, *this, given).take();
}

}  // namespace vramlint::interp
