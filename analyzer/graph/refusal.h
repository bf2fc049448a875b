// Why an operator cannot be run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vramlint::graph {

/// What PyTorch raises, and which sizes do not go together; empty where all is well.
struct Refusal {
  std::string text;
  uint32_t sources = 0;   ///< Dim::sources of these sizes; 0: of all that the operator is given
  bool of_types = false;  ///< its operands' types do not go together, whatever their sizes are
  Refusal() = default;
  Refusal(const char* message) : text(message) {}                                           // NOLINT: a plain text
  Refusal(std::string message, uint32_t of = 0) : text(std::move(message)), sources(of) {}  // NOLINT: likewise
  static Refusal types(std::string message) {
    Refusal refusal(std::move(message));
    refusal.of_types = true;
    return refusal;
  }
  bool empty() const { return text.empty(); }
  bool operator==(std::string_view message) const { return text == message; }
};

}  // namespace vramlint::graph
