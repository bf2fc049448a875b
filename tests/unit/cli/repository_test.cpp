#include "integrations/cli/repository.h"

#include <gtest/gtest.h>

namespace vramlint::cli {
namespace {

TEST(Repository, RemotesAsWebAddresses) {
  EXPECT_EQ(web_address("git@github.com:example/repo.git"), "https://github.com/example/repo");
  EXPECT_EQ(web_address("ssh://git@github.com:22/example/repo"), "https://github.com/example/repo");
  EXPECT_EQ(web_address("https://github.com/example/repo.git"), "https://github.com/example/repo");
  EXPECT_EQ(web_address("git://example.org/repo"), "https://example.org/repo");
}

TEST(Repository, CredentialsAreNeverShown) {
  EXPECT_EQ(web_address("https://user:secret@github.com/example/repo"), "https://github.com/example/repo");
}

TEST(Repository, WhatIsNoAddressHasNone) {
  for (const char* remote :
       {"", "/srv/git/repo.git", "../repo", "file:///srv/repo", "host:path", "https://github.com"}) {
    EXPECT_EQ(web_address(remote), "") << remote;
  }
}

}  // namespace
}  // namespace vramlint::cli
