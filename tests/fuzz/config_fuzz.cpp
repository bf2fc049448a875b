// Evaluation: any text as an mmengine config beside a small base, and merged again as a base itself. Nothing may crash,
// and what does not load must say why.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "config/dialect.h"
#include "config/project.h"

namespace {

using namespace vramlint;

const char* const kBase =
    "width = 8\n"
    "model = dict(type='Net', layers=[dict(n=1), dict(n=2)], norm=dict(type='BN'))\n"
    "lr = 0.1\n";

void load(const std::string& path, OverlayFiles& files) {
  interp::ParsedModules parsed;
  config::BaseCache cache;
  Findings findings;
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  config::LoadContext context{.files = files,
                              .parsed = parsed,
                              .overrides = {{"model.layers.0.n", "3"}},
                              .findings = findings,
                              .unknowns = unknowns,
                              .assumptions = assumptions,
                              .base_cache = &cache};
  const Source& source = *files.read(path).source;
  for (const config::Dialect* dialect : config::dialects()) {
    if (dialect->name != "mmengine") continue;
    std::optional<config::Config> loaded = dialect->load(source, context);
    if (!loaded && !findings.has_errors()) std::abort();
    if (!loaded) continue;
    config::to_json(loaded->root);
    dialect->understand(*loaded, context);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxSize = 64 << 10;
  if (size > kMaxSize) return 0;
  static DiskFiles disk(std::filesystem::temp_directory_path() / "vramlint-fuzz-of-nothing");
  OverlayFiles files(disk);
  files.put("configs/base.py", kBase);
  files.put("configs/fuzzed.py", std::string(reinterpret_cast<const char*>(data), size));
  files.put("configs/fuzzed.yaml", std::string(reinterpret_cast<const char*>(data), size));
  files.put("configs/child.py", "_base_ = './fuzzed.py'\nmodel = dict(depth={{_base_.width}}, layers=_base_.lr)\n");
  for (const char* path : {"configs/fuzzed.py", "configs/fuzzed.yaml", "configs/child.py"}) load(path, files);
  return 0;
}
