/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The player of audio and video without its threads: the times and costs of frames, the adaptation
 * to a reserve, and on a virtual clock the skew between audio and video. */

#include "media/frame-cost.h"
#include "media/frames.h"
#include "media/quality.h"
#include "media/video.h"

#include <math.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define SEC (1000 * MSEC)
#define RATE 30.0
#define FRAME (SEC / 30.0)

/* Time between two check points of a thread that decodes. */
#define CHECK (MSEC / 20)

/* The frame schedule. */

static void
test_frames (void)
{
  WorkloadFrames frames;

  workload_frames_init (&frames, RATE);
  g_assert_cmpint (workload_frames_get_time (&frames, 0), ==, 0);
  g_assert_cmpint (workload_frames_get_time (&frames, 1), ==, 33333333);
  /* after a day the times are as exact as at the beginning */
  g_assert_cmpint (workload_frames_get_time (&frames, 30 * 86400), ==, 86400 * SEC);
  g_assert_cmpint (workload_frames_get_time (&frames, 30 * 86400 + 1), ==, 86400 * SEC + 33333333);
  g_assert_cmpint (workload_frames_find (&frames, 0), ==, 0);
  g_assert_cmpint (workload_frames_find (&frames, -1), ==, -1);
  g_assert_cmpint (workload_frames_find (&frames, 86400 * SEC - 1), ==, 30 * 86400 - 1);
  for (gint64 i = 0; i < 1000; i++)
    {
      gint64 time = workload_frames_get_time (&frames, i);

      g_assert_cmpint (workload_frames_find (&frames, time), ==, i);
      g_assert_cmpint (workload_frames_find (&frames, time - 1), ==, i - 1);
    }
}

static void
test_frames_rate (void)
{
  WorkloadFrames frames;

  workload_frames_init (&frames, RATE);
  workload_frames_set_rate (&frames, 30, 10);
  g_assert_cmpint (workload_frames_get_time (&frames, 30), ==, SEC);
  g_assert_cmpint (workload_frames_get_time (&frames, 40), ==, 2 * SEC);
  workload_frames_set_rate (&frames, 40, 25);
  g_assert_cmpint (workload_frames_get_time (&frames, 65), ==, 3 * SEC);
  g_assert_cmpint (workload_frames_find (&frames, 3 * SEC), ==, 65);
}

/* The cost trace. */

static double
find_mean (const WorkloadFrameCost *cost, gint64 first, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += workload_frame_cost_get (cost, first + i, (first + i) * FRAME);
  return sum / n;
}

static void
test_trace (void)
{
  const WorkloadFrameCost cost = { .kind = WORKLOAD_COST_MPEG, .mean = 5 * MSEC };
  g_autoptr (GString) types = g_string_new (NULL);
  double most = 0;

  for (guint i = 0; i < 13; i++)
    g_string_append_c (types, workload_frame_cost_get_type (i));
  g_assert_cmpstr (types->str, ==, "IBBPBBPBBPBBI");
  g_assert_cmpint (workload_frame_cost_get (&cost, 0, 0), >, workload_frame_cost_get (&cost, 3, 0));
  g_assert_cmpint (workload_frame_cost_get (&cost, 3, 0), >, workload_frame_cost_get (&cost, 1, 0));
  /* the whole trace has the mean cost, and begins again */
  g_assert_cmpfloat_with_epsilon (find_mean (&cost, 0, 120), 5 * MSEC, 1);
  g_assert_cmpint (workload_frame_cost_get (&cost, 7, 0), ==,
                   workload_frame_cost_get (&cost, 127, 0));
  for (guint i = 0; i < 10; i++)
    most = MAX (most, find_mean (&cost, 12 * i, 12));
  g_assert_cmpfloat_with_epsilon (most, workload_frame_cost_get_most (&cost), 1);
}

