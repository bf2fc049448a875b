// `distributed:` of a recipe. Every kind has its own keys, beside `kind` and `gpus`.
#include <algorithm>

#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

struct Reading {
  DistributedFacts facts;
  bool gpus_given = false;

  template <typename Kind>
  Kind& as() {
    return std::get<Kind>(facts.kind);
  }
};

using Read = void (*)(FieldReader&, const Entry&, Reading&);

void ignore(FieldReader&, const Entry&, Reading&) {}

void read_gpus(FieldReader& reader, const Entry& entry, Reading& reading) {
  constexpr int64_t kMost = 1'000'000;
  const auto count = whole_number(reader, entry, 1);
  if (!count) return;
  if (*count > kMost) return reader.wrong_type(entry, "a number of GPUs that exists"_words);
  reading.facts.gpus = *count;
  reading.gpus_given = true;
}

template <typename Kind, bool Kind::*flag>
void read_flag(FieldReader& reader, const Entry& entry, Reading& reading) {
  if (const auto value = reader.boolean(entry)) reading.as<Kind>().*flag = *value;
}

template <int64_t ZeroFacts::*count>
void read_count(FieldReader& reader, const Entry& entry, Reading& reading) {
  if (const auto value = whole_number(reader, entry, 0)) reading.as<ZeroFacts>().*count = *value;
}

void read_bucket_cap(FieldReader& reader, const Entry& entry, Reading& reading) {
  constexpr int64_t kMost = int64_t{1} << 30;
  if (const auto value = whole_number(reader, entry, 1))
    reading.as<DdpFacts>().bucket_cap = Bytes(std::min(*value, kMost) << 20);
}

void read_strategy(FieldReader& reader, const Entry& entry, Reading& reading) {
  using Strategy = FsdpFacts::Strategy;
  const auto* text = std::get_if<std::string>(&entry.value.value);
  Strategy& strategy = reading.as<FsdpFacts>().strategy;
  if (text && *text == "full_shard") {
    strategy = Strategy::full_shard;
  } else if (text && *text == "shard_grad_op") {
    strategy = Strategy::shard_grad_op;
  } else if (text && *text == "no_shard") {
    strategy = Strategy::no_shard;
  } else {
    reader.wrong_type(entry, "`full_shard`, `shard_grad_op` or `no_shard`"_words);
  }
}

void read_wrap(FieldReader& reader, const Entry& entry, Reading& reading) {
  reading.as<FsdpFacts>().wrap = reader.texts(entry);
}

void read_prefetch(FieldReader& reader, const Entry& entry, Reading& reading) {
  reading.as<FsdpFacts>().prefetch = reader.boolean(entry);
}

constexpr Field<Reading> kDdp[] = {
    {"kind", ignore},
    {"gpus", read_gpus},
    {"bucket_cap_mb", read_bucket_cap},
    {"gradient_as_bucket_view", read_flag<DdpFacts, &DdpFacts::gradient_as_bucket_view>},
    {"find_unused_parameters", read_flag<DdpFacts, &DdpFacts::find_unused_parameters>},
    {"static_graph", read_flag<DdpFacts, &DdpFacts::static_graph>},
    {"broadcast_buffers", read_flag<DdpFacts, &DdpFacts::broadcast_buffers>},
};
constexpr Field<Reading> kDataParallel[] = {{"kind", ignore}, {"gpus", read_gpus}};
constexpr Field<Reading> kFsdp[] = {
    {"kind", ignore},    {"gpus", read_gpus},         {"strategy", read_strategy},
    {"wrap", read_wrap}, {"prefetch", read_prefetch},
};
constexpr Field<Reading> kZero[] = {
    {"kind", ignore},
    {"gpus", read_gpus},
    {"reduce_bucket_size", read_count<&ZeroFacts::reduce_bucket>},
    {"prefetch_bucket_size", read_count<&ZeroFacts::prefetch_bucket>},
    {"max_live_parameters", read_count<&ZeroFacts::live_parameters>},
    {"param_persistence_threshold", read_count<&ZeroFacts::persistence>},
    {"overlap_comm", read_flag<ZeroFacts, &ZeroFacts::overlap>},
    {"contiguous_gradients", read_flag<ZeroFacts, &ZeroFacts::contiguous>},
    {"offload_optimizer", read_flag<ZeroFacts, &ZeroFacts::offload_optimizer>},
};

struct DistributedKind {
  std::string_view name;
  std::span<const Field<Reading>> fields;
  void (*make)(DistributedFacts& facts);
  bool divides = true;  ///< what a GPU holds depends on how many there are
};

template <int stage>
void make_zero(DistributedFacts& facts) {
  facts.kind = ZeroFacts{.stage = stage};
}

constexpr DistributedKind kKinds[] = {
    {"ddp", kDdp, [](DistributedFacts& facts) { facts.kind = DdpFacts{}; }, false},
    {"dp", kDataParallel, [](DistributedFacts& facts) { facts.kind = DataParallelFacts{}; }},
    {"fsdp", kFsdp, [](DistributedFacts& facts) { facts.kind = FsdpFacts{}; }},
    {"zero1", kZero, make_zero<1>},
    {"zero2", kZero, make_zero<2>},
    {"zero3", kZero, make_zero<3>},
};

const DistributedKind* find_kind(FieldReader& reader, const Entry& entry) {
  const auto* text = std::get_if<std::string>(&entry.value.value);
  std::vector<std::string_view> names;
  for (const DistributedKind& kind : kKinds) {
    if (text && kind.name == *text) return &kind;
    names.push_back(kind.name);
  }
  const std::string_view nearest = text ? nearest_name(*text, names) : std::string_view();
  reader.complain(entry.value.span ? entry.value.span : entry.key_span,
                  nearest.empty()
                      ? "`{0}` must be `ddp`, `dp`, `fsdp`, `zero1`, `zero2` or `zero3`"_words(entry.key)
                      : "`{0}` must be `ddp`, `dp`, `fsdp`, `zero1`, `zero2` or `zero3`; did you mean `{1}`?"_words(
                            entry.key, nearest));
  return nullptr;
}

}  // namespace

void read_distributed(FieldReader& reader, const Entry& entry, Recipe& recipe) {
  if (const auto* on = std::get_if<bool>(&entry.value.value); on && !*on) {
    recipe.facts.one_process = true;
    return;
  }
  const Mapping* mapping = entry.value.mapping();
  const Entry* named = &entry;
  if (mapping) {
    const auto found = std::find_if(mapping->entries.begin(), mapping->entries.end(),
                                    [](const Entry& one) { return one.key == "kind"; });
    if (found == mapping->entries.end()) return reader.complain(entry.key_span, "`distributed` needs a `kind`"_words);
    named = &*found;
  }
  const DistributedKind* kind = find_kind(reader, *named);
  if (!kind) return;
  Reading reading;
  reading.facts.span = entry.value.span;
  kind->make(reading.facts);
  if (mapping) read_fields<Reading>(reader, *mapping, kind->fields, "a `{0}` training"_words(kind->name), reading);
  if (kind->divides && !reading.gpus_given) {
    reader.complain(entry.key_span, "`{0}` needs to know over how many GPUs: {kind: {0}, gpus: 8}"_words(kind->name));
  }
  recipe.facts.distributed = std::move(reading.facts);
}

}  // namespace vramlint::config
