// A run made by hand: two files, three configs, findings of every level with fixes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "report/report.h"

namespace vramlint::report {

/// The span of `text`'s first occurrence.
Span span_of(const Source& source, std::string_view text);

/// Owns the sources that its outcome points into.
struct Sample {
  std::vector<std::unique_ptr<Source>> sources;
  Outcome outcome;
  Context context;
};

Sample sample();

}  // namespace vramlint::report
