#include "report/page.h"

#include <fmt/format.h>

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
ul.edits{margin:.2rem 0 .8rem;padding-left:1.2rem}code{overflow-wrap:anywhere}td.bar{min-width:4.5em}svg.bar{display:block;width:100%;max-width:10rem}
.bar rect.was{fill:var(--k4)}.bar rect.is{fill:var(--k0)}.bar rect.over{fill:var(--k3)}.bar line{stroke:var(--alarm);stroke-width:2}
@media print{.read,output{display:none}}
)css";

}  // namespace

std::string_view picture_style() { return kPictureStyle; }

std::string html_page(const Page& page) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; "
      "script-src 'unsafe-inline'\">\n<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n"
      "<style>{}{}</style>\n</head>\n<body>\n<main>\n{}</main>\n{}</body>\n</html>\n",
      page.language, page.title, kPictureStyle, kPageStyle, page.body, page.scripts);
}

std::string peak_bar(const PeakBar& bar) {
  constexpr double kWidth = 160;
  const auto at = [&](Bytes size) {
    return bar.whole.count > 0 ? kWidth * static_cast<double>(size.count) / static_cast<double>(bar.whole.count) : 0;
  };
  std::string text = fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 {0} 24\" width=\"{0}\" height=\"24\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"{1}\">",
      kWidth, escaped(bar.told));
  if (bar.was) text += fmt::format("<rect class=\"was\" y=\"2\" width=\"{:.1f}\" height=\"9\"/>", at(*bar.was));
  if (bar.is)
    text += fmt::format("<rect class=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>", bar.is_over ? "over" : "is",
                        bar.was ? 13 : 5, at(*bar.is), bar.was ? 9 : 14);
  if (bar.room) text += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"24\"/>", at(*bar.room));
  return text + "</svg>";
}

}  // namespace vramlint::report
