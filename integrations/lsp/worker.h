// The thread on which configs are analysed, one thing after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace vramlint::lsp {

class Worker {
 public:
  using Reply = std::function<void()>;  ///< run by the thread that asked
  using Task = std::function<Reply()>;  ///< run by the worker

  Worker();
  ~Worker();  ///< waits for the task that runs; the others are dropped
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void post(Task task);
  std::vector<Reply> take_replies();
  int wake_handle() const { return pipe_[0]; }  ///< readable where there may be replies

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  std::vector<Reply> replies_;
  bool ends_ = false;
  int pipe_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace vramlint::lsp
