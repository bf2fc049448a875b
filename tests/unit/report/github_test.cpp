#include <gtest/gtest.h>

#include <sstream>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Github, AnnotatesWithEscapedText) {
  const Sample run = sample();
  const std::vector<std::string> lines = lines_of(write_github(run.outcome, run.context));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0],
            "::error file=configs/train.yaml,line=3,endLine=3,col=15,endColumn=17,"
            "title=vramlint%3A peak-memory-exceeds-device::needs 30 GiB at the peak, rtx3090 has 24 GiB"
            "%0Asrc/café #1.py:3:18: 8 GiB are attention maps"
            "%0Afix: set batch_size to 48 (unsafe): peak 23.0 GiB, fits");
  EXPECT_EQ(lines[2], "::notice file=configs/lost.yaml,title=vramlint%3A not-in-the-list::a note");
}

TEST(Github, RangesOverLinesHaveNoColumns) {
  const Sample run = sample();
  EXPECT_EQ(lines_of(write_github(run.outcome, run.context))[1],
            "::warning file=src/café #1.py,line=2,endLine=3,title=vramlint%3A invalid-setting::"
            "x[0](2) is 100%25, not a size%0Ain configs/train.yaml");
}

TEST(Github, ConfigTextCannotBeACommand) {
  Outcome outcome;
  outcome.findings = {{.rule = "r", .message = "bad\r\n::set-output name=x::y", .config = "a:b,c\n::stop-commands::x"}};
  const std::vector<std::string> lines = lines_of(write_github(outcome, {}));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0],
            "::error file=a%3Ab%2Cc%0A%3A%3Astop-commands%3A%3Ax,title=vramlint%3A r::"
            "bad%0D%0A::set-output name=x::y");
}

TEST(Github, TenOfALevelAndANoticeOfTheRest) {
  Outcome outcome;
  for (const Severity severity : {Severity::error, Severity::note}) {
    for (int i = 0; i < 12; ++i)
      outcome.findings.push_back({.rule = "r", .severity = severity, .message = std::to_string(i)});
  }
  int errors = 0, notices = 0;
  for (const std::string& line : lines_of(write_github(outcome, {}))) {
    errors += line.starts_with("::error");
    notices += line.starts_with("::notice");
  }
  EXPECT_EQ(errors, 10);
  EXPECT_EQ(notices, 10);
  // 24 less 10 errors and 9 notes
  EXPECT_NE(write_github(outcome, {}).find("::notice title=vramlint::5 more, see the job summary"), std::string::npos);
}

TEST(Github, LongMessagesAreCut) {
  Outcome outcome;
  outcome.findings = {{.rule = "r", .message = std::string(10000, 'x')}};
  EXPECT_LT(lines_of(write_github(outcome, {}))[0].size(), 4096U);
}

}  // namespace
}  // namespace vramlint::report
