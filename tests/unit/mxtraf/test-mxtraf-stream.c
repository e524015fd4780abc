/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Priority-progress streaming on a clock of its own: the video, the sender's windows, and what the
 * viewer shows; and the replay of a trace. */

#include "stream/replay.h"
#include "stream/viewer.h"

#include <math.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define SEC (1000 * MSEC)

/* When the streams begin. */
#define BEGIN (7 * SEC)

enum
{
  PART = 1448,
  FRAMES = 4,
};

#define RATE 1.5e6
#define WINDOW (4 * SEC / 30)

/* The video. */

static void
test_video (void)
{
  double sum = 0;

  for (guint frame = 0; frame < 120; frame++)
    for (guint layer = 0; layer < MXTRAF_VIDEO_LAYERS; layer++)
      sum += mxtraf_video_get_size (frame, layer, RATE);
  g_assert_cmpfloat_with_epsilon (8 * sum / 4, RATE, 1);
  g_assert_cmpint (mxtraf_video_get_length (FRAMES), ==, WINDOW);

  /* I costs more than P, and P more than B */
  g_assert_cmpfloat (mxtraf_video_get_size (0, 0, RATE), >, mxtraf_video_get_size (3, 0, RATE));
  g_assert_cmpfloat (mxtraf_video_get_size (3, 0, RATE), >, mxtraf_video_get_size (1, 0, RATE));

  /* the base layers of all frames come before any extension layer, and I before P before B */
  g_assert_cmpuint (mxtraf_video_get_priority (0, 0), <, mxtraf_video_get_priority (3, 0));
  g_assert_cmpuint (mxtraf_video_get_priority (3, 0), <, mxtraf_video_get_priority (1, 0));
  g_assert_cmpuint (mxtraf_video_get_priority (1, 0), <, mxtraf_video_get_priority (0, 1));
  g_assert_cmpuint (mxtraf_video_get_priority (0, 1), <, mxtraf_video_get_priority (0, 2));
}

/* The sender. */

static MxtrafStreamer *
begin (void)
{
  MxtrafStreamer *self = g_new0 (MxtrafStreamer, 1);

  mxtraf_streamer_begin (self, FRAMES, RATE, BEGIN);
  return self;
}

/* Returns the number of sent parts, the last of which is *last. */
static guint
send_all (MxtrafStreamer *self, gint64 now, MxtrafChunk *last)
{
  MxtrafChunk chunk;
  guint n = 0;

  for (; mxtraf_streamer_peek (self, now, PART, &chunk); n++)
    {
      mxtraf_streamer_take (self, &chunk);
      *last = chunk;
    }
  return n;
}

/* A window is sent after its capture, whole if there is time, and once. */
static void
test_window (void)
{
  g_autofree MxtrafStreamer *self = begin ();
  MxtrafChunk chunk, last = { 0 };
  double size = 0;

  for (guint frame = 0; frame < FRAMES; frame++)
    for (guint layer = 0; layer < MXTRAF_VIDEO_LAYERS; layer++)
      size += mxtraf_video_get_size (frame, layer, RATE);

  g_assert_false (mxtraf_streamer_peek (self, BEGIN, PART, &chunk));
  g_assert_false (mxtraf_streamer_peek (self, BEGIN + WINDOW - 1, PART, &chunk));
  g_assert_cmpint (mxtraf_streamer_get_deadline (self, BEGIN + 1), ==, BEGIN + WINDOW);
  g_assert_true (mxtraf_streamer_peek (self, BEGIN + WINDOW, PART, &chunk));
  g_assert_cmpint (chunk.captured, ==, BEGIN);
  g_assert_cmpint (chunk.length, ==, WINDOW);
  g_assert_cmpuint (chunk.size, ==, PART);
  g_assert_cmpuint (chunk.frames, ==, FRAMES);
  g_assert_cmpuint (chunk.units, ==, FRAMES * MXTRAF_VIDEO_LAYERS);

  g_assert_cmpuint (send_all (self, BEGIN + WINDOW, &last), ==,
                    ceil (ceil (size) / (PART - sizeof chunk)));
  g_assert_cmpuint (last.units_done, ==, last.units);
  g_assert_cmpuint (last.size, <=, PART);
  g_assert_cmpuint (self->sent, ==, ceil (size));
  g_assert_cmpuint (self->n_windows, ==, 0);
  g_assert_cmpint (mxtraf_streamer_get_deadline (self, BEGIN + WINDOW), ==, BEGIN + 2 * WINDOW);
}

/* Units get complete in the order of priority: a part of a window is a lower quality of all of
 * it. */
