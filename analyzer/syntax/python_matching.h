// `match` as the tree has it: an If for each case, whose condition asks for what the pattern says of the subject. What
// no expression of Python asks is a call of a function whose name no program can write.
#pragma once

namespace vramlint::syntax {

/// (subject, least, exact): of a sequence that is no text, its length.
inline constexpr const char* kMatchesSequence = "match.sequence";
/// (subject, *keys): of a mapping, and whether it has them.
inline constexpr const char* kMatchesMapping = "match.mapping";
/// (subject, *keys): what a mapping has beside them, as a dict.
inline constexpr const char* kMappingRest = "match.rest";
/// (subject, class): isinstance.
inline constexpr const char* kMatchesClass = "match.class";
/// (subject, name): hasattr.
inline constexpr const char* kMatchesAttribute = "match.attribute";
/// (subject, class, index): the attribute that `__match_args__` names, or the subject itself of int, str and the like.
inline constexpr const char* kMatchedPart = "match.part";

}  // namespace vramlint::syntax
