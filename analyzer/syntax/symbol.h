// Interned identifiers: equal text, equal pointer, for the life of the process. Thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vramlint::syntax {

struct SymbolData {
  std::string text;
  size_t hash;  ///< text_hash(text)
};

class Symbol {
 public:
  Symbol() = default;
  explicit Symbol(std::string_view text);
  const std::string& text() const { return data_->text; }
  size_t hash() const { return data_->hash; }
  explicit operator bool() const { return data_ != nullptr; }
  bool operator==(const Symbol&) const = default;

 private:
  const SymbolData* data_ = nullptr;
};

}  // namespace vramlint::syntax
