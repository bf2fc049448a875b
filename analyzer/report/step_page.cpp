#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/page.h"
#include "report/step_picture.h"
#include "report/step_tables.h"

namespace vramlint::report {
namespace {

// The slider reads the data beside it and moves the line in whichever chart is shown.
constexpr std::string_view kScript = R"js(
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const size = n => {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let at = 0;
  while (n >= 1024 && at < 4) { n /= 1024; ++at; }
  return (at ? n.toPrecision(n >= 1000 ? 4 : 3) : n) + ' ' + units[at];
};
for (const section of document.querySelectorAll('section[data-phase]')) {
  const phase = data.phases[+section.dataset.phase];
  const slider = section.querySelector('input'), told = section.querySelector('output');
  const cursors = section.querySelectorAll('.cursor');
  slider.max = phase.moments.length - 1;
  const show = () => {
    const at = +slider.value, moment = phase.moments[at];
    const parts = data.categories.map((name, i) => [name, moment.held[i]]).filter(part => part[1] > 0);
    parts.sort((a, b) => b[1] - a[1]);
    const stretch = phase.stretches.find(one => moment.event >= one.first_event && moment.event < one.first_event + one.events);
    const text = 'Event ' + (moment.event + 1) + ' of ' + phase.events + (stretch ? ', ' + stretch.name : '') + ': ' +
      size(moment.allocated) + ' allocated (' + parts.map(part => part[0] + ' ' + size(part[1])).join(', ') + '), ' +
      size(moment.reserved) + ' reserved.';
    told.textContent = text;
    slider.setAttribute('aria-valuetext', text);
    for (const cursor of cursors) {
      const left = +cursor.dataset.left, right = +cursor.dataset.right;
      const x = left + (right - left) * (at + 0.5) / phase.moments.length;
      cursor.setAttribute('transform', 'translate(' + x + ' 0)');
      cursor.setAttribute('visibility', 'visible');
    }
  };
  const highest = phase.moments.reduce((best, one, at, all) => one.allocated > all[best].allocated ? at : best, 0);
  slider.value = highest;
  show();
  slider.addEventListener('input', show);
  for (const chart of section.querySelectorAll('svg.chart')) {
    chart.addEventListener('pointermove', event => {
      const cursor = chart.querySelector('.cursor'), box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) * chart.viewBox.baseVal.width / box.width;
      const share = (x - cursor.dataset.left) / (cursor.dataset.right - cursor.dataset.left);
      slider.value = Math.floor(share * phase.moments.length);
      show();
    });
  }
}
)js";

/// Rows of the table: after the first twelve none below a thousandth of the peak.
size_t rows_of(const StepPicture& picture) {
  constexpr size_t kFewest = 12, kMost = 60;
  const auto is_small = [&](const PictureShare& share) { return share.bytes.count * 1000 < picture.peak.count; };
  const auto small = std::find_if(picture.shares.begin(), picture.shares.end(), is_small);
  const auto large = static_cast<size_t>(small - picture.shares.begin());
  return std::min(picture.shares.size(), std::clamp(large, kFewest, kMost));
}

std::string legend(const StepPicture& picture) {
  std::string text = "<ul class=\"legend\" aria-label=\"What is held at the peak\">\n";
  for (const HeldKind& kind : held_kinds(picture))
    text += fmt::format("<li><span class=\"swatch k{}\"></span>{} <b>{}</b></li>\n", static_cast<size_t>(kind.category),
                        to_string(kind.category), to_string(kind.bytes));
  return text + "</ul>\n";
}

std::string table(const StepPicture& picture) {
  std::string text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Largest "
      "contributors\"><table>\n<thead><tr><th "
      "scope=\"col\" class=\"number\">Bytes</th><th scope=\"col\" class=\"number\">Share</th><th "
      "scope=\"col\">Kind</th>"
      "<th scope=\"col\">Module</th><th scope=\"col\">Made by</th><th "
      "scope=\"col\">Source</th></tr></thead>\n<tbody>\n";
  const double whole = static_cast<double>(std::max(picture.peak, Bytes{1}).count);
  const size_t rows = rows_of(picture);
  for (size_t i = 0; i < rows; ++i) {
    const PictureShare& share = picture.shares[i];
    const std::string place = escaped(share.place);
    const std::string source =
        share.link.empty() ? place : fmt::format("<a href=\"{}\">{}</a>", escaped(share.link), place);
    text += fmt::format(
        "<tr><td class=\"number\">{}</td><td class=\"number\">{:.1f} %</td><td class=\"kind\"><span class=\"swatch "
        "k{}\"></span>{}</td>"
        "<td class=\"module\">{}</td><td>{}</td><td class=\"place\">{}</td></tr>\n",
        to_string(share.bytes), 100 * static_cast<double>(share.bytes.count) / whole,
        static_cast<size_t>(share.category), to_string(share.category),
        share.module.empty() ? "(the step)" : escaped(share.module), escaped(share.op), source);
  }
  text += "</tbody></table></div>\n";
  if (picture.shares.size() == rows) return text;
  Bytes rest;
  for (size_t i = rows; i < picture.shares.size(); ++i) rest += picture.shares[i].bytes;
  return text + fmt::format("<p class=\"faint\">and {} more, {} together</p>\n", picture.shares.size() - rows,
                            to_string(rest));
}

