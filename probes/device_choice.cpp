#include "probes/device_choice.h"

#include <algorithm>

#include "probes/command_line.h"

namespace vramlint::probes {

namespace {

DeviceChoice& current() {
  static DeviceChoice choice;
  return choice;
}

}  // namespace

DeviceChoice parse_device(const std::string& text) {
  if (text == "cpu") return {};
  if (text == "cuda") return {true, 0};
  constexpr std::string_view kPrefix = "cuda:";
  constexpr size_t kMostDigits = 3;
  const std::string number = text.rfind(kPrefix, 0) == 0 ? text.substr(kPrefix.size()) : "";
  const bool digits =
      std::all_of(number.begin(), number.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
  if (number.empty() || number.size() > kMostDigits || !digits) {
    throw UsageError("'" + text + "' is no device: write cpu, cuda or cuda:1");
  }
  return {true, std::stoi(number)};
}

const DeviceChoice& chosen_device() { return current(); }

void choose_device(const DeviceChoice& choice) { current() = choice; }

}  // namespace vramlint::probes
