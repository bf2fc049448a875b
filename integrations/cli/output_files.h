// Files that reports are written to.
#pragma once

#include <string>
#include <vector>

namespace vramlint::cli {

/// Before the work, of all files that one command writes; "" and "-" are standard output. Throws UsageError where a
/// file's folder does not exist, where two are one, and where a report would replace what is probably somebody's work:
/// a file that is there and whose name says source or settings, or JSON that no report of ours is.
void expect_output_files(const std::vector<std::string>& files);

}  // namespace vramlint::cli
