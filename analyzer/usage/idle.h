// Branches on a key that make no difference.
#pragma once

#include "usage/notes.h"

namespace vramlint::usage {

/// Whether a branch on a key makes no difference: whatever the key holds, the branch only shows something, prepares
/// what nothing takes, or waits for an attribute that is not there.
class Idle {
 public:
  Idle(const Notes& notes, const Keys& keys) : notes_(notes), keys_(keys) {}

  /// Whether all places that ask for the key only decide about such branches.
  bool is_idle(const Key& key);
  const Lack* lack = nullptr;  ///< the attribute that is waited for
  std::vector<Span> branches;  ///< the outermost that are idle, else-arms included

 private:
  const syntax::If* branch_on(const Span& condition) const;
  bool idle(const syntax::If& branch);
  bool idle(const syntax::Body& body);
  bool idle(const syntax::Stmt& statement);
  bool idle(const syntax::Try& block);
  bool never_runs(const syntax::If& branch);
  bool stays_inside(const syntax::Variable& variable) const;
  bool asks_in_vain(const syntax::Expr& condition) const;

  const Notes& notes_;
  const Keys& keys_;
  const Key* key_ = nullptr;
  const syntax::If* branch_ = nullptr;  ///< the outermost that is looked at
};

}  // namespace vramlint::usage