static void
test_priority (void)
{
  g_autofree MxtrafStreamer *self = begin ();
  const guint base[FRAMES] = { 0, 3, 1, 2 };
  gsize bound = 0;
  MxtrafChunk chunk;
  guint done = 0;

  for (guint i = 0; i < FRAMES; i++)
    bound += ceil (mxtraf_video_get_size (base[i], 0, RATE));
  while (mxtraf_streamer_peek (self, BEGIN + WINDOW, PART, &chunk))
    {
      g_assert_cmpuint (chunk.units_done, >=, done);
      done = chunk.units_done;
      mxtraf_streamer_take (self, &chunk);
      if (self->sent >= bound)
        break;
      g_assert_cmpuint (done, <=, FRAMES);
    }
  g_assert_cmpuint (done, >=, FRAMES);
  g_assert_cmpuint (done, <, 2 * FRAMES);
}

/* Parts that are unsent when the next window begins are dropped; a window of which nothing was sent is
 * counted. */
static void
test_drop (void)
{
  g_autofree MxtrafStreamer *self = begin ();
  MxtrafChunk chunk, last = { 0 };

  g_assert_true (mxtraf_streamer_peek (self, BEGIN + WINDOW, PART, &chunk));
  mxtraf_streamer_take (self, &chunk);
  g_assert_true (mxtraf_streamer_peek (self, BEGIN + 2 * WINDOW, PART, &chunk));
  g_assert_cmpint (chunk.captured, ==, BEGIN + WINDOW);
  g_assert_cmpuint (self->n_windows, ==, 1);
  g_assert_cmpuint (self->n_dropped, ==, 0);
  g_assert_cmpfloat (self->last_part, >, 0);
  g_assert_cmpfloat (self->last_part, <, 0.5);

  /* three windows without a write; looking is no write */
  g_assert_true (mxtraf_streamer_peek (self, BEGIN + 5 * WINDOW, PART, &chunk));
  g_assert_cmpint (chunk.captured, ==, BEGIN + 4 * WINDOW);
  g_assert_cmpuint (self->n_windows, ==, 4);
  g_assert_cmpuint (self->n_dropped, ==, 3);
  send_all (self, BEGIN + 5 * WINDOW, &last);
  g_assert_cmpint (last.captured, ==, BEGIN + 4 * WINDOW);

  /* another window begins again, and the counts go on */
  mxtraf_streamer_begin (self, 2, RATE, BEGIN + 6 * WINDOW);
  g_assert_false (mxtraf_streamer_peek (self, BEGIN + 6 * WINDOW, PART, &chunk));
  g_assert_true (mxtraf_streamer_peek (self, BEGIN + 7 * WINDOW, PART, &chunk));
  g_assert_cmpuint (chunk.frames, ==, 2);
  g_assert_cmpuint (self->n_windows, ==, 5);
  g_assert_cmpuint (self->n_dropped, ==, 4);
}

/* A window of any length has all its units, in the order of their priority. */
static void
test_longest (void)
{
  g_autofree MxtrafStreamer *self = g_new0 (MxtrafStreamer, 1);
  MxtrafChunk last = { 0 };

  mxtraf_streamer_begin (self, 10000, RATE, BEGIN);
  g_assert_cmpuint (send_all (self, BEGIN + self->length, &last), >, 1);
  g_assert_cmpuint (last.units, ==, MXTRAF_MAX_WINDOW * MXTRAF_VIDEO_LAYERS);
  g_assert_cmpuint (last.units_done, ==, last.units);
}

/* The viewer. */

/* A part of the window of that number, with this number of units, which was written when it could be. */
static MxtrafChunk
make_part (guint window, guint units_done)
{
  return (MxtrafChunk){ .written = BEGIN + (window + 1) * WINDOW,
                        .captured = BEGIN + window * WINDOW,
                        .length = WINDOW,
                        .size = PART,
                        .frames = FRAMES,
                        .units = FRAMES * MXTRAF_VIDEO_LAYERS,
                        .units_done = units_done };
}

static gboolean
receive (MxtrafViewer *self, guint window, guint units_done, gint64 delay, MxtrafDelays *delays)
{
  MxtrafChunk chunk = make_part (window, units_done);

  return mxtraf_viewer_receive (self, &chunk, chunk.written + delay, delays);
}

static double
show (MxtrafViewer *self, gint64 now)
{
  double quality = NAN;

  g_assert_true (mxtraf_viewer_show (self, now, &quality));
  return quality;
}

