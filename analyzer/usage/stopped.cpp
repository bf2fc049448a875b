#include "usage/stopped.h"

#include <algorithm>

#include "syntax/find_word.h"

namespace vramlint::usage {

Stopped::Stopped(const Reached& stopped, const Reached& trained) {
  for (const auto& program : stopped)
    for (const auto& text : program->modules) own_.insert(text->module->source);
  for (const auto& program : trained)
    for (const auto& text : program->modules) own_.erase(text->module->source);
  are_apart_ = std::all_of(stopped.begin(), stopped.end(), [&](const auto& program) {
    return program->modules.empty() || own_.contains(program->modules.front()->module->source);
  });
}

bool Stopped::says(const std::string& name) const {
  return std::any_of(own_.begin(), own_.end(), [&](const Source* source) {
    return syntax::find_word(source->text(), name) != std::string::npos;
  });
}

bool Stopped::may_open(const std::string& key) const { return says(key.substr(0, key.find('.'))); }

bool Stopped::may_use(const std::string& key) const { return may_open(key) && says(key.substr(key.rfind('.') + 1)); }

void Stopped::leave(Usage& usage) const {
  const auto may_be_opened = [&](const auto& found) { return may_open(found.key); };
  std::erase_if(usage.unread, may_be_opened);
  std::erase_if(usage.mistaken, may_be_opened);
  std::erase_if(usage.dormant, may_be_opened);
  std::erase_if(usage.ineffective, [&](const Ineffective& found) { return may_use(found.key); });
}

}  // namespace vramlint::usage
