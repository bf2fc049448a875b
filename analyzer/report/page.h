// What pages have in common: one file that needs no network, light and dark.
#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"

namespace vramlint::report {

/// Parts of HTML, escaped already.
struct Page {
  std::string title, body, scripts;
  std::string language = "en";
};

std::string html_page(const Page& page);

/// A peak beside what the device has; with the peak before, where there was one. To the scale of `whole`.
struct PeakBar {
  std::optional<Bytes> was, is, room;
  Bytes whole;
  bool is_over = false;
  std::string told;  ///< the same in words
};

std::string peak_bar(const PeakBar& bar);

}  // namespace vramlint::report
