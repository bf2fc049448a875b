// The keys of vramlint.yaml that say what a project wants to be told.
#pragma once

#include "config/fields.h"

namespace vramlint::config {

/// Whether a size is a bare number; then it is told.
bool tells_missing_unit(FieldReader& reader, const Entry& entry);

void read_select(FieldReader& reader, const Entry& entry, Project& project);
void read_ignore(FieldReader& reader, const Entry& entry, Project& project);
void read_levels(FieldReader& reader, const Entry& entry, Project& project);
void read_exclude(FieldReader& reader, const Entry& entry, Project& project);
void read_max_peaks(FieldReader& reader, const Entry& entry, Project& project);
void read_max_increases(FieldReader& reader, const Entry& entry, Project& project);
void read_baseline(FieldReader& reader, const Entry& entry, Project& project);

}  // namespace vramlint::config
