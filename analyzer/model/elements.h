// Elements that are known of a tensor on the host: they are memory that the program's objects hold.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "interp/footprint.h"

namespace vramlint::model {

inline std::shared_ptr<std::vector<double>> held(std::vector<double> elements) {
  struct Held {
    explicit Held(std::vector<double> v)
        : elements(std::move(v)), footprint(sizeof(Held) + elements.capacity() * sizeof(double)) {}
    std::vector<double> elements;
    interp::Footprint footprint;
  };
  auto made = std::make_shared<Held>(std::move(elements));
  return {made, &made->elements};
}

}  // namespace vramlint::model
