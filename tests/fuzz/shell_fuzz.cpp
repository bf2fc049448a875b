// Any text must give commands whose spans lie within it, and a run of them must end.
#include <cstdlib>

#include "config/launch/shell_run.h"

namespace {

using namespace vramlint;

void check_span(const Span& span, const Source& source) {
  if (!span.source) return;
  if (span.source != &source || span.begin > span.end || span.end > source.text().size()) std::abort();
}

/// No files but the script.
class NoFiles : public Files {
 public:
  ReadResult read(const std::filesystem::path&) override { return {nullptr, ReadError::not_found}; }
  bool is_file(const std::filesystem::path&) override { return false; }
  bool is_directory(const std::filesystem::path&) override { return false; }
  std::vector<std::string> list(const std::filesystem::path&) override { return {}; }
  const std::filesystem::path& root() const override { return root_; }
  const std::vector<std::filesystem::path>& search_paths() const override { return none_; }
  const std::vector<std::filesystem::path>& site_packages() const override { return none_; }

 private:
  std::filesystem::path root_ = "/";
  std::vector<std::filesystem::path> none_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Source source("fuzz.sh", std::string(reinterpret_cast<const char*>(data), size));
  const syntax::ShellScript script = syntax::parse_shell(source);
  for (const syntax::Problem& problem : script.problems) check_span(problem.span, source);
  NoFiles files;
  const config::ShellRun run = config::run_shell(script, {{"a b", {}, {}}, {"--flag", {}, {}}}, files);
  for (const config::StartedProgram& program : run.programs) {
    check_span(program.span, source);
    for (const config::ShellText& word : program.words) check_span(word.span, source);
  }
  for (const config::LostExport& lost : run.lost) check_span(lost.place, source);
  return 0;
}
