// Where the program may use what a variable holds without that having been seen.
#pragma once

#include <string_view>
#include <unordered_set>

#include "usage/notes.h"

namespace vramlint::usage {

class Loads {
 public:
  enum class Of : uint8_t {
    value,    ///< any use
    section,  ///< of a mapping: other than to ask it for an entry where that was seen
    whole,    ///< of a mapping: other than to ask it for an entry by its name, seen or not
  };
  /// `ruled_out`: arms that are never taken.
  Loads(const Notes& notes, const std::unordered_set<const syntax::Stmt*>& ruled_out, std::string_view name, Of of)
      : notes_(notes), ruled_out_(ruled_out), name_(name), of_(of) {}

  bool in(const syntax::Stmt& statement) const;

 private:
  bool in(const syntax::Expr& expr) const;
  bool used_by(const syntax::Expr& expr) const;
  bool asks_by_name(const syntax::Expr& expr) const;
  bool asks_for_entry(const syntax::Expr& whole, const syntax::Expr& part) const;
  bool is_followed(const syntax::Expr& whole, const syntax::Expr& part) const;
  bool is_set(const syntax::Stmt& statement, const syntax::Expr& expr) const;
  bool only_keeps(const syntax::Stmt& statement) const;
  bool only_edits(const syntax::Stmt& statement) const;
  bool is_it(const syntax::Expr& expr) const;

  const Notes& notes_;
  const std::unordered_set<const syntax::Stmt*>& ruled_out_;
  std::string_view name_;
  Of of_;
};

}  // namespace vramlint::usage
