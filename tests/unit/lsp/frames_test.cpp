#include "integrations/lsp/frames.h"

#include <gtest/gtest.h>

namespace vramlint::lsp {
namespace {

TEST(Frames, AMessageMayComeByteByByte) {
  FrameReader frames;
  const std::string bytes = "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}";
  for (size_t i = 0; i + 1 < bytes.size(); ++i) {
    frames.feed(bytes.substr(i, 1));
    EXPECT_FALSE(frames.next()) << i;
  }
  frames.feed("}");
  EXPECT_EQ(frames.next(), "{}");
  EXPECT_FALSE(frames.next());
  EXPECT_EQ(frames.trouble(), "");
}

TEST(Frames, SeveralMessagesInOnePiece) {
  FrameReader frames;
  frames.feed(framed("one") + framed("") + "content-length:5\r\n\r\nthree");
  EXPECT_EQ(frames.next(), "one");
  EXPECT_EQ(frames.next(), "");
  EXPECT_EQ(frames.next(), "three");
  EXPECT_FALSE(frames.next());
}

TEST(Frames, TheLengthIsInBytes) { EXPECT_EQ(framed("é"), "Content-Length: 2\r\n\r\né"); }

TEST(Frames, AMessageThatIsTooLargeIsPassedOver) {
  FrameReader frames(10);
  frames.feed(framed("12345678901") + framed("small"));
  EXPECT_EQ(frames.next(), "small");
  EXPECT_NE(frames.trouble().find("11 bytes"), std::string::npos);
  EXPECT_EQ(frames.trouble(), "") << "told once";
}

TEST(Frames, HeadersThatSayNothingArePassedOver) {
  for (const char* header : {"Length: 3", "Content-Length: -3", "Content-Length: 3x",
                             "Content-Length: ", "Content-Length: 99999999999999999999999"}) {
    FrameReader frames;
    frames.feed(std::string(header) + "\r\n\r\n" + framed("next"));
    EXPECT_EQ(frames.next(), "next") << header;
    EXPECT_NE(frames.trouble(), "") << header;
  }
}

TEST(Frames, BytesWithoutAHeaderDoNotGrowForEver) {
  FrameReader frames;
  frames.feed(std::string(1 << 20, 'x'));
  EXPECT_FALSE(frames.next());
  EXPECT_NE(frames.trouble(), "");
  frames.feed("\r\n\r\n" + framed("next"));
  EXPECT_EQ(frames.next(), "next");
}

}  // namespace
}  // namespace vramlint::lsp
