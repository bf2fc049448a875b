#include <gtest/gtest.h>

#include "report/breakdown.h"
#include "report/formats.h"
#include "report/verdict.h"
#include "sample.h"

namespace vramlint::report {
namespace {

void expect_in_text(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no " << part << " in\n" << text;
}

TEST(Text, SaysVerdictPeakAndContributors) {
  const Sample run = sample();
  const std::string text = write_text(run.outcome, run.context);
  expect_in_text(text, "✘ configs/train.yaml  needs 30.0 GiB (29.8 GiB to 30.2 GiB), does not fit rtx3090 (24.0 GiB)");
  expect_in_text(text, "536,870,912 (2.00 GiB), 536,870,000 of them trainable");
  expect_in_text(text, "encoder.attn2");
  expect_in_text(text, "src/café #1.py:3\n");
  expect_in_text(text, "? configs/lost.yaml  not estimable");
  expect_in_text(text, "the model could not be built");
}

TEST(Text, FindingWithExcerptRelatedPlaceAndFix) {
  const Sample run = sample();
  const std::string text = write_text(run.outcome, run.context);
  expect_in_text(text,
                 "configs/train.yaml:3:15: error: needs 30 GiB at the peak, rtx3090 has 24 GiB "
                 "[peak-memory-exceeds-device]\n"
                 "  3 │   batch_size: 64\n"
                 "    │               ^^\n"
                 "  src/café #1.py:3:18: note: 8 GiB are attention maps\n");
  expect_in_text(text, "  fix: set batch_size to 48 (unsafe): peak 23.0 GiB, fits\n");
  expect_in_text(text, "2 configs: 1 estimated, 1 not estimable; 1 error, 1 warning, 1 note.");
}

TEST(Text, PartsSumToTheProcessPeak) {
  const Sample run = sample();
  const ConfigOutcome& config = run.outcome.configs[1];
  Bytes sum;
  for (const Part& part : parts_of(config)) sum += part.bytes;
  EXPECT_EQ(sum, config.peak.process.point);  // 2 + 2 + 4 + 20 + 0.5 and 1.5 cached
}

TEST(Text, BarFillsItsShare) {
  // 30 GiB over 60 cells, scaled to the peak as that is above the budget: 40, 8, 4, 4, 3 and 1 cells.
  const Sample run = sample();
  const std::vector<Part> parts = parts_of(run.outcome.configs[1]);
  EXPECT_EQ(shares(parts, Bytes{30 * kGiB.count}, 60), (std::vector<size_t>{40, 8, 4, 4, 3, 1}));
}

TEST(Text, ColourOnlyWhenAsked) {
  Sample run = sample();
  EXPECT_EQ(write_text(run.outcome, run.context).find('\x1b'), std::string::npos);
  run.context.colour = true;
  EXPECT_NE(write_text(run.outcome, run.context).find("\x1b[1;31merror:"), std::string::npos);
}

TEST(Text, MissingPartsMakeALowerBound) {
  const Interval size{Bytes{kGiB.count}, Bytes{2 * kGiB.count}, Bytes{3 * kGiB.count}};
  EXPECT_EQ(shown(size, Status::partial), "at least 1.00 GiB");
  EXPECT_EQ(shown(size, Status::estimated), "2.00 GiB (1.00 GiB to 3.00 GiB)");
}

// "needs at least 1 GiB, does not fit 1.5 GiB" would contradict itself.
TEST(Text, ALowerBoundBelowTheDeviceIsToldWithWhatIsLikely) {
  ConfigOutcome config;
  config.status = Status::partial;
  config.unknowns = {{"a part is not counted", {}}};
  config.peak.process = {Bytes{kGiB.count}, Bytes{2 * kGiB.count}, Bytes{3 * kGiB.count}};
  config.device = DeviceBudget{"card", {}, Bytes{kGiB.count * 3 / 2}};
  config.fits = false;
  EXPECT_EQ(verdict(config), "needs at least about 2.00 GiB (1.00 GiB to 3.00 GiB), does not fit card (1.50 GiB)");
  config.device->budget = Bytes{kGiB.count / 2};
  EXPECT_EQ(verdict(config), "needs at least 1.00 GiB, does not fit card (512 MiB)");
}

TEST(Text, PrefixStandsBeforeRelativePaths) {
  Sample run = sample();
  run.context.prefix = "sub/";
  expect_in_text(write_text(run.outcome, run.context), "sub/configs/train.yaml:3:15: error:");
}

TEST(Text, NoConfigIsAVerdictToo) { EXPECT_EQ(write_text({}, {}), "0 configs; nothing found.\n"); }

TEST(Markdown, TableAndFindings) {
  const Sample run = sample();
  const std::string text = write_markdown(run.outcome, run.context);
  expect_in_text(
      text,
      "| `configs/train.yaml` | 30.0 GiB (29.8 GiB to 30.2 GiB) | 24.0 GiB | **does not fit** | activation 20.0 GiB |");
  expect_in_text(text, "- **error** `configs/train.yaml:3` needs 30 GiB at the peak, rtx3090 has 24 GiB");
}

TEST(Markdown, TextOfTheUserIsNoMarkup) {
  Outcome outcome;
  outcome.findings = {{.rule = "r", .severity = Severity::error, .message = "a <b> | `c` [d](e)", .config = "x|y`z"}};
  const std::string text = write_markdown(outcome, {});
  expect_in_text(text, "`x\\x7cy'z` a \\<b\\> \\| \\`c\\` \\[d\\](e)");
}

}  // namespace
}  // namespace vramlint::report
