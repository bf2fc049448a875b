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
#include <unordered_map>
#include <utility>

namespace vramlint::memory {

namespace {

constexpr size_t kVoters = 9, kFewest = 9, kLaws = 64;
constexpr double kHalfVote = 2;  // a neighbour so far away counts half as much as one of the same place
constexpr int kSizes = 16, kPlaces = 8, kDifferent = 1000, kRatio = 64, kAlignment = 64;
constexpr int64_t kAligned = 8, kPlacesAligned = 16;
constexpr int kPlacesAlignment = 12;  // forward: products of matrices need it

struct Neighbour {
  int apart;
  size_t turn;  ///< of equals the first counts, outwards from where the call's input channels stand
  uint64_t laws;

  bool is_before(const Neighbour& other) const { return std::tie(apart, turn) < std::tie(other.apart, other.turn); }
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

/// Of a batch.
int places_of(const CallPlace& place) { return place.batch + 2 * place.output_places; }

int apart(const CallPlace& lhs, const CallPlace& rhs, ConvolutionPass pass) {
  const auto by = [](int left, int right) { return std::abs(left - right); };
  const int aligned_places = by(lhs.input_places_alignment, rhs.input_places_alignment) +
                             by(lhs.output_places_alignment, rhs.output_places_alignment);
  return by(lhs.batch, rhs.batch) + by(places_of(lhs), places_of(rhs)) +
         2 * (by(lhs.input_channels, rhs.input_channels) + by(lhs.output_channels, rhs.output_channels) +
              by(lhs.input_places, rhs.input_places) + by(lhs.groups, rhs.groups)) +
         kAlignment * (by(lhs.input_alignment, rhs.input_alignment) + by(lhs.output_alignment, rhs.output_alignment)) +
         (pass == ConvolutionPass::forward ? kPlacesAlignment * aligned_places : 0);
}

/// The nearest so far, in order.
class Nearest {
 public:
  explicit Nearest(size_t count) : count_(count) { found_.reserve(count + 1); }

  bool may_take(int apart) const { return found_.size() < count_ || apart <= found_.back().apart; }

