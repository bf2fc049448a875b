// Whole projects: the examples of this repository with their texts changed, through the whole pipeline with all rules
// and every report. An internal error, 5 seconds of processor time (20 under sanitizers) or a text for people that
// holds a control character ends the run; memory is libFuzzer's to watch:
//   build-asan/tests/fuzz/project_fuzz -max_len=1000000 -len_control=0 -rss_limit_mb=2048 -detect_leaks=0 \
//     -max_total_time=600 NEW_FOLDER
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "analyze.h"
#include "project_mutator.h"
#include "report/report.h"
#include "rules/list.h"

namespace vramlint::fuzzing {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSpeed = 10;
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
constexpr double kSeconds = 60;
#else
constexpr double kSeconds = 5;
#endif

Project read_folder(const fs::path& folder) {
  Project project;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".py" && extension != ".yaml") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    project[entry.path().lexically_relative(folder).generic_string()] =
        std::string(std::istreambuf_iterator<char>(stream), {});
  }
  return project;
}

const std::vector<Project>& examples() {
  static const std::vector<Project> all = [] {
    std::vector<Project> found;
    for (const char* name : {"birdview", "ocean_sr", "radar_vae", "soil_moisture", "voxel_ldm"})
      found.push_back(read_folder(fs::path(VRAMLINT_EXAMPLES) / name));
    return found;
  }();
  return all;
}

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  std::fprintf(stderr, "project_fuzz: %s: %s\n", path.c_str(), what.c_str());
  std::abort();
}

void write_all(const Analysis& analysis) {
  const Outcome outcome{.configs = {analysis.outcome}, .findings = analysis.findings.sorted()};
  for (const char* name : {"text", "json", "sarif", "github", "markdown"}) {
    const std::string text = report::find_format(name)->write(outcome, {});
    for (const char c : text) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') fail("a control character in " + std::string(name), name);
    }
  }
}

void check(const Source& source, const Session& session) {
  const std::clock_t start = std::clock();
  write_all(analyze(source, session));
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (seconds > kSeconds) fail("took " + std::to_string(seconds) + " s", source.path());
}

/// One config of the project, the same for the same texts.
void check(const Project& texts, size_t choice) {
  static DiskFiles disk(fs::temp_directory_path() / "vramlint-fuzz-of-nothing");
  OverlayFiles files(disk);
  std::vector<std::string> configs;
  for (const auto& [path, text] : texts) {
    files.put(path, text);
    if (path.starts_with("config")) configs.push_back(path);
  }
  if (configs.empty()) return;
  Findings findings;
  std::unique_ptr<config::Project> project;
  if (const ReadResult read = files.read("vramlint.yaml"))
    project = config::load_project(*read.source, files, findings);
  interp::ParsedModules parsed;
  config::BaseCache cache;
  model::Workshop workshop;
  usage::Programs programs;
  Options options;
  options.device = "rtx3090";
  options.limits.steps /= kSpeed;  // a loop without end in each of them would leave no time for others
  const Session session{files, project.get(), parsed, cache, options, rules::all(), &workshop, &programs};
  const ReadResult read = files.read(configs[choice % configs.size()]);
  if (read) check(*read.source, session);
}

}  // namespace
}  // namespace vramlint::fuzzing

using namespace vramlint::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const Project project = read({reinterpret_cast<const char*>(data) + 4, size - 4});
  if (!project.empty()) check(project, data[0]);
  return 0;
}

/// Four bytes that choose the config, then the project. What is none becomes an example.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned int seed) {
  Project project;
  if (size > 4) project = read({reinterpret_cast<const char*>(data) + 4, size - 4});
  if (project.empty()) project = examples()[seed % examples().size()];
  mutate(project, seed);
  std::string text(4, static_cast<char>(seed >> 8U));
  text += written(project);
  if (text.size() > most) return std::min(size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
