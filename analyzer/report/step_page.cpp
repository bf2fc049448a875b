#include <fmt/format.h>

#include <algorithm>

#include "report/step_picture.h"

namespace vramlint::report {
namespace {

constexpr std::string_view kPictureStyle = R"css(
:root,svg{--paper:#fff;--ink:#1b1f24;--faint:#59636e;--rule:#d8dee4;--alarm:#b42318;--peak:#1b1f24;--link:#0a58ca;
--k0:#77aadd;--k1:#99ddff;--k2:#44bb99;--k3:#ee8866;--k4:#cccccc;--k5:#c5a3e0;--k6:#eedd88;--k7:#bbcc33;--k8:#aaaa00;--k9:#ffaabb}
@media(prefers-color-scheme:dark){:root,svg{--paper:#14171c;--ink:#e6e9ed;--faint:#a3adb8;--rule:#363d47;--alarm:#ff8a7a;--peak:#fff;--link:#7db4ff}}
.picture{font:12px system-ui,sans-serif;background:var(--paper)}
.picture text{fill:var(--ink)}.picture .small{font-size:12px}.picture .end{text-anchor:end}
.picture .inside{fill:#14171c;font-size:12px}
.k0{fill:var(--k0);background:var(--k0)}.k1{fill:var(--k1);background:var(--k1)}.k2{fill:var(--k2);background:var(--k2)}
.k3{fill:var(--k3);background:var(--k3)}.k4{fill:var(--k4);background:var(--k4)}.k5{fill:var(--k5);background:var(--k5)}
.k6{fill:var(--k6);background:var(--k6)}.k7{fill:var(--k7);background:var(--k7)}.k8{fill:var(--k8);background:var(--k8)}
.k9{fill:var(--k9);background:var(--k9)}
.grid{stroke:var(--rule);fill:none}.mark{stroke:var(--faint);stroke-dasharray:2 3;fill:none}
.reserved{stroke:var(--faint);stroke-width:1.5;fill:none}.device{stroke:var(--alarm);stroke-width:2;stroke-dasharray:7 4;fill:none}
.peak{stroke:var(--peak);fill:none}.dot{fill:var(--peak)}.cursor{stroke:var(--link);stroke-width:2;fill:none}
.told{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.leaf{stroke:var(--paper);stroke-width:1}.group{stroke:var(--paper);stroke-width:4;fill:none}
)css";

constexpr std::string_view kPageStyle = R"css(
*{box-sizing:border-box}html{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:62rem;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
h1{font-size:1.3rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .3rem}p{margin:.3rem 0 .8rem}
.faint{color:var(--faint)}.alarm{color:var(--alarm);font-weight:600}
svg.picture{display:block;width:100%;height:auto;max-width:100%}.narrow{display:none}
@media(max-width:599px){.wide{display:none}.narrow{display:block}}
ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.5rem 0}
ul.legend b{font-weight:600}.swatch{display:inline-block;width:.8em;height:.8em;margin-right:.35em;border:1px solid var(--faint)}
.read{display:block;width:100%;margin:.4rem 0}output{display:block;min-height:3em;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.kind{white-space:nowrap}td.module,td.place{overflow-wrap:anywhere;min-width:8em}a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media print{.read,output{display:none}}
)css";

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

constexpr size_t kMostRows = 60;

std::string legend(const StepPicture& picture) {
  std::array<Bytes, kCategoryCount> sums;
  for (const PictureShare& share : picture.shares) sums[static_cast<size_t>(share.category)] += share.bytes;
  std::vector<size_t> order;
  for (size_t i = 0; i < sums.size(); ++i)
    if (sums[i].count > 0) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](size_t lhs, size_t rhs) { return sums[lhs] > sums[rhs]; });
  std::string text = "<ul class=\"legend\" aria-label=\"What is held at the peak\">\n";
  for (const size_t i : order)
    text += fmt::format("<li><span class=\"swatch k{}\"></span>{} <b>{}</b></li>\n", i,
                        to_string(static_cast<Category>(i)), to_string(sums[i]));
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
  for (size_t i = 0; i < std::min(picture.shares.size(), kMostRows); ++i) {
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
  if (picture.shares.size() <= kMostRows) return text;
  Bytes rest;
  for (size_t i = kMostRows; i < picture.shares.size(); ++i) rest += picture.shares[i].bytes;
  return text + fmt::format("<p class=\"faint\">and {} more, {} together</p>\n", picture.shares.size() - kMostRows,
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

std::string section(const StepPicture& picture, size_t number) {
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
  text += "<h2>Largest contributors</h2>\n" + table(picture);
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

}  // namespace

std::string_view picture_style() { return kPictureStyle; }

std::string step_svg(const StepPicture& picture) {
  constexpr int kWidth = 960, kChart = 360, kMap = 300, kTitle = 34;
  const auto placed = [](std::string svg, int y) { return svg.replace(0, 4, fmt::format("<svg y=\"{}\"", y)); };
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
             "height=\"{1}\"><style>{2}</style><rect width=\"{0}\" height=\"{1}\" fill=\"var(--paper)\"/>\n"
             "<text x=\"8\" y=\"22\" font-size=\"15\">{3}, phase {4}</text>\n",
             kWidth, kTitle + kChart + kMap, picture_style(), escaped(picture.config), escaped(picture.phase)) +
         placed(step_chart(picture, {kWidth, kChart}), kTitle) +
         placed(peak_treemap(picture, {kWidth, kMap}), kTitle + kChart) + "</svg>\n";
}

std::string step_page(const std::vector<StepPicture>& pictures, const std::string& data, const Context& context) {
  const std::string config = pictures.empty() ? "" : escaped(pictures.front().config);
  const std::string torch = pictures.empty() ? "" : escaped(pictures.front().torch);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; "
      "script-src 'unsafe-inline'\">\n<title>GPU memory of {0}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
      "<style>{1}{2}</style>\n</head>\n<body>\n<main>\n<h1>GPU memory of {0}</h1>\n"
      "<p class=\"faint\">Estimated from its source by vramlint {3}, for PyTorch {4}. The most likely figures; "
      "<code>vramlint check</code> has the intervals.</p>\n",
      config, picture_style(), kPageStyle, escaped(context.version), torch);
  for (size_t i = 0; i < pictures.size(); ++i) text += section(pictures[i], i);
  text += "</main>\n<script type=\"application/json\" id=\"data\">" + embedded(data) + "</script>\n";
  return text + fmt::format("<script>{}</script>\n</body>\n</html>\n", kScript);
}

}  // namespace vramlint::report