  void add(const Neighbour& neighbour) {
    if (found_.size() == count_ && !neighbour.is_before(found_.back())) return;
    const auto after = std::upper_bound(found_.begin(), found_.end(), neighbour,
                                        [](const auto& lhs, const auto& rhs) { return lhs.is_before(rhs); });
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

struct Question {
  const RecordedCalls* recordings;
  ConvolutionPass pass;
  CallKind kind;
  CallPlace place;
};

/// Rows of a kind by input channels, as they are recorded, and those of a number of them by output channels and places.
class ByChannels {
 public:
  struct Group {
    int input_channels;
    std::vector<uint32_t> rows;
    bool is_sorted = false;
  };

  explicit ByChannels(std::span<const RecordedCall> recorded) : recorded_(recorded) {
    for (uint32_t row = 0; row < recorded.size(); ++row) {
      const int channels = recorded[row].place.input_channels;
      if (groups_.empty() || groups_.back().input_channels != channels) groups_.push_back({channels, {}});
      groups_.back().rows.push_back(row);
    }
  }

  std::vector<Group>& groups() { return groups_; }

  /// Sorted when they are first asked for: most never are.
  const std::vector<uint32_t>& rows_of(Group& group) const {
    if (!std::exchange(group.is_sorted, true))
      std::stable_sort(group.rows.begin(), group.rows.end(), [this](uint32_t lhs, uint32_t rhs) {
        const CallPlace &one = recorded_[lhs].place, &other = recorded_[rhs].place;
        return std::pair(one.output_channels, places_of(one)) < std::pair(other.output_channels, places_of(other));
      });
    return group.rows;
  }

 private:
  std::span<const RecordedCall> recorded_;
  std::vector<Group> groups_;
};

ByChannels& by_channels(std::span<const RecordedCall> rows) {
  thread_local std::map<const RecordedCall*, ByChannels> known;
  return known.try_emplace(rows.data(), rows).first->second;
}

/// The nearest rows of one kind, as far as any can still be near enough.
class KindSearch {
 public:
  KindSearch(const Question& question, const RecordedKind& kind, size_t turn, Nearest& nearest)
      : rows_(question.recordings->rows.subspan(kind.first, kind.count)),
        place_(question.place),
        pass_(question.pass),
        sets_(laws_of(*question.recordings, question.pass).sets),
        far_(apart(question.kind, kind.kind)),
        turn_(turn),
        order_(by_channels(rows_)),
        nearest_(nearest) {
    const auto found = std::lower_bound(rows_.begin(), rows_.end(), place_.input_channels,
                                        [](const RecordedCall& row, int at) { return row.place.input_channels < at; });
    middle_ = static_cast<size_t>(found - rows_.begin());
  }

  /// Outwards from the call's input channels.
  void run() const {
    std::vector<ByChannels::Group>& groups = order_.groups();
    const auto middle =
        std::lower_bound(groups.begin(), groups.end(), place_.input_channels,
                         [](const ByChannels::Group& group, int at) { return group.input_channels < at; });
    for (auto more = middle, fewer = middle; more != groups.end() || fewer != groups.begin();) {
      const int up = more == groups.end() ? kDifferent : apart_by(more->input_channels, place_.input_channels);
      const int down =
          fewer == groups.begin() ? kDifferent : apart_by(std::prev(fewer)->input_channels, place_.input_channels);
      if (!nearest_.may_take(far_ + std::min(up, down))) return;
      look_in(up <= down ? *more++ : *--fewer, far_ + std::min(up, down));
    }
  }

 private:
  static int apart_by(int left, int right) { return 2 * std::abs(left - right); }

  using Row = std::vector<uint32_t>::const_iterator;

  int output_channels(uint32_t row) const { return rows_[row].place.output_channels; }

  /// Outwards from the call's output channels. `far`: all of them are at least so far away.
  void look_in(ByChannels::Group& group, int far) const {
    const std::vector<uint32_t>& rows = order_.rows_of(group);
    const auto from = [&](Row first, Row last, int channels) {
      return std::lower_bound(first, last, channels, [&](uint32_t row, int at) { return output_channels(row) < at; });
    };
    const auto so_far = [&](int channels) { return far + apart_by(channels, place_.output_channels); };
    const Row middle = from(rows.begin(), rows.end(), place_.output_channels);
    for (Row row = middle; row != rows.end() && nearest_.may_take(so_far(output_channels(*row)));) {
      const Row first = std::exchange(row, from(row, rows.end(), output_channels(*row) + 1));
      look_between(first, row, so_far(output_channels(*first)));
    }
    for (Row row = middle; row != rows.begin() && nearest_.may_take(so_far(output_channels(*std::prev(row))));) {
      const Row last = std::exchange(row, from(rows.begin(), row, output_channels(*std::prev(row))));
      look_between(row, last, so_far(output_channels(*row)));
    }
  }

  /// Rows of one number of channels: outwards from the call's places.
  void look_between(Row first, Row last, int far) const {
    const int own = places_of(place_);
    const auto reaches = [&](uint32_t row) {
      return nearest_.may_take(far + std::abs(places_of(rows_[row].place) - own));
    };
    const Row middle =
        std::lower_bound(first, last, own, [&](uint32_t row, int at) { return places_of(rows_[row].place) < at; });
    for (Row row = middle; row != last && reaches(*row); ++row) look_at(*row);
    for (Row row = middle; row != first && reaches(*std::prev(row)); --row) look_at(*std::prev(row));
  }

  void look_at(uint32_t row) const {
    const uint64_t told = sets_[rows_[row].sets[number_of(pass_)]];
    const size_t turn = row >= middle_ ? row - middle_ : rows_.size() - 1 - row;
    if (told) nearest_.add({far_ + apart(rows_[row].place, place_, pass_), turn_ + turn, told});
  }

  std::span<const RecordedCall> rows_;
  const CallPlace& place_;
  ConvolutionPass pass_;
  std::span<const uint64_t> sets_;
  int far_;
  size_t turn_, middle_ = 0;
  ByChannels& order_;
  Nearest& nearest_;
};

std::vector<const RecordedKind*> by_distance(std::span<const RecordedKind> kinds, const CallKind& kind) {
  std::vector<std::pair<int, const RecordedKind*>> order;
  for (const RecordedKind& other : kinds) order.emplace_back(apart(kind, other.kind), &other);
  std::stable_sort(order.begin(), order.end(), [](const auto& lhs, const auto& rhs) { return lhs.first < rhs.first; });
  std::vector<const RecordedKind*> sorted;
  for (const auto& [far, other] : order) sorted.push_back(other);
  return sorted;
}

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
    KindSearch(question, other, seen, nearest).run();
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

struct HashOfCall {
  size_t operator()(const ConvolutionCall& call) const {
    uint64_t hash = static_cast<uint64_t>(call.groups);
    for (const std::vector<int64_t>* sizes : {&call.input, &call.filter, &call.stride, &call.dilation})
      for (const int64_t size : *sizes) hash = (hash ^ static_cast<uint64_t>(size)) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 32);
  }
};

/// Layers are alike within a network, and a network is simulated many times over.
std::optional<Interval> known_workspace(const ConvolutionCall& call, ConvolutionPass pass,
                                        const RecordedCalls& recordings) {
  using Answers = std::unordered_map<ConvolutionCall, std::optional<Interval>, HashOfCall>;
  constexpr size_t kMostAnswers = 16'384;
  thread_local std::map<std::pair<const RecordedCalls*, ConvolutionPass>, Answers> all;
  Answers& known = all[{&recordings, pass}];
  const auto found = known.find(call);
  if (found != known.end()) return found->second;
  if (known.size() >= kMostAnswers) known.clear();
  return known.emplace(call, said_by_neighbours(call, pass, recordings)).first->second;
}

}  // namespace

Interval workspace_by_neighbours(const ConvolutionCall& call, ConvolutionPass pass, const RecordedCalls& recordings,
                                 const Interval& floor) {
  const std::optional<Interval> said = known_workspace(call, pass, recordings);
  if (!said) return floor;
  return {std::max(said->low, floor.low), std::max(said->point, floor.point), std::max(said->high, floor.high)};
}

}  // namespace vramlint::memory
