#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::json;

Json written() {
  const Sample run = sample();
  return Json::parse(write_json(run.outcome, run.context));
}

TEST(Json, Head) {
  const Json document = written();
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["tool"], (Json{{"name", "vramlint"}, {"version", "1.2.3"}}));
  EXPECT_EQ(document["summary"], (Json{{"configs", 2},
                                       {"estimated", 1},
                                       {"partial", 0},
                                       {"not_estimable", 1},
                                       {"errors", 1},
                                       {"warnings", 1},
                                       {"notes", 1}}));
}

TEST(Json, SizesAreBytes) {
  const Json config = written()["configs"][1];
  EXPECT_EQ(config["peak"]["process"]["point"], 32212254720);  // 30 * 2^30
  EXPECT_EQ(config["peak"]["phase"], "train");
  EXPECT_EQ(config["breakdown"]["activation"], 21474836480);  // 20 * 2^30
  EXPECT_EQ(config["breakdown"].size(), 10U);
  EXPECT_EQ(config["budget"], 25769803776);  // 24 * 2^30
  EXPECT_EQ(config["fits"], false);
  EXPECT_EQ(config["top"][0]["line"], 3);
  EXPECT_EQ(config["top"][1]["file"], nullptr);
}

TEST(Json, UnknownIsNullNotZero) {
  const Json config = written()["configs"][0];
  EXPECT_EQ(config["status"], "not_estimable");
  for (const char* key : {"parameters", "saved_for_backward", "peak", "breakdown", "fits", "device", "budget"}) {
    EXPECT_TRUE(config.at(key).is_null()) << key;
  }
  EXPECT_EQ(config["unknowns"][0]["line"], 4);
}

TEST(Json, ColumnsAreBytes) {
  const Json document = written();
  const Json start = {{"line", 3}, {"column", 15}}, end = {{"line", 3}, {"column", 17}};
  EXPECT_EQ(document["findings"][0]["range"], (Json{{"start", start}, {"end", end}}));
  // Two tabs, "return '", four bytes of the emoji and "', " stand before it.
  EXPECT_EQ(document["findings"][0]["related"][0]["range"]["start"]["column"], 18);
  EXPECT_EQ(document["findings"][2]["range"], nullptr);
  EXPECT_EQ(document["findings"][2]["file"], "configs/lost.yaml");
}

TEST(Json, FixCarriesItsEffect) {
  const Json fix = written()["findings"][0]["fixes"][0];
  EXPECT_EQ(fix["safety"], "unsafe");
  EXPECT_EQ(fix["edits"][0]["text"], "48");
  EXPECT_EQ(fix["peak_after"]["process"]["point"], 24696061952);  // 23 * 2^30
  EXPECT_EQ(fix["fits_after"], true);
}

TEST(Json, KeysKeepTheirOrder) {
  const Sample run = sample();
  const auto document = nlohmann::ordered_json::parse(write_json(run.outcome, run.context));
  EXPECT_EQ(document.begin().key(), "version");
  EXPECT_EQ(document["configs"][0].begin().key(), "path");
}

}  // namespace
}  // namespace vramlint::report
