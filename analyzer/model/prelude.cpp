#include "model/prelude.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {
namespace {

class Prelude : public interp::EmbeddedFiles {
 public:
  const Source* find(std::string_view path) const override {
    auto text = prelude_texts().find(path);
    if (text == prelude_texts().end()) return nullptr;
    std::lock_guard lock(mutex_);
    std::unique_ptr<Source>& source = sources_[std::string(path)];
    if (!source) {
      source = std::make_unique<Source>("<vramlint>/" + std::string(path), std::string(text->second));
      ours_.insert(source.get());
    }
    return source.get();
  }

  bool is_ours(const Source* source) const {
    std::lock_guard lock(mutex_);
    return ours_.contains(source);
  }

 private:
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::unique_ptr<Source>> sources_;
  mutable std::unordered_set<const Source*> ours_;
};

const Prelude& instance() {
  static const Prelude prelude;
  return prelude;
}

}  // namespace

const interp::EmbeddedFiles& prelude() { return instance(); }

bool is_prelude(const Source* source) { return instance().is_ours(source); }

}  // namespace vramlint::model
