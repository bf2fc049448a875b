#include "integrations/cli/show_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/repository.h"
#include "report/place.h"
#include "report/uri.h"
#include "rules/peak_story.h"
#include "step_series.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMoments = 480;  ///< about as many as the picture has columns

/// Where a reader finds a source: on the web where a workflow makes the page, else beside it.
class Links {
 public:
  Links(fs::path root, const fs::path& page) : root_(std::move(root)) {
    std::error_code error;
    folder_ = fs::absolute(page, error).parent_path();
    if (on_github()) repository_ = repository_of(root_);
  }

  std::string to(const Span& span) const {
    if (!span || span.source->path().empty() || span.source->path().front() == '<') return {};
    const fs::path path = root_ / span.source->path();
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    const std::string line = fmt::format("#L{}", span.start().line);
    if (repository_.url.empty()) {
      const fs::path relative = path.lexically_relative(folder_);
      return report::uri_of((relative.empty() ? path : relative).generic_string()) + line;
    }
    const fs::path top = variable("GITHUB_WORKSPACE").empty() ? root_ : fs::path(variable("GITHUB_WORKSPACE"));
    const fs::path relative = path.lexically_relative(top);
    if (relative.empty() || relative.begin()->string() == "..") return {};
    return repository_.url + "/blob/" + repository_.revision + "/" + report::uri_of(relative.generic_string()) + line;
  }

 private:
  fs::path root_, folder_;
  Repository repository_;
};

std::string told(const PeakMoment& peak, const memory::Timeline& timeline) {
  const bool is_first = !timeline.samples.empty() && timeline.samples.front().allocated == timeline.peak_allocated;
  if (peak.stretch.empty())
    return is_first ? "The step begins at its peak." : "The peak is reached before the step that is shown.";
  std::string text = fmt::format("The peak is in {}", peak.stretch);
  if (peak.asked.count == 0) return text + ".";
  text += fmt::format(", when {} asked for {} ({})", peak.operation, to_string(peak.asked), to_string(peak.category));
  if (!peak.module.empty()) text += " in " + peak.module;
  const std::string place = report::shown_line(peak.span, {});
  return text + (place.empty() ? "" : ", " + place) + ".";
}

report::StepPicture picture_of(const Analysis& analysis, size_t phase, const Links& links) {
  const StepView view = step_view(analysis, phase);
  const memory::Timeline& timeline = analysis.timelines[phase];
  const ConfigOutcome& outcome = analysis.outcome;
  report::StepPicture picture{.config = outcome.path, .phase = view.phase, .torch = outcome.torch};
  if (outcome.device) {
    picture.device = outcome.device->name;
    picture.room = outcome.device->budget - outcome.breakdown[static_cast<size_t>(Category::context)];
  }
  picture.fits = outcome.fits;
  picture.peak = timeline.peak_allocated;
  picture.reserved = timeline.peak_reserved;
  picture.peak_event = view.peak.event;
  picture.events = timeline.samples.size();
  picture.peak_told = told(view.peak, timeline);
  for (const StepMoment& moment : step_series(analysis, phase, kMostMoments))
    picture.moments.push_back({moment.event, moment.sample.allocated, moment.sample.reserved, moment.held});
  for (const Stretch& stretch : view.stretches) picture.sections.push_back({stretch.name, stretch.first, stretch.end});
  for (const Contributor& one : timeline.top)
    picture.shares.push_back(
        {one.module, one.op, one.category, one.bytes, report::shown_line(one.span, {}), links.to(one.span)});
  for (const Unknown& unknown : outcome.unknowns) picture.notes.push_back(unknown.reason);
  return picture;
}