/* The parts of a window's latency add up. */
static void
test_delays (void)
{
  g_autoptr (MxtrafViewer) self = mxtraf_viewer_new (SEC);
  MxtrafDelays delays;

  g_assert_cmpint (mxtraf_viewer_get_deadline (self), ==, G_MAXINT64);
  g_assert_false (receive (self, 0, 2, 60 * MSEC, &delays));
  g_assert_false (receive (self, 0, 9, 100 * MSEC, &delays));
  g_assert_true (receive (self, 1, 2, 60 * MSEC, &delays));
  g_assert_cmpint (delays.sender, ==, WINDOW);
  g_assert_cmpint (delays.protocol, ==, 60 * MSEC);
  g_assert_cmpint (delays.receiver, ==, 40 * MSEC);
  g_assert_cmpint (delays.whole, ==, WINDOW + 100 * MSEC);
  g_assert_cmpint (mxtraf_viewer_get_buffered (self), ==, 2 * WINDOW);
  g_assert_cmpuint (self->n_late, ==, 0);
}

/* A window is shown when the tolerance has passed, with what has arrived until then. */
static void
test_quality (void)
{
  g_autoptr (MxtrafViewer) self = mxtraf_viewer_new (500 * MSEC);
  gint64 first = BEGIN + 500 * MSEC;
  MxtrafDelays delays;
  double quality;

  receive (self, 0, FRAMES, 60 * MSEC, &delays);
  receive (self, 0, 2 * FRAMES, 90 * MSEC, &delays);
  receive (self, 1, 4 * FRAMES, 60 * MSEC, &delays);
  receive (self, 2, 6, 60 * MSEC, &delays);
  g_assert_cmpint (mxtraf_viewer_get_deadline (self), ==, first);
  g_assert_false (mxtraf_viewer_show (self, first - 1, &quality));
  g_assert_cmpfloat (show (self, first), ==, 2);
  g_assert_cmpint (mxtraf_viewer_get_buffered (self), ==, 2 * WINDOW);
  g_assert_cmpfloat (show (self, first + WINDOW), ==, 4);
  g_assert_cmpuint (self->n_changes, ==, 1);
  g_assert_cmpfloat (show (self, first + 2 * WINDOW), ==, 1.5);
  g_assert_cmpuint (self->n_changes, ==, 2);
  g_assert_cmpuint (self->n_stalls, ==, 0);
  g_assert_cmpint (mxtraf_viewer_get_buffered (self), ==, 0);
}

/* A part that comes too late does not count; where nothing came, nothing is shown. */
static void
test_late (void)
{
  g_autoptr (MxtrafViewer) self = mxtraf_viewer_new (300 * MSEC);
  gint64 first = BEGIN + 300 * MSEC;
  MxtrafDelays delays;

  receive (self, 0, FRAMES, 100 * MSEC, &delays);
  g_assert_cmpfloat (show (self, first), ==, 1);
  receive (self, 0, 2 * FRAMES, 200 * MSEC, &delays);
  /* the second window was dropped; the third comes too late altogether */
  g_assert_true (receive (self, 2, FRAMES, 300 * MSEC, &delays));
  g_assert_cmpuint (self->n_late, ==, 1);
  g_assert_cmpint (delays.whole, ==, WINDOW + 200 * MSEC);
  g_assert_cmpfloat (show (self, first + 2 * WINDOW), ==, 0);
  g_assert_cmpfloat (show (self, first + 2 * WINDOW), ==, 0);
  g_assert_cmpuint (self->n_stalls, ==, 2);
  g_assert_true (receive (self, 3, FRAMES, 60 * MSEC, &delays));
  g_assert_cmpuint (self->n_late, ==, 2);
  g_assert_cmpfloat (show (self, first + 3 * WINDOW), ==, 1);
  g_assert_cmpuint (self->n_stalls, ==, 2);
}

/* With another tolerance the next window is shown that much later; with windows of another length
 * the times follow them. */
static void
test_change (void)
{
  g_autoptr (MxtrafViewer) self = mxtraf_viewer_new (500 * MSEC);
  MxtrafChunk chunk = make_part (0, FRAMES);
  MxtrafDelays delays;
  double quality;

  receive (self, 0, FRAMES, 60 * MSEC, &delays);
  mxtraf_viewer_set_tolerance (self, 700 * MSEC);
  g_assert_cmpint (mxtraf_viewer_get_deadline (self), ==, BEGIN + 700 * MSEC);
  g_assert_false (mxtraf_viewer_show (self, BEGIN + 600 * MSEC, &quality));
  g_assert_cmpfloat (show (self, BEGIN + 700 * MSEC), ==, 1);

  chunk.captured = BEGIN + SEC;
  chunk.length = WINDOW / 2;
  chunk.frames = FRAMES / 2;
  mxtraf_viewer_receive (self, &chunk, BEGIN + SEC + WINDOW, &delays);
  g_assert_cmpint (mxtraf_viewer_get_deadline (self), ==, BEGIN + 1700 * MSEC);
  g_assert_cmpfloat (show (self, BEGIN + 1700 * MSEC), ==, 2);
  g_assert_cmpint (mxtraf_viewer_get_deadline (self), ==, BEGIN + 1700 * MSEC + WINDOW / 2);
}