static void
test_wave (void)
{
  const WorkloadFrameCost cost = {
    .kind = WORKLOAD_COST_SQUARE, .mean = 4 * MSEC, .ratio = 2.5, .period = 2 * SEC
  };

  g_assert_cmpint (workload_frame_cost_get (&cost, 0, 0), ==, 10 * MSEC);
  g_assert_cmpint (workload_frame_cost_get (&cost, 29, SEC - 1), ==, 10 * MSEC);
  g_assert_cmpint (workload_frame_cost_get (&cost, 30, SEC), ==, 4 * MSEC);
  g_assert_cmpint (workload_frame_cost_get (&cost, 60, 2 * SEC), ==, 10 * MSEC);
  g_assert_cmpfloat (workload_frame_cost_get_most (&cost), ==, 10.0 * MSEC);
}

/* The virtual card. */

static void
test_card (void)
{
  WorkloadCard card;

  workload_card_init (&card);
  g_assert_cmpint (workload_card_get_position (&card, 5 * SEC), ==, 0);
  workload_card_write (&card, 5 * SEC, 80 * MSEC);
  g_assert_cmpint (workload_card_get_position (&card, 5 * SEC + 30 * MSEC), ==, 30 * MSEC);
  g_assert_cmpint (workload_card_find_time (&card, 5 * SEC, 50 * MSEC), ==, 5 * SEC + 50 * MSEC);
  /* it stops where it has no audio, and goes on from there */
  g_assert_cmpint (workload_card_get_position (&card, 6 * SEC), ==, 80 * MSEC);
  g_assert_cmpint (workload_card_get_n_underruns (&card), ==, 0);
  workload_card_write (&card, 6 * SEC, 80 * MSEC);
  g_assert_cmpint (workload_card_get_n_underruns (&card), ==, 1);
  g_assert_cmpint (workload_card_get_position (&card, 6 * SEC + 10 * MSEC), ==, 90 * MSEC);
  g_assert_cmpint (workload_card_get_written (&card), ==, 160 * MSEC);
  workload_card_clear (&card);
}

/* The video on a virtual clock. */

typedef struct
{
  gint64 now;
  gint64 begin;
  TslTimers *timers;
  WorkloadCard card;
  WorkloadVideo *video;
  /* check points in a thread that waits; 0 for none but the kernel's timer */
  gint64 tick;
  gint64 cost;

  guint n_shown;
  gint64 least_skew;
  gint64 most_skew;
  gint64 least_interval;
  gint64 most_interval;
} Bed;

static gint64
read_clock (gpointer user_data)
{
  return ((Bed *) user_data)->now;
}

static void
on_shown (const WorkloadShown *shown, gpointer user_data)
{
  Bed *self = user_data;

  self->n_shown++;
  self->least_skew = MIN (self->least_skew, shown->skew);
  self->most_skew = MAX (self->most_skew, shown->skew);
  if (shown->interval < 0)
    return;
  self->least_interval = MIN (self->least_interval, shown->interval);
  self->most_interval = MAX (self->most_interval, shown->interval);
}

static void
forget (Bed *self)
{
  self->n_shown = 0;
  self->least_skew = self->least_interval = G_MAXINT64;
  self->most_skew = self->most_interval = G_MININT64;
}

static void
bed_init (Bed *self, gint64 overshoot)
{
  *self = (Bed){ .now = 7 * SEC, .begin = 7 * SEC };
  forget (self);
  self->timers = tsl_timers_new_with_clock (NULL, "video", read_clock, self);
  tsl_timers_set_overshoot (self->timers, overshoot);
  workload_card_init (&self->card);
  workload_card_write (&self->card, self->now, 3600 * SEC);
  self->video = workload_video_new (self->timers, &self->card, RATE, on_shown, self);
}

static void
bed_clear (Bed *self)
{
  workload_video_free (self->video);
  workload_card_clear (&self->card);
  tsl_timers_free (self->timers);
}

static void
decode (Bed *self)
{
  gint64 end = self->now + self->cost;

  for (; self->now < end; self->now += CHECK)
    tsl_timers_check (self->timers);
}

