#include "memory/libraries/nearest_convolutions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace vramlint::memory {

namespace {

constexpr size_t kVoters = 9, kFewest = 9, kLaws = 64;
constexpr double kHalfVote = 2;  // a neighbour so far away counts half as much as one of the same place
constexpr int kSizes = 16, kPlaces = 8, kDifferent = 1000, kRatio = 64, kAlignment = 64;
constexpr int64_t kAligned = 8, kPlacesAligned = 16;
constexpr int kPlacesAlignment = 12;  // forward: products of matrices need it

struct Neighbour {
  int apart;
  uint64_t laws;
};

uint8_t logarithm(int64_t number, int steps) {
  const double steps_up = std::round(steps * std::log2(static_cast<double>(std::max<int64_t>(number, 1))));
  return static_cast<uint8_t>(std::min(steps_up, 255.0));
}

uint8_t aligned(int64_t number, int64_t most) {
  return static_cast<uint8_t>(std::countr_zero(static_cast<uint64_t>(std::gcd(number, most))));
}

CallKind kind_of(const ConvolutionCall& call) {
  const auto largest = [](const std::vector<int64_t>& numbers) {
    return numbers.empty() ? 1 : *std::max_element(numbers.begin(), numbers.end());
  };
  return {.half = call.half(),
          .channels_last = call.channels_last,
          .transposed = call.transposed,
          .depthwise = call.groups > 1 && call.groups == call.input[1],
          .grouped = call.groups > 1,
          .dims = static_cast<int>(call.dims()),
          .kernel = call.kernel(),
          .stride = product(call.stride),
          .dilation = largest(call.dilation)};
}

CallPlace place_of(const ConvolutionCall& call) {
  return {.batch = logarithm(call.input[0], kSizes),
          .input_channels = logarithm(call.input[1], kSizes),
          .output_channels = logarithm(call.output[1], kSizes),
          .input_places = logarithm(call.input_places(), kPlaces),
          .output_places = logarithm(call.output_places(), kPlaces),
          .groups = logarithm(call.groups, kSizes),
          .input_alignment = aligned(call.input[1], kAligned),
          .output_alignment = aligned(call.output[1], kAligned),
          .input_places_alignment = aligned(call.input_places(), kPlacesAligned),
          .output_places_alignment = aligned(call.output_places(), kPlacesAligned)};
}

int apart(int64_t lhs, int64_t rhs) {
  const double ratio = static_cast<double>(std::max<int64_t>(lhs, 1)) / static_cast<double>(std::max<int64_t>(rhs, 1));
  return static_cast<int>(std::lround(kRatio * std::abs(std::log2(ratio))));
}

int apart(const CallKind& lhs, const CallKind& rhs) {
  const int different = (lhs.half != rhs.half) + (lhs.channels_last != rhs.channels_last) +
                        (lhs.transposed != rhs.transposed) + (lhs.depthwise != rhs.depthwise) +
                        (lhs.grouped != rhs.grouped) + (lhs.dims != rhs.dims);
  return kDifferent * different + apart(lhs.kernel, rhs.kernel) + apart(lhs.stride, rhs.stride) +
         apart(lhs.dilation, rhs.dilation);
}

int apart(const CallPlace& lhs, const CallPlace& rhs, ConvolutionPass pass) {
  const auto by = [](int left, int right) { return std::abs(left - right); };
  const int aligned_places = by(lhs.input_places_alignment, rhs.input_places_alignment) +
                             by(lhs.output_places_alignment, rhs.output_places_alignment);
  const int all_places = by(lhs.batch + 2 * lhs.output_places, rhs.batch + 2 * rhs.output_places);
  return by(lhs.batch, rhs.batch) + all_places +
         2 * (by(lhs.input_channels, rhs.input_channels) + by(lhs.output_channels, rhs.output_channels) +
              by(lhs.input_places, rhs.input_places) + by(lhs.groups, rhs.groups)) +
         kAlignment * (by(lhs.input_alignment, rhs.input_alignment) + by(lhs.output_alignment, rhs.output_alignment)) +
         (pass == ConvolutionPass::forward ? kPlacesAlignment * aligned_places : 0);
}

/// The nearest so far, in order.
class Nearest {
 public:
  explicit Nearest(size_t count) : count_(count) { found_.reserve(count + 1); }

