// Variables that a mode gives another value before anything asks for what they have from the config.
#pragma once

#include <optional>

#include "usage/notes.h"

namespace vramlint::usage {

/// `if try_out: epochs = 2`, behind `epochs = cfg["epochs"]`.
struct Replaced {
  std::string variable;
  Span value;             ///< the literal that is put in its place
  size_t mode = 0;        ///< the key that the branch goes by
  Span condition, place;  ///< of the branch, and of the assignment in it
};

/// Where all that the key is kept in is such a variable; that of the last.
std::optional<Replaced> replaced(const Key& key, const Keys& keys, const Notes& notes);

}  // namespace vramlint::usage
