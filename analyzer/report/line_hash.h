// The fingerprint by which GitHub code scanning knows a result again: a hash of the line and the text after it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vramlint::report {

/// One "hash:occurrence" per line of the file, for its bytes as they are on disk. CR, LF and CRLF each end a line.
std::vector<std::string> line_hashes(std::string_view bytes);

}  // namespace vramlint::report
