#include "model/prelude.h"

#include <memory>
#include <mutex>
#include <unordered_map>

#include "model/build.h"
#include "model/builder.h"
#include "syntax/tree_archive.h"

namespace vramlint::model {
namespace {

class Prelude : public interp::EmbeddedFiles {
 public:
  const Source* find(std::string_view path) const override {
    auto text = prelude_files().find(path);
    if (text == prelude_files().end()) return nullptr;
    std::lock_guard lock(mutex_);
    std::unique_ptr<Source>& source = sources_[std::string(path)];
    if (!source) {
      source = std::make_unique<Source>("<vramlint>/" + std::string(path), std::string(text->second.text));
      ours_.emplace(source.get(), text->second.tree);
    }
    return source.get();
  }

  std::shared_ptr<const syntax::PythonModule> tree(const Source& source) const override {
    std::lock_guard lock(mutex_);
    const auto found = ours_.find(&source);
    if (found == ours_.end()) return nullptr;
    std::shared_ptr<const syntax::PythonModule>& tree = trees_[&source];
    if (!tree) tree = syntax::read_tree(found->second, source);
    return tree;
  }

  bool is_ours(const Source* source) const {
    std::lock_guard lock(mutex_);
    return ours_.contains(source);
  }

 private:
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::unique_ptr<Source>> sources_;
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
