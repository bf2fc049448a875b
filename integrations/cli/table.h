// Rows of text in columns.
#pragma once

#include <string>
#include <vector>

namespace vramlint::cli {

/// Each row on a line, its cells two spaces apart and under one another. Where `right` names a column, it is flush
/// right.
std::string table(const std::vector<std::vector<std::string>>& rows, const std::vector<size_t>& right = {});

}  // namespace vramlint::cli
