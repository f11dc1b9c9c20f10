// SPDX-License-Identifier: Apache-2.0
#include "ui/controls/stop_track.hpp"

#include <gtest/gtest.h>

#include "tests/support/ui_slider.hpp"
#include "ui/controls/stop_text.hpp"

namespace shardscope::ui {
namespace {

using uitest::stopsOf;

TEST(StopTrack, EvenPositionsAndNearest) {
  const StopTrack track{.left = 10, .right = 110, .count = 6};
  EXPECT_EQ(track.position(0), 10);
  EXPECT_EQ(track.position(3), 70);
  EXPECT_EQ(track.nearest(-50), 0);
  EXPECT_EQ(track.nearest(39), 1);
  EXPECT_EQ(track.nearest(41), 2);
  EXPECT_EQ(track.nearest(500), 5);
  EXPECT_EQ((StopTrack{.left = 10, .right = 110, .count = 1}).position(0), 60);
  EXPECT_EQ((StopTrack{.left = 10, .right = 110, .count = 0}).nearest(40), -1);
}

TEST(StopTrack, LegalNeighbors) {
  const auto stops = stopsOf({1, 2, 3, 4, 5}, "xox^x");
  EXPECT_EQ(firstLegal(stops), 1);
  EXPECT_EQ(lastLegal(stops), 3);
  EXPECT_EQ(nextLegal(stops, 1, 1), 3);
  EXPECT_EQ(nextLegal(stops, 3, 1), 3);
  EXPECT_EQ(nextLegal(stops, 0, -1), 0);
  EXPECT_EQ(firstLegal(stopsOf({1, 2}, "xx")), -1);
  EXPECT_EQ(lastLegal(stopsOf({1, 2}, "xx")), -1);
  EXPECT_EQ(firstLegal({}), -1);
  EXPECT_EQ(lastLegal({}), -1);
}

// Stops at 0, 20, 40, 60; the third is not legal.
TEST(StopTrack, DragReachesWhatItPassedOrWhatCatchesIt) {
  const StopTrack track{.left = 0, .right = 60, .count = 4};
  const auto stops = stopsOf({1, 2, 3, 4}, "ooxo");
  EXPECT_EQ(draggedTo(track, stops, 0, 13, {}), 0);
  EXPECT_EQ(draggedTo(track, stops, 0, 14, {}), 1);
  EXPECT_EQ(draggedTo(track, stops, 0, 40, {}), 1);
  EXPECT_EQ(draggedTo(track, stops, 0, 40, {.throughInvalid = true}), 2);
  EXPECT_EQ(draggedTo(track, stops, 0, 54, {}), 3);
  EXPECT_EQ(draggedTo(track, stops, 3, 27, {}), 3);
  EXPECT_EQ(draggedTo(track, stops, 3, 26, {}), 1);
  EXPECT_EQ(draggedTo(track, stops, 3, -99, {}), 0);
}

// Stops 8 px apart: the magnet of 6 would reach beyond the middle, so the nearer stop wins.
TEST(StopTrack, CloseStopsShareTheWayBetweenThem) {
  const StopTrack track{.left = 0, .right = 16, .count = 3};
  const auto stops = stopsOf({1, 2, 3}, "ooo");
  EXPECT_EQ(draggedTo(track, stops, 0, 3.9, {}), 0);
  EXPECT_EQ(draggedTo(track, stops, 0, 4, {}), 1);
  EXPECT_EQ(draggedTo(track, stops, 1, 4.1, {}), 1);
  EXPECT_EQ(draggedTo(track, stops, 1, 4, {}), 0);
}

TEST(StopText, WritesAndReadsBack) {
  EXPECT_EQ(stopText(128, false), QStringLiteral("128"));
  EXPECT_EQ(stopText(4096, false), QStringLiteral("4,096"));
  EXPECT_EQ(stopText(8192, true), QStringLiteral("8 K"));
  for (const char* text : {"8k", "8 K", "8K", "8192", "8,192", " 8 k "}) {
    EXPECT_EQ(parsedStop(QString::fromLatin1(text), true), 8192) << text;
  }
  EXPECT_EQ(parsedStop(QStringLiteral("1 M"), true), 1048576);
  EXPECT_EQ(parsedStop(QStringLiteral("12"), false), 12);
}

TEST(StopText, RefusesWhatIsNoWholeNumber) {
  for (const char* text :
       {"", "0", "-4", "8.5", "8 G", "x", "1,2", "9223372036854775808", "9007199254740993 k", "1e3"}) {
    EXPECT_FALSE(parsedStop(QString::fromLatin1(text), true)) << text;
  }
  EXPECT_FALSE(parsedStop(QStringLiteral("8 K"), false));  // a number of GPUs has no K
}

}  // namespace
}  // namespace shardscope::ui
