#include "probes/quiet.h"

#include <c10/util/Exception.h>
#include <torch/version.h>

namespace vramlint::probes {

namespace {

#if TORCH_VERSION_MAJOR >= 2
struct Quiet : c10::WarningHandler {
  void process(const c10::Warning&) override {}
};
#else
struct Quiet : c10::WarningHandler {
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};
#endif

}  // namespace

void silence_warnings() {
  static Quiet* const quiet = new Quiet;
#if TORCH_VERSION_MAJOR >= 2
  c10::WarningUtils::set_warning_handler(quiet);
#else
  c10::Warning::set_warning_handler(quiet);
#endif
}

}  // namespace vramlint::probes
