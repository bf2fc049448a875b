// What the quick formula takes from a config file.
#pragma once

#include <string>
#include <variant>

#include "analyze.h"

namespace vramlint::cli {

/// What is taken where the file says nothing.
struct Default {
  double value = 0;
  bool operator==(const Default&) const = default;
};

/// A number, why there is none ("`model.width` is null, not a number"), or a default.
using Setting = std::variant<double, std::string, Default>;

struct CalculatorFile {
  Setting batch, height, width, hidden, layers;
};

/// `data.train_batchsize` (default 8); `data.shape`, if it is a list of two or more (default 128 x 128); `model.width`,
/// else `model.hidden_dim` (default 256); layers by `model.name`: with "fno" `model.n_layers` (4), else with "unet" or
/// "ddpm" four times `model.num_res_blocks` (2), else `model.num_layers` (10). Where `model` or `data` is no mapping or
/// the name no text, every setting says so.
CalculatorFile read_calculator_file(const config::Node& root);

}  // namespace vramlint::cli