report::PicturePlan picture_of(const rules::Plan& plan) {
  report::PicturePlan picture{{}, rules::describe(plan.harm).text(), rules::describe(plan.effect.process).text()};
  for (const rules::Change& change : plan.changes) {
    std::string text = fmt::format("{}: {} → {}", change.key, change.from, change.to);
    for (const std::string& key : change.also) text += ", and so " + key;
    picture.changes.push_back(printable(text));
  }
  if (!plan.environment.empty()) picture.changes.push_back(plan.environment);
  return picture;
}

}  // namespace

std::vector<report::StepPicture> pictures_of(const Analysis& analysis, const fs::path& root, const fs::path& page) {
  const Links links(root, page);
  std::vector<report::StepPicture> pictures;
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase)
    pictures.push_back(picture_of(analysis, phase, links));
  return pictures;
}

report::PagedConfig paged(const Analysis& analysis, const Fitting* fitting, const fs::path& root,
                          const fs::path& page) {
  const ConfigOutcome& outcome = analysis.outcome;
  const Links links(root, page);
  report::PagedConfig config{.config = outcome.path};
  if (outcome.device) {
    config.device = outcome.device->name;
    config.room = outcome.device->budget;
  }
  if (analysis.timelines.empty()) return config;
  config.peak = outcome.peak.process.point;
  config.fits = outcome.fits;
  config.phases = pictures_of(analysis, root, page);
  for (const KeyShare& key : outcome.keys)
    config.settings.push_back(
        {key.key, key.from, key.to, key.saved, report::shown_line(key.span, {}), links.to(key.span)});
  if (!fitting) return config;
  for (const rules::Plan& plan : fitting->plans.plans) config.plans.push_back(picture_of(plan));
  if (fitting->headroom)
    config.headroom = fmt::format("The batch can rise to {}: peak {}.", fitting->headroom->size,
                                  rules::describe(fitting->headroom->fix.effect->process).text());
  return config;
}

std::string show_page(std::vector<report::PagedConfig> configs) {
  constexpr size_t kMostDrawn = 20;
  std::vector<Bytes> peaks;
  for (const report::PagedConfig& config : configs) peaks.push_back(config.peak.value_or(Bytes{}));
  std::sort(peaks.begin(), peaks.end(), std::greater<>());
  std::vector<report::StepPicture> pictures;
  size_t drawn = 0;
  for (report::PagedConfig& config : configs) {
    const bool is_large = peaks.size() <= kMostDrawn || config.peak >= peaks[kMostDrawn - 1];
    if (!is_large || (!config.phases.empty() && ++drawn > kMostDrawn)) config.phases.clear();
    pictures.insert(pictures.end(), config.phases.begin(), config.phases.end());
  }
  report::Context context;
  context.version = version();
  return report::step_page(configs, picture_json(pictures), context);
}

std::string picture_json(const std::vector<report::StepPicture>& pictures) {
  nlohmann::ordered_json categories = nlohmann::ordered_json::array(), phases = nlohmann::ordered_json::array();
  for (int i = 0; i < kCategoryCount; ++i) categories.push_back(to_string(static_cast<Category>(i)));
  for (const report::StepPicture& picture : pictures) {
    nlohmann::ordered_json moments = nlohmann::ordered_json::array(), stretches = nlohmann::ordered_json::array();
    for (const report::PictureMoment& moment : picture.moments) {
      nlohmann::ordered_json held = nlohmann::ordered_json::array();
      for (const Bytes& bytes : moment.held) held.push_back(bytes.count);
      moments.push_back({{"event", moment.event},
                         {"allocated", moment.allocated.count},
                         {"reserved", moment.reserved.count},
                         {"held", held}});
    }
    for (const report::PictureSection& section : picture.sections)
      stretches.push_back(
          {{"name", section.name}, {"first_event", section.first}, {"events", section.end - section.first}});
    phases.push_back(
        {{"phase", picture.phase}, {"events", picture.events}, {"stretches", stretches}, {"moments", moments}});
  }
  const nlohmann::ordered_json json = {{"categories", categories}, {"phases", phases}};
  return printable_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace vramlint::cli
