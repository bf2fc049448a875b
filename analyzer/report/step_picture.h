// One training step as pictures and as a page. Plain data in, text out: a page needs no network and no other file.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "report/report.h"

namespace vramlint::report {

/// What is held after an event.
struct PictureMoment {
  size_t event = 0;
  Bytes allocated, reserved;
  std::array<Bytes, kCategoryCount> held;
};

struct PictureSection {
  std::string name;  ///< "forward"
  size_t first = 0, end = 0;
};

/// Something that stands in the peak.
struct PictureShare {
  std::string module, op;
  Category category = Category::activation;
  Bytes bytes;
  std::string place, link;  ///< "src/model.py:60"; link: a URI, empty where there is none
};

struct StepPicture {
  std::string config, phase, torch;
  std::string device;         ///< empty where none is given
  std::optional<Bytes> room;  ///< what the device leaves the allocator: its budget less the context
  std::optional<bool> fits;   ///< all of the training, as far as it is known
  Bytes peak, reserved;       ///< the highest of each
  size_t peak_event = 0, events = 0;
  std::string peak_told;  ///< a sentence on the moment of the peak
  std::vector<PictureMoment> moments;
  std::vector<PictureSection> sections;
  std::vector<PictureShare> shares;  ///< largest first; sum to the peak
  std::vector<std::string> notes;    ///< what is not known
};

struct PictureSetting {
  std::string key, from, to;
  Bytes saved;
  std::string place, link;
};

/// Changes with which it fits.
struct PicturePlan {
  std::vector<std::string> changes;  ///< "batch_size: 16 → 8"
  std::string harm, peak;
};

/// A config on a page.
struct PagedConfig {
  std::string config, device;
  std::optional<Bytes> peak, room;  ///< of the process; the device's budget
  std::optional<bool> fits;
  std::vector<StepPicture> phases;       ///< none: it stands among all configs alone
  std::vector<PictureSetting> settings;  ///< most first
  std::vector<PicturePlan> plans;
  std::string headroom;  ///< a sentence, where it fits
};

/// What an <svg> is drawn into, in CSS pixels.
struct Canvas {
  int width = 960, height = 360;
};

/// The step over time: areas by category, the reserved memory, sections, the peak, the device. An <svg> element.
std::string step_chart(const StepPicture& picture, Canvas canvas);
/// The peak by module and category, areas as bytes. An <svg> element.
std::string peak_treemap(const StepPicture& picture, Canvas canvas);
/// Both, under one another, with their own colours: an image for a comment.
std::string step_svg(const StepPicture& picture);
/// `data`: the same as JSON, put into the page.
std::string step_page(const std::vector<PagedConfig>& configs, const std::string& data, const Context& context);

/// CSS of the pictures, light and dark.
std::string_view picture_style();
/// Text between tags and in attributes.
std::string escaped(std::string_view text);

}  // namespace vramlint::report
