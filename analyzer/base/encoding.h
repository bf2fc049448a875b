// How the bytes of a text file on disk become UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"

namespace vramlint {

/// Whether `bytes` are UTF-8 as RFC 3629 defines it (no overlong forms, no surrogates).
bool is_utf8(std::string_view bytes);

struct Decoded {
  std::string text;
  Encoding encoding = Encoding::utf8;
};

/// For bytes that are not UTF-8: Latin-1 where a `coding:` line declares it, else GB18030 (which contains GBK and
/// GB2312) where they are valid in it, else Latin-1, which every byte sequence is.
Decoded decode_legacy(std::string_view bytes);

}  // namespace vramlint
