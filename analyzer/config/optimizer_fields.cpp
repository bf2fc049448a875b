#include <algorithm>
#include <charconv>

#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

using Facts = OptimizerFacts;

void read_name(FieldReader& reader, const Entry& entry, Facts& facts) {
  const std::optional<std::string> name = reader.text(entry);
  if (!name) return;
  const bool plain = !name->empty() && std::all_of(name->begin(), name->end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!plain)
    return reader.wrong_type(entry, "the name of an optimizer, such as `adamw`, or a mapping with its `name`"_words);
  facts.name.clear();
  for (const char c : *name) facts.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A term that is there when its factor is not 0.
template <bool Facts::*term>
void read_term(FieldReader& reader, const Entry& entry, Facts& facts) {
  facts.*term = is_nonzero(reader, entry);
}

template <bool Facts::*flag>
void read_flag(FieldReader& reader, const Entry& entry, Facts& facts) {
  facts.*flag = reader.boolean(entry).value_or(false);
}

template <std::optional<bool> Facts::*choice>
void read_choice(FieldReader& reader, const Entry& entry, Facts& facts) {
  facts.*choice = reader.boolean(entry);
}

template <std::optional<int64_t> Facts::*count>
void read_count(FieldReader& reader, const Entry& entry, Facts& facts) {
  facts.*count = whole_number(reader, entry, 1);
}

void ignore(FieldReader&, const Entry&, Facts&) {}

constexpr Field<Facts> kOptimizerFields[] = {
    {"name", read_name},
    {"momentum", read_term<&Facts::momentum>},
    {"nesterov", read_flag<&Facts::nesterov>},
    {"weight_decay", read_term<&Facts::weight_decay>},
    {"amsgrad", read_flag<&Facts::amsgrad>},
    {"centered", read_flag<&Facts::centered>},
    {"maximize", read_flag<&Facts::maximize>},
    {"capturable", read_flag<&Facts::capturable>},
    {"beta1", read_term<&Facts::beta1>},
    {"history_size", read_count<&Facts::history>},
    {"block_size", read_count<&Facts::block_size>},
    {"foreach", read_choice<&Facts::foreach>},
    {"fused", read_choice<&Facts::fused>},
    {"set_to_none", read_choice<&Facts::set_to_none>},
    {"lr", ignore},
    {"betas", ignore},
    {"eps", ignore},
};

}  // namespace

bool is_nonzero(FieldReader& reader, const Entry& entry) {
  if (const auto* truth = std::get_if<bool>(&entry.value.value)) return *truth;
  if (const auto* number = std::get_if<int64_t>(&entry.value.value)) return *number != 0;
  if (const auto* number = std::get_if<double>(&entry.value.value)) return *number != 0;
  reader.wrong_type(entry, "a number"_words);
  return false;
}

std::optional<int64_t> whole_number(FieldReader& reader, const Entry& entry, int64_t least) {
  constexpr double kLargest = 1e15;
  double number = -1;
  if (const auto* whole = std::get_if<int64_t>(&entry.value.value)) {
    if (*whole >= least) return *whole;
  } else if (const auto* real = std::get_if<double>(&entry.value.value)) {
    number = *real;
  } else if (const auto* text = std::get_if<std::string>(&entry.value.value)) {  // 5e8 is a string in YAML 1.1
    const char* end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, number);
    if (error != std::errc() || rest != end) number = -1;
  }
  const bool good = number >= static_cast<double>(least) && number >= 0 && number <= kLargest;
  if (good && static_cast<double>(static_cast<int64_t>(number)) == number) return static_cast<int64_t>(number);
  reader.wrong_type(entry, "a whole number of at least {0}"_words(least));
  return std::nullopt;
}

void read_optimizer(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  OptimizerFacts& facts = recipe.facts.optimizer;
  facts.span = entry.value.span;
  const Mapping* mapping = entry.value.mapping();
  if (!mapping) return read_name(reader, entry, facts);
  read_fields<OptimizerFacts>(reader, *mapping, kOptimizerFields, "an optimizer"_words, facts);
  if (!entry.value.find("name")) reader.complain(entry.key_span, "an optimizer needs a `name`"_words);
}

}  // namespace vramlint::config