  bool takes(int apart) const { return found_.size() < count_ || apart < found_.back().apart; }

  void add(const Neighbour& neighbour) {
    if (!takes(neighbour.apart)) return;
    const auto after = std::upper_bound(found_.begin(), found_.end(), neighbour,
                                        [](const auto& lhs, const auto& rhs) { return lhs.apart < rhs.apart; });
    found_.insert(after, neighbour);
    if (found_.size() > count_) found_.pop_back();
  }

  std::vector<Neighbour> take() { return std::move(found_); }

 private:
  size_t count_;
  std::vector<Neighbour> found_;
};

size_t number_of(ConvolutionPass pass) {
  return pass == ConvolutionPass::forward ? 0 : pass == ConvolutionPass::by_input ? 1 : 2;
}

const PassLaws& laws_of(const RecordedCalls& recordings, ConvolutionPass pass) {
  const PassLaws* const laws[] = {&recordings.forward, &recordings.by_input, &recordings.by_weight};
  return *laws[number_of(pass)];
}

/// Outwards from where the call's input channels stand, as far as any row can still be near enough.
void look_in(std::span<const RecordedCall> rows, const CallPlace& place, int far, ConvolutionPass pass,
             std::span<const uint64_t> sets, Nearest& nearest) {
  const auto channels_apart = [&](const RecordedCall& row) {
    return far + 2 * std::abs(row.place.input_channels - place.input_channels);
  };
  const auto look_at = [&](const RecordedCall& row) {
    if (!nearest.takes(channels_apart(row) + 2 * std::abs(row.place.output_channels - place.output_channels))) return;
    const uint64_t told = sets[row.sets[number_of(pass)]];
    if (told) nearest.add({far + apart(row.place, place, pass), told});
  };
  const auto middle = std::lower_bound(rows.begin(), rows.end(), place.input_channels,
                                       [](const RecordedCall& row, int at) { return row.place.input_channels < at; });
  for (auto row = middle; row != rows.end() && nearest.takes(channels_apart(*row)); ++row) look_at(*row);
  for (auto row = middle; row != rows.begin() && nearest.takes(channels_apart(*std::prev(row))); --row)
    look_at(*std::prev(row));
}

std::vector<const RecordedKind*> by_distance(std::span<const RecordedKind> kinds, const CallKind& kind) {
  std::vector<std::pair<int, const RecordedKind*>> order;
  for (const RecordedKind& other : kinds) order.emplace_back(apart(kind, other.kind), &other);
  std::stable_sort(order.begin(), order.end(), [](const auto& lhs, const auto& rhs) { return lhs.first < rhs.first; });
  std::vector<const RecordedKind*> sorted;
  for (const auto& [far, other] : order) sorted.push_back(other);
  return sorted;
}

struct Question {
  const RecordedCalls* recordings;
  ConvolutionPass pass;
  CallKind kind;
  CallPlace place;
};

const RecordedKind* own_kind(const Question& question) {
  const auto& kinds = question.recordings->kinds;
  const auto found =
      std::lower_bound(kinds.begin(), kinds.end(), question.kind,
                       [](const RecordedKind& other, const CallKind& kind) { return other.kind < kind; });
  return found != kinds.end() && found->kind == question.kind ? &*found : nullptr;
}

/// Its kind's own, or the nearest kinds' until there are enough.
std::vector<Neighbour> neighbours(const Question& question) {
  const RecordedCalls& recordings = *question.recordings;
  Nearest nearest(std::max(kVoters, recordings.bounding));
  size_t seen = 0;
  const auto look = [&](const RecordedKind& other) {
    look_in(recordings.rows.subspan(other.first, other.count), question.place, apart(question.kind, other.kind),
            question.pass, laws_of(recordings, question.pass).sets, nearest);
    seen += other.count;
  };
  const RecordedKind* own = own_kind(question);
  if (own && own->count >= kFewest) {
    look(*own);
  } else {
    for (const RecordedKind* other : by_distance(recordings.kinds, question.kind))
      if (seen < kFewest) look(*other);
  }
  return nearest.take();
}

using Votes = std::array<double, kLaws>;

Votes votes_of(std::span<const Neighbour> voters) {
  Votes votes{};
  for (const Neighbour& voter : voters)
    for (uint64_t left = voter.laws; left; left &= left - 1)
      votes[static_cast<size_t>(std::countr_zero(left))] += 1 / (kHalfVote + voter.apart);
  return votes;
}

/// Of those laws the one with most votes, the first of equals.
size_t most_voted(const Votes& votes, uint64_t laws) {
  size_t most = static_cast<size_t>(std::countr_zero(laws));
  for (uint64_t left = laws; left; left &= left - 1) {
    const auto law = static_cast<size_t>(std::countr_zero(left));
    if (votes[law] > votes[most]) most = law;
  }
  return most;
}

/// The law that a call follows, and those that its neighbours do. None where nothing is recorded.
struct Answer {
  std::optional<size_t> likely;
  uint64_t bounding = 0;
};

Answer answer_to(const Question& question) {
  const std::vector<Neighbour> found = neighbours(question);
  const std::span<const Neighbour> voters(found.data(), std::min(kVoters, found.size()));
  uint64_t any = 0;
  for (const Neighbour& voter : voters) any |= voter.laws;
  if (!any) return {};
  const Votes votes = votes_of(voters);
  Answer answer{.likely = most_voted(votes, any)};
  for (size_t i = 0; i < std::min(question.recordings->bounding, found.size()); ++i)
    answer.bounding |= uint64_t{1} << most_voted(votes, found[i].laws);
  return answer;
}

/// None where nothing is recorded.
std::optional<Interval> said_by_neighbours(const ConvolutionCall& call, ConvolutionPass pass,
                                           const RecordedCalls& recordings) {
  const Answer answer = answer_to({&recordings, pass, kind_of(call), place_of(call)});
  if (!answer.likely) return {};
  const std::span<const Law> laws = laws_of(recordings, pass).laws;
  const auto bytes = [&](size_t law) { return Bytes(workspace(call, pass, laws[law])); };
  const Bytes likely = bytes(*answer.likely);
  Interval said{likely, likely, likely};
  for (uint64_t left = answer.bounding; left; left &= left - 1) {
    const Bytes other = bytes(static_cast<size_t>(std::countr_zero(left)));
    said.low = std::min(said.low, other);
    said.high = std::max(said.high, other);
  }
  return said;
}

/// Layers are alike within a network, and a network is simulated many times over.
std::optional<Interval> known_workspace(const ConvolutionCall& call, ConvolutionPass pass,
                                        const RecordedCalls& recordings) {
  using Asked = std::tuple<const RecordedCalls*, ConvolutionPass, ConvolutionCall>;
  using Asking = std::tuple<const RecordedCalls*, ConvolutionPass, const ConvolutionCall&>;
  constexpr size_t kMostKnown = 16'384;
  thread_local std::map<Asked, std::optional<Interval>, std::less<>> known;
  const auto found = known.find(Asking(&recordings, pass, call));
  if (found != known.end()) return found->second;
  if (known.size() >= kMostKnown) known.clear();
  return known.emplace(Asked(&recordings, pass, call), said_by_neighbours(call, pass, recordings)).first->second;
}

}  // namespace

Interval workspace_by_neighbours(const ConvolutionCall& call, ConvolutionPass pass, const RecordedCalls& recordings,
                                 const Interval& floor) {
  const std::optional<Interval> said = known_workspace(call, pass, recordings);
  if (!said) return floor;
  return {std::max(said->low, floor.low), std::max(said->point, floor.point), std::max(said->high, floor.high)};
}

}  // namespace vramlint::memory
