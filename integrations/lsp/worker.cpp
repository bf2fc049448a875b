#include "integrations/lsp/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace vramlint::lsp {

Worker::Worker() {
  if (pipe(pipe_) != 0) throw std::system_error(errno, std::generic_category(), "no pipe for the worker");
  for (const int end : pipe_) fcntl(end, F_SETFL, O_NONBLOCK);
  thread_ = std::thread([this] { work(); });
}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  thread_.join();
  for (const int end : pipe_) close(end);
}

void Worker::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

std::vector<Worker::Reply> Worker::take_replies() {
  char bytes[64];
  while (read(pipe_[0], bytes, sizeof bytes) > 0) {
  }
  const std::lock_guard lock(mutex_);
  return std::exchange(replies_, {});
}

void Worker::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
    if (ends_) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    Reply reply = task();
    lock.lock();
    replies_.push_back(std::move(reply));
    // A pipe that is full wakes as well.
    [[maybe_unused]] const ssize_t written = write(pipe_[1], "", 1);
  }
}

}  // namespace vramlint::lsp
