// What autograd keeps of a forward that nothing goes backward through, as a validation without torch.no_grad() does.
#pragma once

#include <optional>

#include "rule.h"

namespace vramlint::rules {

struct UnusedGraph {
  Span made;         ///< the first call of the phase that is recorded in vain
  PhasePeak before;  ///< the phase with the peak
  Peak without;      ///< of the whole run, under torch.no_grad() there
  std::optional<bool> fits;
};

/// Of the phase with the peak, where the peak comes behind the training and is a twentieth less without the graph.
std::optional<UnusedGraph> unused_graph(const Analysis& analysis);

}  // namespace vramlint::rules
