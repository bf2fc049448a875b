// What raises in the program that is followed.
#include <algorithm>

#include "model/failure.h"
#include "usage/notes.h"

namespace vramlint::usage {

static constexpr std::string_view kNoModule = "ModuleNotFoundError";

/// "No module named 'models.unet'" of a text `models.unet.UNet`.
static bool names_module(const interp::Error& error, const config::Node& value) {
  const auto* text = std::get_if<std::string>(&value.value);
  const size_t first = error.message.find('\''), last = error.message.rfind('\'');
  return text && first < last && text->starts_with(error.message.substr(first + 1, last - first - 1));
}

void Notes::fails(const interp::Error& error, bool surely) {
  fails_surely |= surely;
  constexpr std::string_view kTypes[] = {"TypeError",    "ValueError",     "KeyError", "AssertionError",
                                         "RuntimeError", "AttributeError", kNoModule};
  const bool is_of_a_module = error.message.starts_with("module '");  // ours may lack what the real one has
  if (!surely || is_of_a_module || std::find(std::begin(kTypes), std::end(kTypes), error.type) == std::end(kTypes) ||
      model::names_our_gap(error))
    return;
  const auto same = [&](const Failure& one) {
    return one.error.span == error.span && one.error.message == error.message;
  };
  if (std::any_of(failures.begin(), failures.end(), same)) return;
  std::vector<size_t> keys = keys_of(error.origins);
  std::erase(keys, Keys::kRoot);
  if (error.type == kNoModule)
    std::erase_if(keys, [&](size_t key) { return !names_module(error, *keys_.at(key).value); });
  if (!keys.empty()) failures.push_back({error, std::move(keys)});
}

}  // namespace vramlint::usage
