#include "base/words.h"

#include <utility>

#include "base/catalogue.h"
#include "base/printable.h"

namespace vramlint {
namespace {

/// All but the empty ones, two at a time.
Words folded(const std::vector<Words>& parts, Form pair) {
  Words whole;
  for (const Words& part : parts) {
    if (part.empty()) continue;
    whole = whole.empty() ? part : pair(std::move(whole), part);
  }
  return whole;
}

}  // namespace

Words::Words(std::string_view form, std::vector<Words> arguments) : form_(form), arguments_(std::move(arguments)) {
  fill(form_);
}

void Words::fill(std::string_view form) {
  text_.clear();
  for (size_t at = 0; at < form.size(); ++at) {
    const bool is_place = form[at] == '{' && at + 2 < form.size() && form[at + 2] == '}';
    const auto number = is_place ? static_cast<size_t>(form[at + 1] - '0') : arguments_.size();
    if (number >= arguments_.size()) {
      text_ += form[at];
      continue;
    }
    text_ += arguments_[number].text_;
    at += 2;
  }
  if (is_cut_) abridge();
}

void Words::turn(const Catalogue& catalogue) {
  if (form_.empty()) return;
  for (Words& argument : arguments_) argument.turn(catalogue);
  const std::string_view known = catalogue.find(form_);
  fill(known.empty() ? form_ : known);
}

std::string Words::in(const Catalogue* catalogue) const {
  if (!catalogue) return text_;
  Words told = *this;
  told.turn(*catalogue);
  return std::move(told.text_);
}

void Words::abridge() {
  is_cut_ = true;
  if (text_.size() > kLongestMessage) text_ = abridged(text_);
}

Words listed(const std::vector<Words>& items) { return folded(items, "{0}, {1}"_words); }

Words sentences(const std::vector<Words>& parts) { return folded(parts, "{0} {1}"_words); }

}  // namespace vramlint
