// One text that holds everything that can steer a terminal, a runner or a browser, in every place that reports take
// text from: what any format writes must be harmless.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/printable.h"
#include "report/formats.h"

namespace vramlint::report {
namespace {

const std::string kNasty =
    "x\n::error file=a::boo\r\n\t##[error]b\x1b[31m\x07\x7f\u009b\u0085\u00ad\u061c\u200b\u200d\u200e\u200f\u2028\u2029"
    "\u202a\u202e\u2060\u2066\u2069\ufeff\U000E0041<img src=x onerror=y>\\|`c`](http://a)%0A:,\xff\xe2\x80";

struct Range {
  char32_t first, last;
};

// Written down from the Unicode database, not from the code under test: general categories Cc, Cf, Zl and Zp, as
// python3 -c "import unicodedata" lists them in these blocks.
constexpr std::array kForbidden = {Range{0x00, 0x09},     Range{0x0B, 0x1F},      Range{0x7F, 0x9F},
                                   Range{0xAD, 0xAD},     Range{0x61C, 0x61C},    Range{0x200B, 0x200F},
                                   Range{0x2028, 0x202E}, Range{0x2060, 0x2064},  Range{0x2066, 0x206F},
                                   Range{0xFEFF, 0xFEFF}, Range{0xE0001, 0xE007F}};

bool is_forbidden(char32_t character) {
  return std::any_of(kForbidden.begin(), kForbidden.end(),
                     [&](Range range) { return range.first <= character && character <= range.last; });
}

std::vector<std::string> nasty_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

/// The outcome, and the source that it points into.
struct Nasty {
  Source source{kNasty, kNasty + ": 1\n" + kNasty};
  Outcome outcome;
  Context context;

  Nasty() {
    const Span first{&source, 0, 4}, all{&source, 1, static_cast<uint32_t>(source.text().size())};
    Finding finding{.rule = "r", .message = kNasty, .span = first, .config = kNasty};
    finding.related = {{all, kNasty}, {{}, kNasty}};
    finding.fixes = {{.title = kNasty, .safety = Safety::unsafe, .edits = {{first, kNasty}}}};
    Finding nowhere = finding;
    nowhere.span = {};
    Finding other = finding;
    other.config += "2";
    outcome.findings = {finding, other, nowhere};
    outcome.suppressed = {{finding, kNasty}};
    outcome.baseline = BaselineUse{.path = kNasty, .known = 1, .gone = 1};
    ConfigOutcome config{.path = kNasty, .recipe = kNasty, .dialect = kNasty, .torch = kNasty};
    config.status = Status::partial;
    config.device = DeviceBudget{"rtx3090", kGiB, kGiB};
    config.peak_phase = kNasty;
    config.top = {{kNasty, kNasty, Category::activation, kGiB, all}};
    config.phases = {{.name = kNasty, .modules = {{kNasty, {}}}}, {.name = kNasty}};
    config.assumptions = {{kNasty, all}};
    config.unknowns = {{kNasty, all}};
    config.measured =
        Measured{kNasty, kNasty, kNasty, kNasty, kNasty, kNasty, kNasty, kNasty, kNasty, {}, {}, {}, {}, {}};
    config.not_checked = {"r: " + kNasty};
    outcome.configs = {config};
    context.prefix = kNasty + "/";
    context.repository = context.revision = kNasty;
  }

  std::string written(std::string_view format) const { return find_format(format)->write(outcome, context); }
};

class NastyIn : public testing::TestWithParam<std::string> {};

TEST_P(NastyIn, NothingSteers) {
  std::string text = Nasty().written(GetParam());
  ASSERT_FALSE(text.empty());
  for (std::string_view rest = text; !rest.empty();) {
    const char32_t character = take_character(rest);
    ASSERT_FALSE(is_forbidden(character))
        << std::hex << static_cast<uint32_t>(character) << " before " << rest.substr(0, 60);
  }
}

TEST_P(NastyIn, NoLineIsAnothersCommand) {
  // As github_test.cpp has ours.
  static const std::regex kOurs(
      "::(error|warning|notice) (file=[^:,]+,(line=\\d+,endLine=\\d+,(col=\\d+,endColumn=\\d+,"
      ")?)?)?title=vramlint(%3A r)?::.*");
  for (const std::string& line : nasty_lines(Nasty().written(GetParam()))) {
    const size_t start = std::min(line.find_first_not_of(' '), line.size());
    if (!std::string_view(line).substr(start).starts_with("::")) continue;
    EXPECT_TRUE(GetParam() == "github" && start == 0 && std::regex_match(line, kOurs)) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Format, NastyIn, testing::Values("text", "json", "sarif", "github", "markdown"),
                         [](const auto& row) { return row.param; });

TEST(Nasty, JsonIsFaithful) {
  const Nasty run;
  for (const char* format : {"json", "sarif"}) {
    const std::string text = run.written(format);
    EXPECT_TRUE(nlohmann::json::accept(text)) << format;
    EXPECT_EQ(text.find("##["), std::string::npos) << format;
  }
  const nlohmann::json document = nlohmann::json::parse(run.written("json"));
  // Only the bytes that are no UTF-8 are replaced.
  const std::string valid = kNasty.substr(0, kNasty.find('\xff'));
  EXPECT_TRUE(document["configs"][0]["path"].get<std::string>().starts_with(valid));
  EXPECT_TRUE(document["findings"][0]["message"].get<std::string>().starts_with(valid));
}

// The runner's way of reading a command back: actions/runner, src/Runner.Common/ActionCommand.cs.
TEST(Nasty, GithubGetsTheFileName) {
  Nasty run;
  run.source = Source("a\n::b,c%.yaml", "k: 1\n");
  run.context = {};
  run.outcome.findings[0].span = {&run.source, 0, 1};
  EXPECT_TRUE(run.written("github").starts_with("::error file=a%0A%3A%3Ab%2Cc%25.yaml,line=1,"))
      << run.written("github");
}

TEST(Nasty, MarkdownHasNoMarkupOfTheUsers) {
  for (const std::string& line : nasty_lines(Nasty().written("markdown"))) {
    // What stands in a code span is no markup; the rest has nothing that begins any.
    const std::string outside = std::regex_replace(line, std::regex("`[^`]*`"), "");
    EXPECT_FALSE(std::regex_search(outside, std::regex("(^|[^\\\\])(<|`|\\]\\()"))) << line;
    if (!line.starts_with("|")) continue;
    // Five cells: GitHub takes a bar for an edge unless a backslash stands before it, in code as well.
    const std::string bars = std::regex_replace(line, std::regex("\\\\."), "");
    EXPECT_EQ(std::count(bars.begin(), bars.end(), '|'), 6) << line;
  }
}

TEST(Nasty, AHundredThousandFindingsMakeAShortText) {
  const Source source("a.yaml", "k: 1\n");
  Outcome outcome;
  for (int i = 0; i < 100'000; ++i) {
    outcome.findings.push_back({.rule = "r",
                                .message = "`" + std::to_string(i) + "` is not known",
                                .span = {&source, 0, 1},
                                .config = "a.yaml"});
  }
  const std::string text = write_text(outcome, {});
  EXPECT_LT(text.size(), 300'000U);
  EXPECT_NE(text.find(" more findings in a.yaml; --format json lists them"), std::string::npos);
}

}  // namespace
}  // namespace vramlint::report
