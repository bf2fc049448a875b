// The keys of a recipe that are mappings of their own.
#pragma once

#include "config/fields.h"

namespace vramlint::config {

/// Whether a number is other than 0: `momentum: 0.9`, `weight_decay: 0`. Complains about what is no number.
bool is_nonzero(FieldReader& reader, const Entry& entry);
/// At least `least`; complains and yields nothing otherwise.
std::optional<int64_t> whole_number(FieldReader& reader, const Entry& entry, int64_t least);

/// The training program or programs, with their command lines.
void read_script(FieldReader& reader, const Entry& entry, Recipe& recipe);
void read_optimizer(FieldReader& reader, const Entry& entry, Recipe& recipe);
void read_zero_grad(FieldReader& reader, const Entry& entry, Recipe& recipe);
void read_clipping(FieldReader& reader, const Entry& entry, Recipe& recipe);
void read_ema(FieldReader& reader, const Entry& entry, Recipe& recipe);
void read_distributed(FieldReader& reader, const Entry& entry, Recipe& recipe);

void read_packages(FieldReader& reader, const Entry& entry, std::vector<Package>& packages);
/// Folders of models, by what programs call them.
void read_models(FieldReader& reader, const Entry& entry, Variables& models);
void read_data(FieldReader& reader, const Entry& entry, std::vector<DataFile>& files);

void read_allocator(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime);
/// Every variable goes to `variables`; those that decide what libraries allocate are settings, too.
void read_environment(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime, Variables& variables);
/// Whether the variable decides what libraries allocate.
bool is_environment_field(std::string_view name);
void read_cuda(FieldReader& reader, const Entry& entry, RuntimeFacts& runtime);

}  // namespace vramlint::config
