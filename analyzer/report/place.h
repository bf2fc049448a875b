// Where something stands, as reports write it.
#pragma once

#include <string>

#include "base/span.h"
#include "report/report.h"

namespace vramlint::report {

/// The path behind the context's prefix; an absolute path as it is.
std::string shown_path(std::string_view path, const Context& context);

/// "src/model.py:12:5", without what could steer a terminal; empty for a span without a source.
std::string shown_place(const Span& span, const Context& context);
/// The same without the column.
std::string shown_line(const Span& span, const Context& context);

/// 1-based line and column in UTF-16 code units.
Position utf16_position(const Source& source, uint32_t offset);

/// The span, at least one character wide where its line has one to give.
Span visible(const Span& span);

/// Path of a finding's file: its span's, else the config's.
std::string_view file_of(const Finding& finding);

}  // namespace vramlint::report
