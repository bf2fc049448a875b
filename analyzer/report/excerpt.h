// The lines of source that a span stands in, with carets under it.
#pragma once

#include <string>

#include "report/report.h"
#include "report/style.h"

namespace vramlint::report {

/// Lines of "   12 │ text" and "      │   ^^^", each with a line end, none wider than the context's width. Of a span
/// over more than three lines the first and the last are shown. Empty for a span without a source.
std::string excerpt(const Span& span, const Context& context, Ink ink);

}  // namespace vramlint::report
