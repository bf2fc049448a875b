// Of what is not known the part that is: how a text ends, what each item of a list is like. What files there are is not
// known of a folder that is not at hand; that their names end as the pattern says is.
#pragma once

#include <string>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// A text that begins and ends so.
struct EndingText : UnknownValue {
  EndingText(Unknown why, std::string known_begin, std::string known_end)
      : UnknownValue(std::move(why), Sort::text), begin(std::move(known_begin)), end(std::move(known_end)) {}
  const std::string begin, end;
};

/// A list of so many items as are not known, each of them like `each`; None where nothing is known of them. The last is
/// `last`, their number `count`: None, or one between bounds.
struct UnknownList : UnknownValue {
  UnknownList(Unknown why, Value any, Value at_end, Value many = {})
      : UnknownValue(std::move(why)), each(std::move(any)), last(std::move(at_end)), count(std::move(many)) {}
  const Value each, last, count;
};

/// A dict of so many entries as are not known: their keys, and what each of them stands for.
struct UnknownDict : UnknownList {
  UnknownDict(const Unknown& why, const Value& key, Value of_key)
      : UnknownList(why, key, key), value(std::move(of_key)) {}
  const Value value;
};

/// A text file: its lines.
struct UnknownTextFile : UnknownList {
  explicit UnknownTextFile(const Unknown& why)
      : UnknownList(why, Value(new UnknownValue(why, Sort::text)), Value(new UnknownValue(why, Sort::text))) {}
};

/// All that a text file holds: as long as that is.
struct WholeText : UnknownValue {
  explicit WholeText(const Unknown& why) : UnknownValue(why, Sort::text) {}
};

bool is_whole_text(const Value& value);
/// nullptr if it is none, or its end is not known.
const EndingText* ending_text(const Value& value);
const UnknownList* unknown_list(const Value& value);
const UnknownDict* unknown_dict(const Value& value);

/// An unknown text, for that reason; more is known of it where the end is not empty.
Value text_that_ends(const Unknown& why, std::string end, std::string begin = {});
/// How a text begins that is known in part or as a whole.
std::string begin_of(const Value& text);
/// Texts, one of which at least is not known, with that between them.
Value joined_in_part(const std::vector<Value>& texts, std::string_view separator);
/// How a text that is known in part or as a whole ends.
std::string end_of(const Value& text);
/// A list, a dict, … of which nothing is known: no number.
Value some_items(const Unknown& why);
/// A list of things like `each`, where that is of any use.
Value list_of_such(const Unknown& why, const Value& each);

/// What zip() gives of them: tuples of what each is like; none where none of them is such a list.
Value zipped(const std::vector<Value>& lists);

/// An item or a slice of what is not known, as far as parts of it are; none.
Value known_part(const Value& unknown, const Value& index);
/// What a method of an unknown text file, or of an unknown dict, gives; none.
Value read_from(const Value& file, std::string_view method);
/// What a method of an unknown text gives, as far as its end says or each text does; none.
Value said_of_text(const Value& text, std::string_view method, const std::vector<Value>& arguments);

}  // namespace vramlint::interp
