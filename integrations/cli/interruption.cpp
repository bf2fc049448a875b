#include "integrations/cli/interruption.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace vramlint::cli {
namespace {

std::atomic<bool> came{false};

}  // namespace

Interruption::Interruption() {
  struct sigaction action = {};
  action.sa_handler = [](int) { came = true; };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, nullptr, &before_);
  if (before_.sa_handler != SIG_IGN) sigaction(SIGINT, &action, nullptr);
}

Interruption::~Interruption() { sigaction(SIGINT, &before_, nullptr); }

bool Interruption::has_come() { return came; }

void Interruption::follow() {
  std::fflush(nullptr);
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::abort();
}

}  // namespace vramlint::cli
