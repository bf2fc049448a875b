#include "integrations/lsp/live_files.h"

#include <utility>

namespace vramlint::lsp {

ReadResult LiveFiles::read(const std::filesystem::path& path) {
  const bool opens = std::exchange(opens_, false);
  const ReadResult result = OverlayFiles::read(path);
  if (!result) return result;
  read_.insert(result.source->path());
  fresh_.insert(result.source->path());
  if (opens && keeps_openings_) opened_.insert(result.source->path());
  return result;
}

bool LiveFiles::is_under_trial() const {
  opens_ = true;
  return true;
}

void LiveFiles::without_keeping(const std::function<void()>& run) {
  struct Guard {
    bool& keeps;
    ~Guard() { keeps = true; }
  } guard{keeps_openings_};
  keeps_openings_ = false;
  run();
}

std::set<std::string> LiveFiles::take_fresh() { return std::exchange(fresh_, {}); }

}  // namespace vramlint::lsp