/* The replay. */

static MxtrafChunk
replay (MxtrafReplay *self, gint64 now, gboolean is_first, gint64 late)
{
  MxtrafChunk chunk;
  gint64 found;

  g_assert_true (mxtraf_replay_peek (self, now, PART, &chunk));
  g_assert_cmpint (mxtraf_replay_take (self, &chunk, now, &found), ==, is_first);
  if (is_first)
    g_assert_cmpint (found, ==, late);
  return chunk;
}

/* Each send is due at its time, has its size, and may be late; after the last one there is nothing. */
static void
test_replay (void)
{
  const MxtrafSend sends[] = { { 0, 100 }, { 20 * MSEC, 2 * PART + 300 }, { 25 * MSEC, 1 } };
  MxtrafReplay self;
  MxtrafChunk chunk;

  mxtraf_replay_begin (&self, sends, G_N_ELEMENTS (sends), BEGIN);
  g_assert_cmpuint (replay (&self, BEGIN + 1, TRUE, 1).size, ==, 100);
  g_assert_cmpint (mxtraf_replay_get_deadline (&self), ==, BEGIN + 20 * MSEC);
  g_assert_false (mxtraf_replay_peek (&self, BEGIN + 20 * MSEC - 1, PART, &chunk));

  /* looking is no write */
  g_assert_true (mxtraf_replay_peek (&self, BEGIN + 21 * MSEC, PART, &chunk));
  chunk = replay (&self, BEGIN + 23 * MSEC, TRUE, 3 * MSEC);
  g_assert_cmpuint (chunk.size, ==, PART);
  g_assert_cmpint (chunk.captured, ==, 0);
  g_assert_cmpuint (replay (&self, BEGIN + 24 * MSEC, FALSE, 0).size, ==, PART);
  g_assert_cmpuint (replay (&self, BEGIN + 25 * MSEC, FALSE, 0).size, ==, 300);
  /* no chunk is shorter than its header */
  g_assert_cmpuint (replay (&self, BEGIN + 25 * MSEC, TRUE, 0).size, ==, sizeof chunk);
  g_assert_false (mxtraf_replay_peek (&self, BEGIN + SEC, PART, &chunk));
  g_assert_cmpint (mxtraf_replay_get_deadline (&self), ==, G_MAXINT64);
}

/* With half of the stream allowed, the least important half of each window is not sent. */
static void
test_most (void)
{
  g_autofree MxtrafStreamer *self = begin ();
  MxtrafChunk last = { 0 };
  double whole;

  mxtraf_streamer_set_most (self, 0.5);
  send_all (self, BEGIN + WINDOW, &last);
  whole = self->ends[self->n_units - 1];
  g_assert_cmpfloat_with_epsilon (self->sent, whole / 2, 1);
  g_assert_cmpuint (last.units_done, <, last.units);
  g_assert_cmpuint (last.units_done, >, 0);
  /* more is sent at once when it is allowed */
  mxtraf_streamer_set_most (self, 1);
  send_all (self, BEGIN + WINDOW, &last);
  g_assert_cmpuint (last.units_done, ==, last.units);
  mxtraf_streamer_set_most (self, 0.5);
  send_all (self, BEGIN + 2 * WINDOW, &last);
  send_all (self, BEGIN + 3 * WINDOW, &last);
  g_assert_cmpfloat_with_epsilon (self->last_part, 0.5, 0.01);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mxtraf/stream/video", test_video);
  g_test_add_func ("/mxtraf/stream/window", test_window);
  g_test_add_func ("/mxtraf/stream/priority", test_priority);
  g_test_add_func ("/mxtraf/stream/drop", test_drop);
  g_test_add_func ("/mxtraf/stream/most", test_most);
  g_test_add_func ("/mxtraf/stream/longest", test_longest);
  g_test_add_func ("/mxtraf/stream/delays", test_delays);
  g_test_add_func ("/mxtraf/stream/quality", test_quality);
  g_test_add_func ("/mxtraf/stream/late", test_late);
  g_test_add_func ("/mxtraf/stream/change", test_change);
  g_test_add_func ("/mxtraf/stream/replay", test_replay);
  return g_test_run ();
}
