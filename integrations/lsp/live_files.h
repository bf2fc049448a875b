// A project's files with the editor's texts over them, and what has been read of them.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "base/files.h"

namespace vramlint::lsp {

/// For one thread. Paths are as `display` writes them.
class LiveFiles : public OverlayFiles {
 public:
  explicit LiveFiles(Files& disk) : OverlayFiles(disk) {}
  ReadResult read(const std::filesystem::path& path) override;
  /// Asked before a program opens a file of data.
  bool is_under_trial() const override;

  bool has_read(const std::string& path) const { return read_.contains(path); }
  /// What is opened meanwhile leaves nothing behind that is kept.
  void without_keeping(const std::function<void()>& run);
  /// Whether a program has opened it as data, and something may be kept that was made of it.
  bool was_opened(const std::string& path) const { return opened_.contains(path); }
  /// What has been read since this was last asked.
  std::set<std::string> take_fresh();

 private:
  mutable bool opens_ = false;
  bool keeps_openings_ = true;
  std::set<std::string> read_, fresh_, opened_;
};

}  // namespace vramlint::lsp
