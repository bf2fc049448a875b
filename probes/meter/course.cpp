#include "probes/meter/course.h"

namespace vramlint::probes {

namespace {

class Play {
 public:
  Play(const memory::Trace& trace, Tally& tally, bool workspaces)
      : trace_(trace), tally_(tally), workspaces_(workspaces) {}

  Course run() {
    size_t next = 0;
    mark();
    for (size_t i = 0; i <= trace_.events.size(); ++i) {
      for (; next < trace_.places.size() && trace_.places[next].at == i; ++next) {
        course_.places.push_back({mark(), trace_.places[next].event, trace_.places[next].node});
      }
      if (i == trace_.steady) course_.steady = first_mark_at(requests_);
      if (i < trace_.events.size()) play(trace_.events[i]);
    }
    mark();
    return std::move(course_);
  }

 private:
  size_t mark() {
    end_moment();
    tally_.reset_peaks();
    course_.moments.push_back(tally_.now());
    reached_.push_back(requests_);
    return course_.moments.size() - 1;
  }
  void end_moment() {
    if (course_.moments.empty()) return;
    Moment ended = tally_.now();
    ended.held = course_.moments.back().held;
    course_.moments.back() = ended;
  }
  /// A part that begins where the second iteration does belongs to it.
  size_t first_mark_at(size_t requests) {
    for (size_t number = reached_.size(); number > 0; --number) {
      if (reached_[number - 1] < requests) return number == reached_.size() ? mark() : number;
    }
    return 0;
  }
  void play(const memory::TraceEvent& event) {
    using Kind = memory::TraceEvent::Kind;
    if (event.kind == Kind::empty_cache) return tally_.empty_cache();
    if (event.kind == Kind::mark || (event.kind == Kind::allocate && !wanted(event))) return;
    ++requests_;
    event.kind == Kind::free ? tally_.give_back(event.id) : tally_.take(event.id, event.bytes.count);
  }
  bool wanted(const memory::TraceEvent& event) const {
    return event.bytes.count > 0 && (workspaces_ || trace_.labels[event.label].category != Category::workspace);
  }

  const memory::Trace& trace_;
  Tally& tally_;
  bool workspaces_;
  Course course_;
  std::vector<size_t> reached_;  // by mark: requests and returns before it
  size_t requests_ = 0;
};

}  // namespace

Course course_of(const memory::Trace& trace, Tally& tally, bool workspaces) {
  return Play(trace, tally, workspaces).run();
}

}  // namespace vramlint::probes