/* Sleeps until the kernel's timer or the tick. */
static void
sleep_until_check (Bed *self, gint64 end)
{
  gint64 next = MIN (tsl_timers_get_hard_time (self->timers), end);

  if (self->tick > 0)
    next = MIN (next, self->begin + ((self->now - self->begin) / self->tick + 1) * self->tick);
  self->now = MAX (self->now, next);
}

/* Does what the video's thread does. */
static void
play (Bed *self, gint64 length)
{
  gint64 end = self->now + length;
  WorkloadFrame frame;

  while (self->now < end)
    {
      tsl_timers_check (self->timers);
      if (workload_video_take (self->video, &frame))
        {
          decode (self);
          workload_video_add (self->video, &frame);
        }
      else
        sleep_until_check (self, end);
    }
}

static void
test_skew_hard (void)
{
  Bed bed;

  bed_init (&bed, 0);
  bed.cost = 5 * MSEC;
  play (&bed, 10 * SEC);
  g_assert_cmpuint (bed.n_shown, ==, 299);
  g_assert_cmpint (bed.least_skew, ==, 0);
  g_assert_cmpint (bed.most_skew, ==, 0);
  g_assert_cmpint (bed.least_interval, >=, 33333333);
  g_assert_cmpint (bed.most_interval, <=, 33333334);
  g_assert_cmpint (workload_video_get_n_dropped (bed.video), ==, 0);
  bed_clear (&bed);
}

/* A player that waits for each frame has no check points, so firm timers are late by the
 * overshoot. One that decodes ahead shows frames at the check points of the decoder. */
static void
test_skew_firm (void)
{
  Bed bed;

  bed_init (&bed, 2 * MSEC);
  bed.cost = 20 * MSEC;
  play (&bed, 5 * SEC);
  g_assert_cmpint (bed.least_skew, ==, 2 * MSEC);
  g_assert_cmpint (bed.most_skew, ==, 2 * MSEC);
  workload_video_set_ahead (bed.video, 3);
  play (&bed, 5 * SEC);
  forget (&bed);
  play (&bed, 5 * SEC);
  g_assert_cmpint (bed.least_skew, <=, CHECK);
  g_assert_cmpint (bed.most_skew, <=, 2 * MSEC);
  bed_clear (&bed);
}

/* The paper's standard kernel: up to a tick late, and frames are 30 or 40 ms apart. */
static void
test_skew_soft (void)
{
  Bed bed;

  bed_init (&bed, G_MAXINT64);
  bed.tick = 10 * MSEC;
  bed.cost = 5 * MSEC;
  play (&bed, 10 * SEC);
  g_assert_cmpint (bed.most_skew, >, 6 * MSEC);
  g_assert_cmpint (bed.most_skew, <, 10 * MSEC);
  g_assert_cmpint (bed.least_interval, ==, 30 * MSEC);
  g_assert_cmpint (bed.most_interval, ==, 40 * MSEC);
  g_assert_cmpint (workload_video_get_n_dropped (bed.video), ==, 0);
  bed_clear (&bed);
}

static void
test_overload (void)
{
  Bed bed;

  bed_init (&bed, 0);
  bed.cost = 50 * MSEC;
  play (&bed, 10 * SEC);
  /* every frame that is decoded is shown, and the lateness does not grow */
  g_assert_cmpuint (bed.n_shown, >=, 198);
  g_assert_cmpuint (bed.n_shown, <=, 200);
  g_assert_cmpint (workload_video_get_n_dropped (bed.video), >=, 98);
  g_assert_cmpint (workload_video_get_n_dropped (bed.video), <=, 101);
  g_assert_cmpint (bed.most_skew, <, 50 * MSEC + FRAME);
  /* a lower rate helps at once */
  workload_video_set_rate (bed.video, 15);
  play (&bed, SEC);
  forget (&bed);
  play (&bed, 5 * SEC);
  g_assert_cmpint (bed.most_skew, ==, 0);
  g_assert_cmpuint (bed.n_shown, >=, 74);
  g_assert_cmpuint (bed.n_shown, <=, 76);
  bed_clear (&bed);
}

