#include "syntax/symbol.h"

#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/text_hash.h"

namespace vramlint::syntax {
namespace {

using Table = std::unordered_map<std::string_view, const SymbolData*, TextHash>;

/// Every symbol there is; never destroyed, because symbols outlive static destruction.
const SymbolData* intern(std::string_view text) {
  static std::mutex& mutex = *new std::mutex;
  static Table& table = *new Table;
  const std::lock_guard lock(mutex);
  const auto known = table.find(text);
  if (known != table.end()) return known->second;
  const auto* data = new SymbolData{std::string(text), text_hash(text)};
  table.emplace(data->text, data);
  return data;
}

}  // namespace

Symbol::Symbol(std::string_view text) {
  // Most names have been seen before by the same thread: no lock for those.
  thread_local Table seen;
  const auto known = seen.find(text);
  if (known != seen.end()) {
    data_ = known->second;
    return;
  }
  data_ = intern(text);
  seen.emplace(data_->text, data_);
}

}  // namespace vramlint::syntax
