// Arguments as a text: equal texts, equal calls.
#include <algorithm>
#include <unordered_map>

#include "interp/dict.h"
#include "interp/mould.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMostValues = 2048;

class Describer {
 public:
  Describer(Interpreter& interpreter, std::string key) : origins_(interpreter.origins()) {
    given_.key = std::move(key);
  }

  void origin(Origin origin) {
    const auto found = std::find(met_.begin(), met_.end(), origin);
    number(static_cast<uint64_t>(found - met_.begin()));
    if (found == met_.end()) met_.push_back(origin);
  }
  void text(std::string_view text) {
    number(text.size());
    given_.key += text;
  }
  void value(const Value& value) {
    if (++values_ > kMostValues) fits_ = false;
    if (!fits_) return;
    given_.key += static_cast<char>(value.kind());
    origin(value.origin());
    if (value.is_object())
      object(*value.object());
    else if (value.is_real())
      scalar(value.as_real());
    else
      scalar(value.as_int());
  }
  void number(uint64_t number) { scalar(number); }
  /// By its contents, though it is settled.
  void told(const Object& object) {
    const auto* dict = object.kind == ObjectKind::dict ? static_cast<const Dict*>(&object) : nullptr;
    const bool is_watched = dict && dict->is_unread();
    contents(object);
    if (is_watched) dict->watch();
  }

  std::optional<Given> take() {
    if (!fits_) return {};
    for (const Origin origin : met_) {
      const auto& atoms = origins_.numbers(origin);
      given_.atoms.insert(given_.atoms.end(), atoms.begin(), atoms.end());
    }
    std::sort(given_.atoms.begin(), given_.atoms.end());
    given_.atoms.erase(std::unique(given_.atoms.begin(), given_.atoms.end()), given_.atoms.end());
    for (const Origin origin : met_) {
      number(origins_.numbers(origin).size());
      for (const uint32_t atom : origins_.numbers(origin))
        number(static_cast<uint64_t>(std::lower_bound(given_.atoms.begin(), given_.atoms.end(), atom) -
                                     given_.atoms.begin()));
    }
    return std::move(given_);
  }

 private:
  template <typename T>
  void scalar(T bits) {
    given_.key.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  }

  void object(const Object& object) {
    if (object.kind == ObjectKind::string) {
      given_.key += 't';
      return text(static_cast<const String&>(object).text);
    }
    if (object.settled) {
      given_.key += 's';
      return scalar(&object);
    }
    const auto [known, is_new] = numbers_.try_emplace(&object, given_.objects.size());
    given_.key += is_new ? 'o' : 'k';
    if (!is_new) return number(known->second);
    given_.objects.push_back(&object);
    given_.key += static_cast<char>(object.kind);
    contents(object);
  }

  void items(const std::vector<Value>& items) {
    number(items.size());
    for (const Value& item : items) value(item);
  }
  void entries(const Dict& dict) {
    number(dict.size());
    for (const Dict::Entry& entry : dict.entries()) {
      if (!entry.live) continue;
      value(entry.key);
      value(entry.value);
    }
  }

  void contents(const Object& object) {
    switch (object.kind) {
      case ObjectKind::list:
        return items(static_cast<const List&>(object).items);
      case ObjectKind::tuple:
        return items(static_cast<const Tuple&>(object).items);
      case ObjectKind::dict:
        return entries(static_cast<const Dict&>(object));
      case ObjectKind::set:
        number(static_cast<const Set&>(object).frozen ? 1 : 0);
        return entries(static_cast<const Set&>(object).table);
      case ObjectKind::instance: {
        const auto& instance = static_cast<const Instance&>(object);
        if (!instance.cls()->settled) fits_ = false;
        value(instance.type);
        value(instance.attributes);
        return value(instance.payload);
      }
      case ObjectKind::bound_method:
        value(static_cast<const BoundMethod&>(object).self);
        return value(static_cast<const BoundMethod&>(object).function);
      case ObjectKind::cell:
        return value(static_cast<const Cell&>(object).value);
      default:
        fits_ = false;
    }
  }

  const Origins& origins_;
  Given given_;
  std::vector<Origin> met_ = {0};
  std::unordered_map<const Object*, size_t> numbers_;
  size_t values_ = 0;
  bool fits_ = true;
};

}  // namespace

std::optional<Given> describe(Interpreter& interpreter, const Arguments& arguments, std::string key,
                              const std::vector<const Object*>& told) {
  const Uncounted uncounted;
  Describer describer(interpreter, std::move(key));
  describer.origin(interpreter.impl().guard);
  describer.number(arguments.positional.size());
  for (const Value& value : arguments.positional) describer.value(value);
  for (const auto& [name, value] : arguments.keyword) {
    describer.text(name);
    describer.value(value);
  }
  for (const Object* object : told) describer.told(*object);
  return describer.take();
}

}  // namespace vramlint::interp
