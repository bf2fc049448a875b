// The keys of one config, and what has been seen of each while its training program was followed.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "config/config.h"

namespace vramlint::usage {

/// One entry of a mapping, however deep; items of lists belong to the entry that holds the list.
struct Key {
  std::string path;  ///< dotted
  std::string name;  ///< its last part
  Span span;         ///< of the key, else of the value
  const config::Node* value = nullptr;
  std::optional<size_t> parent;
  std::vector<size_t> children;

  bool named = false;        ///< asked for by its name
  bool used = false;         ///< its value took part in something, or went where it cannot be followed
  bool shown = false;        ///< went by itself to a function that shows or records it
  Span told;                 ///< the first place that shows or records a text in which it stands among others
  bool overwritten = false;  ///< before anything asked for it
  bool there = false;        ///< asked whether it is there
  bool opened = false;       ///< asked for an entry, be it in it or not
  bool converted = false;    ///< made a number by float() or int()
  /// A name that its value was kept under.
  struct Kept {
    std::string name;
    bool is_attribute = false;
    Span place;
    bool operator==(const Kept&) const = default;
  };
  std::vector<Kept> kept;
  std::vector<Span> reads;       ///< the first places that asked for it
  std::vector<Span> answers;     ///< comparisons that are judged by themselves: `is None`, `in`
  std::vector<Span> conditions;  ///< branches on its value alone
  Span overwrite;
};

class Keys {
 public:
  static constexpr size_t kRoot = 0;  ///< the config as a whole, without a name
  explicit Keys(const config::Config& config);
  std::vector<Key>& all() { return keys_; }
  const std::vector<Key>& all() const { return keys_; }
  Key& at(size_t index) { return keys_[index]; }
  /// Whether nothing was seen of a key, and of all that is in it.
  bool untouched(size_t index) const;
  bool nothing_inside(const Key& section) const;  ///< likewise, of all that is in it
  /// By dotted path, or by the place of the key itself where there is none; a path into a list yields the entry that
  /// holds it. Also every other key that is an alias of it.
  std::vector<size_t> find(const std::string& path, const Span& value) const;

 private:
  void add(const config::Mapping& mapping, const std::string& prefix, size_t parent);
  void add(const config::Node& node, const std::string& path, size_t key);

  std::vector<Key> keys_;
  std::unordered_map<std::string, size_t> by_path_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_place_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_key_place_;
};

}  // namespace vramlint::usage
