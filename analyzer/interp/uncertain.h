// Dicts and lists that may hold more than what is seen in them: what was put there is not known, or where, or how
// often.
#pragma once

#include "interp/interpreter.h"
#include "interp/objects.h"

namespace vramlint::interp {

/// The dict or list may hold more than what is seen in it.
/// `filled`: by turns of a loop of which one is followed.
void note_uncertain(Interpreter& interpreter, const Object& container, const std::string& why, bool filled = false);
/// The list may hold none of the items that are seen in it.
void note_maybe_empty(Interpreter& interpreter, const Object& list, const std::string& why);
/// The list is longer by what is not seen, or the dict has other entries: nothing depends on that until it is gone
/// through, or an entry is read.
void note_longer(Interpreter& interpreter, const Object& container, Unknown difference);
/// Tells of such a list or dict that it is gone through.
void goes_through(Interpreter& interpreter, const Value& items);
/// The item was put there at a place that is not known.
void note_put(Interpreter& interpreter, const Object& container, const Value& item, const std::string& why);
/// The items of `items` are put into the container: true if they are not known and a program is followed, which goes
/// on.
bool takes_unknown(Interpreter& interpreter, const Object& container, const Value& items);

/// A setting is read that may have been replaced since by what is not known.
void reads_replaced(Interpreter& interpreter, const Dict& dict);
/// Settings that stand in the dict already may be replaced by what is put over them now.
void note_replaced(Interpreter& interpreter, const Dict& dict, const Unknown& why);

/// All that is seen in `from` was put into the container: what else it may hold may be there as well.
void note_taken_from(Interpreter& interpreter, const Object& container, const Object& from);

/// What is not found in an object, where it may hold more than is seen; else none.
Value what_may_be_in(Interpreter& interpreter, const Object& container, const Span& span);
/// An empty container's items: Unknown where it may hold more, an UnknownList where something is known of each; else
/// none.
Value items_that_may_be_in(Interpreter& interpreter, const Value& container, const Span& span);
/// The length of a list or a dict that a loop or an arm may have filled: Unknown where it is not what it holds, else
/// none.
Value length_that_may_be(Interpreter& interpreter, const Value& container, const Span& span);

/// Whether there is anything in it, where that is not known; else none.
Value truth_that_may_be(Interpreter& interpreter, const Value& container, const Span& span);

/// A loop of which one turn was followed filled the list: one item stands for all.
bool is_filled_by_loop(Interpreter& interpreter, const Value& list);
/// Of a list that a loop filled of which one turn was followed: how many items it has, which nothing bounds, or as many
/// as were asked for; else none.
Value length_of_filled(Interpreter& interpreter, const Value& list);
/// What is made of each of its items, `[f[None] for f in frames]`, has as many.
void note_made_of_each(Interpreter& interpreter, const Value& list, const Value& made);
/// What is cut out of such a list: `frames[:16]`.
void note_cut(Interpreter& interpreter, const Value& list, const SliceObject& slice, const Value& cut);

/// `dict[key] = value` of a key that is not known. What is written there may take the place of anything: only where all
/// are plain numbers and texts no bytes depend on it.
void note_unknown_key(Interpreter& interpreter, const Dict& dict, const Value& key, const Value& value,
                      const Span& span);
/// `nodes[row, 0]` of a row that is not known may be any of that kind.
void note_open_key(Interpreter& interpreter, const Dict& dict, const Value& part);
/// What stands in a dict at a key that is not known: a number where all that was put there are numbers.
Value some_entry(Interpreter& interpreter, const Dict& dict, const Value& key);

}  // namespace vramlint::interp
