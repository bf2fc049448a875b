#include "model/prelude.h"

#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "model/build.h"
#include "model/builder.h"
#include "syntax/tree_archive.h"

namespace vramlint::model {
namespace {

std::vector<Source> room_for(size_t count) {
  std::vector<Source> sources;
  sources.reserve(count);
  return sources;
}

class Prelude : public interp::EmbeddedFiles {
 public:
  const Source* find(std::string_view path) const override {
    auto text = prelude_files().find(path);
    if (text == prelude_files().end()) return nullptr;
    std::lock_guard lock(mutex_);
    const Source*& source = by_path_[text->first];
    if (!source) {
      source = &sources_.emplace_back("<vramlint>/" + std::string(path), std::string(text->second.text));
      ours_.emplace(source, text->second.tree);
    }
    return source;
  }

  std::shared_ptr<const syntax::PythonModule> tree(const Source& source) const override {
    std::lock_guard lock(mutex_);
    const auto found = ours_.find(&source);
    if (found == ours_.end()) return nullptr;
    std::shared_ptr<const syntax::PythonModule>& tree = trees_[&source];
    if (!tree) tree = syntax::read_tree(found->second, source);
    return tree;
  }

  /// Without the lock: every operator asks it of all that has called it.
  bool is_ours(const Source* source) const {
    const std::less<const Source*> before;
    return !before(source, first_) && before(source, first_ + prelude_files().size());
  }

 private:
  mutable std::mutex mutex_;
  mutable std::vector<Source> sources_ = room_for(prelude_files().size());  // stays where it is
  const Source* const first_ = sources_.data();
  mutable std::unordered_map<std::string_view, const Source*> by_path_;
  mutable std::unordered_map<const Source*, std::string_view> ours_;  // with their trees as bytes
  mutable std::unordered_map<const Source*, std::shared_ptr<const syntax::PythonModule>> trees_;
};

const Prelude& instance() {
  static const Prelude prelude;
  return prelude;
}

}  // namespace

const interp::EmbeddedFiles& prelude() { return instance(); }

bool is_prelude(const Source* source) { return instance().is_ours(source); }

bool is_of_program(const Source* source) {
  if (!source) return false;
  return is_prelude(source) ? source->path().ends_with("/_rounds.py") : !source->path().starts_with('<');
}

}  // namespace vramlint::model
