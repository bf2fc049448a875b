#include "syntax/symbol.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/text_hash.h"

namespace vramlint::syntax {
namespace {

TEST(Symbol, EqualTextIsTheSameSymbol) {
  const std::string text = "name";
  EXPECT_EQ(Symbol("name"), Symbol(text));
  EXPECT_NE(Symbol("name"), Symbol("Name"));
  EXPECT_FALSE(Symbol());
  EXPECT_TRUE(Symbol(""));
  EXPECT_EQ(Symbol("name").hash(), text_hash("name"));
}

TEST(Symbol, ThreadsAgree) {
  std::vector<std::vector<const std::string*>> seen(4);
  std::vector<std::thread> threads;
  for (auto& texts : seen) {
    threads.emplace_back([&texts] {
      for (int i = 0; i < 1000; ++i) texts.push_back(&Symbol("thread" + std::to_string(i)).text());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& texts : seen) EXPECT_EQ(texts, seen[0]);
}

}  // namespace
}  // namespace vramlint::syntax
