// Peaks that others have measured and published, beside ours: tests/published.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

const std::map<std::string, double> kUnits = {{"MiB", 1 << 20}, {"GiB", 1 << 30}, {"GB", 1e9}};

std::map<std::string, Json> estimates() {
  std::map<std::string, Json> found;
  for (const char* folder : {"segmentation", "classification"}) {
    const ProgramRun run =
        run_program(root() / "tests/published" / folder, {"check", ".", "--format", "json", "--fail-on", "never"});
    const Json json = Json::parse(run.output, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << run.errors;
    if (json.is_discarded()) continue;
    for (const Json& config : json.at("configs"))
      found[std::string(folder) + "/" + config.at("path").get<std::string>()] = config;
  }
  return found;
}

double ours(const Json& config, const std::string& figure) {
  if (figure == "allocated") return config.at("peak").at("allocated").at("point").get<double>();
  const Json& breakdown = config.at("breakdown");
  return breakdown.at("parameter").get<double>() + breakdown.at("buffer").get<double>();
}

void compare(const Json& row, const Json& config) {
  ASSERT_EQ(config.at("status"), "estimated") << row.at("config");
  const std::string unit = row.at("unit");
  const double value = ours(config, row.at("figure")) / kUnits.at(unit);
  const double published = row.at("published");
  const double off = 100 * (value / published - 1);
  const bool exact = std::abs(value - published) <= row.at("half_step").get<double>();
  std::printf("%-4s %-46s %9.4g %-3s %10.5g %+7.2f %%%s  %s\n", row.at("id").get<std::string>().c_str(),
              row.at("what").get<std::string>().c_str(), published, unit.c_str(), value, off,
              exact ? "  within rounding" : "", row.at("note").get<std::string>().c_str());
  EXPECT_LE(std::abs(off), row.at("tolerance").get<double>()) << row.at("what");
}

TEST(Published, PeaksAreMet) {
  const Json table = Json::parse(read_text(root() / "tests/published/vectors.json"));
  const std::map<std::string, Json> configs = estimates();
  std::printf("%-4s %-46s %13s %10s %9s\n", "", "", "published", "ours", "off");
  for (const Json& row : table.at("rows")) {
    if (row.contains("config")) {
      ASSERT_TRUE(configs.contains(row.at("config"))) << row.at("config");
      compare(row, configs.at(row.at("config")));
    } else {
      std::printf("%-4s %-46s %s: not compared, %s\n", row.at("id").get<std::string>().c_str(),
                  row.at("what").get<std::string>().c_str(), row.at("published").get<std::string>().c_str(),
                  row.at("note").get<std::string>().c_str());
    }
  }
}

}  // namespace
}  // namespace vramlint::tests
