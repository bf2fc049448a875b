// 8-bit Adam of bitsandbytes (bitsandbytes/optim/optimizer.py): a byte an element and state, and for every block of
// elements a scale of four bytes. Parameters below 4096 elements keep 32-bit states. Blocks are of 2048 elements, of
// 256 in releases from 2024 on, which is the upper bound here. The update is one kernel without temporaries. Paged
// variants keep states of 100,000 elements and more in managed memory, outside of the caching allocator.
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

namespace {
namespace eight_bit_strategy {

constexpr int64_t kSmallest = 4096, kPage = 100'000;
constexpr int64_t kTable = 256 * 4;

Bytes scales(const OptimizerPlay& play, int64_t elements) {
  const auto in_blocks = [elements](int64_t block) { return Bytes((elements + block - 1) / block * 4); };
  if (play.facts().block_size) return in_blocks(*play.facts().block_size);
  return play.choose({in_blocks(2048), in_blocks(256), in_blocks(256)});
}

void step(OptimizerPlay& play) {
  const bool paged = play.facts().name.starts_with("paged");
  bool tables = false;
  for (const Trained& parameter : play.parameters()) {
    const int64_t elements = parameter.type.numel();
    const Bytes each(elements < kSmallest ? elements * 4 : elements);
    if (!paged || elements < kPage) {
      play.state(parameter, "state1", each);
      play.state(parameter, "state2", each);
    }
    if (elements < kSmallest) continue;
    if (!tables) play.state(play.parameters().front(), "tables of values", Bytes(2 * kTable));
    tables = true;
    play.state(parameter, "absmax1", scales(play, elements));
    play.state(parameter, "absmax2", scales(play, elements));
  }
}

constexpr std::string_view kNames[] = {"adam8bit",         "adamw8bit",  "pagedadam8bit", "pagedadamw8bit",
                                       "paged_adamw_8bit", "adamw_8bit", "adam_8bit",     "adamw_bnb_8bit"};

}  // namespace eight_bit_strategy
}  // namespace

const OptimizerStrategy kEightBit = {eight_bit_strategy::kNames, nullptr, eight_bit_strategy::step};

}  // namespace vramlint::memory