/* Where the audio stops, the video waits for it. */
static void
test_underrun (void)
{
  Bed bed;

  bed_init (&bed, 0);
  workload_card_clear (&bed.card);
  workload_card_init (&bed.card);
  workload_card_write (&bed.card, bed.now, 100 * MSEC);
  bed.cost = MSEC;
  play (&bed, 500 * MSEC);
  g_assert_cmpuint (bed.n_shown, ==, 3);
  workload_card_write (&bed.card, bed.now, SEC);
  play (&bed, 500 * MSEC);
  g_assert_cmpuint (bed.n_shown, ==, 17);
  g_assert_cmpint (bed.most_skew, ==, 0);
  g_assert_cmpint (workload_video_get_n_dropped (bed.video), ==, 0);
  bed_clear (&bed);
}

/* The adaptation: experiment 14 of the reserves. */

static double
get_share (const WorkloadQuality *quality)
{
  return (double) quality->demand.budget / quality->demand.period;
}

static void
test_adaptation (void)
{
  WorkloadQualityAim aim = { .rate = 30, .period = 100 * MSEC, .capacity = 0.9 };
  WorkloadQuality quality = { .rate = 30, .demand = { 30 * MSEC, 100 * MSEC } };
  double cost = 0.4 * FRAME;

  /* too small, and there is more: the budget grows */
  g_assert_true (workload_quality_adapt (&quality, &aim, cost));
  g_assert_cmpint (quality.demand.period, ==, 100 * MSEC);
  g_assert_cmpint (quality.demand.budget, >=, 40 * MSEC);
  g_assert_cmpint (quality.demand.budget, <=, 45 * MSEC);
  g_assert_cmpfloat (quality.rate, ==, 30);
  g_assert_false (workload_quality_adapt (&quality, &aim, cost));
  /* slightly too small is too small: a frame would be dropped now and then */
  quality.demand.budget = 39.6 * MSEC;
  g_assert_true (workload_quality_adapt (&quality, &aim, cost));
  g_assert_cmpint (quality.demand.budget, >=, 40 * MSEC);
  /* a rival takes more: the period grows, and the rate falls */
  aim.capacity = 0.2;
  g_assert_true (workload_quality_adapt (&quality, &aim, cost));
  g_assert_cmpint (quality.demand.period, >, 200 * MSEC);
  g_assert_cmpfloat_with_epsilon (get_share (&quality), 0.2, 1e-6);
  g_assert_cmpfloat (quality.rate * cost / SEC, <=, 0.2);
  g_assert_cmpfloat (quality.rate * cost / SEC, >, 0.17);
  g_assert_false (workload_quality_adapt (&quality, &aim, cost * 1.01));
  /* it goes, and all is as before */
  aim.capacity = 0.9;
  g_assert_true (workload_quality_adapt (&quality, &aim, cost));
  g_assert_cmpfloat (quality.rate, ==, 30);
  g_assert_cmpint (quality.demand.period, ==, 100 * MSEC);
  /* a cheap clip gives back what it does not need */
  g_assert_true (workload_quality_adapt (&quality, &aim, cost / 2));
  g_assert_cmpfloat (get_share (&quality), <, 0.25);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/av-player/frames", test_frames);
  g_test_add_func ("/av-player/frames/rate", test_frames_rate);
  g_test_add_func ("/av-player/cost/trace", test_trace);
  g_test_add_func ("/av-player/cost/wave", test_wave);
  g_test_add_func ("/av-player/card", test_card);
  g_test_add_func ("/av-player/skew/hard", test_skew_hard);
  g_test_add_func ("/av-player/skew/firm", test_skew_firm);
  g_test_add_func ("/av-player/skew/soft", test_skew_soft);
  g_test_add_func ("/av-player/overload", test_overload);
  g_test_add_func ("/av-player/underrun", test_underrun);
  g_test_add_func ("/av-player/adaptation", test_adaptation);
  return g_test_run ();
}
