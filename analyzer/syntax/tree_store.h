// Parsed modules, kept between runs.
#pragma once

#include "base/byte_store.h"
#include "syntax/python.h"

namespace vramlint::syntax {

/// Thread-safe.
class TreeStore {
 public:
  /// Trees of other revisions of the parser are not found in it.
  explicit TreeStore(const std::filesystem::path& folder);

  /// As parse_python; taken from the store where it is there, else put into it. What has problems is parsed each time.
  std::shared_ptr<const PythonModule> parse(const Source& source) const;

 private:
  ByteStore store_;
};

}  // namespace vramlint::syntax