std::string verdict_line(const StepPicture& picture) {
  std::string text = fmt::format("{} allocated at the peak, {} reserved at most", to_string(picture.peak),
                                 to_string(picture.reserved));
  if (!picture.room) return "<p>" + text + ".</p>\n";
  const std::string_view verdict = !picture.fits   ? "not known whether it fits"
                                   : *picture.fits ? "fits"
                                                   : "does not fit";
  return fmt::format("<p{}>{}; {} leaves {}: {}.</p>\n", picture.fits == false ? " class=\"alarm\"" : "", text,
                     escaped(picture.device.empty() ? "the device" : picture.device), to_string(*picture.room),
                     verdict);
}

std::string section(const StepPicture& picture, size_t number, const std::string& below_pictures) {
  std::string text = fmt::format("<section data-phase=\"{}\">\n<h2>Memory over one step: phase {}</h2>\n", number,
                                 escaped(picture.phase));
  text += verdict_line(picture) + "<p>" + escaped(picture.peak_told) + "</p>\n";
  text += "<div class=\"wide\">" + step_chart(picture, {960, 380}) + "</div>\n<div class=\"narrow\">" +
          step_chart(picture, {380, 320}) + "</div>\n" + legend(picture);
  text += fmt::format(
      "<label>Look at one moment <input class=\"read\" type=\"range\" min=\"0\" value=\"0\"></label>\n"
      "<output aria-live=\"polite\"></output>\n");
  text += "<h2>Who holds the peak</h2>\n<div class=\"wide\">" + peak_treemap(picture, {960, 420}) +
          "</div>\n<div class=\"narrow\">" + peak_treemap(picture, {380, 460}) + "</div>\n";
  text += below_pictures + "<h2>Largest contributors</h2>\n" + table(picture);
  for (const std::string& note : picture.notes) text += "<p class=\"faint\">Not known: " + escaped(note) + "</p>\n";
  return text + "</section>\n";
}

/// In a script element nothing may look like its end, and U+2028 is a line end to older engines.
std::string embedded(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

std::string config_part(const PagedConfig& config, size_t number, size_t& phase) {
  std::string text = fmt::format("<h1 id=\"config-{}\">GPU memory of {}</h1>\n", number, escaped(config.config));
  std::string below = plans_list(config) + settings_table(config);
  for (const StepPicture& picture : config.phases) text += section(picture, phase++, std::exchange(below, ""));
  return text;
}

}  // namespace

std::string step_page(const std::vector<PagedConfig>& configs, const std::string& data, const Context& context) {
  const bool is_one = configs.size() == 1;
  const std::string whose = is_one ? escaped(configs.front().config) : fmt::format("{} configs", configs.size());
  std::string body = is_one ? "" : fmt::format("<h1>GPU memory of {}</h1>\n", whose);
  const std::string said = fmt::format(
      "<p class=\"faint\">Estimated from source by vramlint {}. The most likely figures; <code>vramlint check</code> "
      "has the intervals.</p>\n",
      escaped(context.version));
  if (!is_one) body += said + overview_table(configs);
  size_t phase = 0;
  for (size_t i = 0; i < configs.size(); ++i)
    if (!configs[i].phases.empty()) body += config_part(configs[i], i, phase);
  if (is_one) body.insert(body.find("</h1>\n") + 6, said);
  return html_page({.title = "GPU memory of " + whose,
                    .body = body,
                    .scripts = "<script type=\"application/json\" id=\"data\">" + embedded(data) +
                               "</script>\n<script>" + std::string(kScript) + "</script>\n"});
}

}  // namespace vramlint::report
