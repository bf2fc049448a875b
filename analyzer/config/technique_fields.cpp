#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

bool read_kind(const Entry& entry, ClippingFacts& facts) {
  const auto* text = std::get_if<std::string>(&entry.value.value);
  const bool known = text && (*text == "norm" || *text == "value");
  if (known) facts.kind = *text == "norm" ? ClippingFacts::Kind::norm : ClippingFacts::Kind::value;
  return known;
}

template <ClippingFacts::Kind kind>
void read_bound(FieldReader& reader, const Entry& entry, ClippingFacts& facts) {
  is_nonzero(reader, entry);
  facts.kind = kind;
}

constexpr Field<ClippingFacts> kClippingFields[] = {
    {"norm", read_bound<ClippingFacts::Kind::norm>},
    {"value", read_bound<ClippingFacts::Kind::value>},
    {"foreach", [](FieldReader& r, const Entry& e, ClippingFacts& facts) { facts.foreach = r.boolean(e); }},
};

constexpr Field<EmaFacts> kEmaFields[] = {
    {"buffers", [](FieldReader& r, const Entry& e, EmaFacts& facts) { facts.buffers = r.boolean(e).value_or(true); }},
    {"decay", [](FieldReader& r, const Entry& e, EmaFacts&) { is_nonzero(r, e); }},
};

}  // namespace

void read_zero_grad(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  const auto* text = std::get_if<std::string>(&entry.value.value);
  if (text && *text == "before_forward") {
    recipe.facts.zero_grad = ZeroGradAt::before_forward;
  } else if (text && *text == "before_backward") {
    recipe.facts.zero_grad = ZeroGradAt::before_backward;
  } else if (text && *text == "after_step") {
    recipe.facts.zero_grad = ZeroGradAt::after_step;
  } else {
    reader.wrong_type(entry, "`before_forward`, `before_backward` or `after_step`"_words);
  }
}

void read_clipping(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  ClippingFacts facts{.span = entry.value.span};
  if (const auto* on = std::get_if<bool>(&entry.value.value)) {
    if (!*on) return;
  } else if (const Mapping* mapping = entry.value.mapping()) {
    read_fields<ClippingFacts>(reader, *mapping, kClippingFields, "a clip_grad"_words, facts);
    if (entry.value.find("norm") && entry.value.find("value"))
      reader.complain(entry.key_span, "`clip_grad` takes `norm` or `value`, not both"_words);
  } else if (!read_kind(entry, facts)) {
    return reader.wrong_type(entry, "`norm`, `value`, or a mapping such as {norm: 1.0}"_words);
  }
  recipe.facts.clipping = facts;
}

void read_ema(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  EmaFacts facts{.span = entry.value.span};
  if (const auto* on = std::get_if<bool>(&entry.value.value)) {
    if (!*on) return;
  } else if (const Mapping* mapping = entry.value.mapping()) {
    read_fields<EmaFacts>(reader, *mapping, kEmaFields, "an ema"_words, facts);
  } else {
    return reader.wrong_type(entry, "true, false, or a mapping such as {buffers: false}"_words);
  }
  recipe.facts.ema = facts;
}

}  // namespace vramlint::config
