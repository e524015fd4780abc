/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "loads/load.h"
#include "media/quality.h"
#include "media/video.h"
#include "threads/elastic.h"
#include "threads/playback.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <main-source.h>
#include <math.h>
#include <tsl-source/level-offers.h>

#define PERCENT 100.0
#define USEC 1e3
#define MSEC 1e6

/* The time over which frame rate and usage are computed, and between two adaptations; the number of
 * frames of which an adaptation knows the cost. */
#define WINDOW GSCOPE_SEC
#define MIN_FRAMES 3

#define RIVAL_PERIOD (50 * GSCOPE_MSEC)
/* The least that a player without capacity asks for, a part of a processor. */
#define LEAST_CAPACITY 0.05

/* The levels at which a QoS manager can have the player work: with less than the minimum, audio and
 * video stop. */
static const TslQosRange range = { 0.07, 0.85, 0.01, 33 * GSCOPE_MSEC };

/* A player of audio and video, whose decoders are computed work, beside a load. */
G_DECLARE_FINAL_TYPE (WorkloadPlayer, workload_player, WORKLOAD, PLAYER, GscopeSource)

typedef enum
{
  HARD,
  FIRM,
  SOFT,
} Timers;

/* Values of the parameters. */
typedef struct
{
  int timers;
  double overshoot;
  double tick;
  int trace;
  double cost;
  double ratio;
  double wave;
  double rate;
  gint64 ahead;
  int scheduling;
  double budget;
  double period;
  gboolean adapt;
  /* of a QoS manager; 0 for none */
  double level;
  double rival;
  /* 0 for none, else the index of a load plus one */
  int load;
} Values;

struct _WorkloadPlayer
{
  GscopeSource parent_instance;

  /* used in the main context */
  WorkloadPlaybackSignals pushed;
  Values values;
  /* what is in force; the adaptation changes it */
  WorkloadQuality quality;
  /* the period that the user chose, in nanoseconds */
  gint64 aim_period;
  gint64 base_decoded;
  gint64 base_used;
  GSource *timeout;
  TslPage *page;
  LevelOffers *offers;
  WorkloadElastic *rival;
  WorkloadLoad *load;
  int load_in_use;
  /* the parameter's choices, terminated by NULL */
  const char *load_nicks[WORKLOAD_N_LOADS + 2];
  const char *load_titles[WORKLOAD_N_LOADS + 2];

  /* protects what the main thread changes and the poller reads */
  TslLock lock;
  WorkloadPlayback *playback;
  double limit;

  /* used by the poller alone */
  gint64 base_time;
  WorkloadPlaybackCounts base;
  double shown_rate;
  double shown_usage;
  double shown_limit;
  double dropped;
  double underruns;

  /* written by the load, read by the poller */
  gint64 n_rounds;
};

G_DEFINE_FINAL_TYPE (WorkloadPlayer, workload_player, GSCOPE_TYPE_SOURCE)

/* Functions of the poller's thread. */

static double
find_rate (const WorkloadPlaybackCounts *before, const WorkloadPlaybackCounts *after)
{
  gint64 passed = after->last_shown - before->last_shown;

  return passed > 0 ? (after->n_shown - before->n_shown) * (double) GSCOPE_SEC / passed : 0;
}

static void
measure (WorkloadPlayer *self, gint64 time)
{
  WorkloadPlaybackCounts counts;

  workload_playback_count (self->playback, &counts);
  self->dropped = counts.n_dropped;
  self->underruns = counts.n_underruns;
  self->shown_limit = self->limit;
  if (time - self->base_time < WINDOW || counts.n_shown == 0)
    return;
  if (self->base_time > 0)
    {
      self->shown_rate = find_rate (&self->base, &counts);
      self->shown_usage = PERCENT * (counts.used - self->base.used) / (time - self->base_time);
    }
  self->base_time = time;
  self->base = counts;
}

static void
clear_shown (WorkloadPlayer *self)
{
  self->shown_rate = self->shown_usage = self->shown_limit = self->dropped = self->underruns =
      gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->base_time = 0;
}

static void
workload_player_poll (GscopeSource *source, gint64 time)
{
  WorkloadPlayer *self = WORKLOAD_PLAYER (source);

  tsl_lock_take (&self->lock);
  if (self->playback)
    measure (self, time);
  else
    clear_shown (self);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static void
read_cost (const Values *values, WorkloadFrameCost *cost)
{
  *cost = (WorkloadFrameCost){ .kind = values->trace,
                               .mean = values->cost * MSEC,
                               .ratio = values->ratio,
                               .period = values->wave * GSCOPE_SEC };
}

static void
read_settings (WorkloadPlayer *self, WorkloadPlaybackSettings *settings)
{
  const Values *values = &self->values;

  *settings = (WorkloadPlaybackSettings){ .rate = self->quality.rate, .n_ahead = values->ahead };
  read_cost (values, &settings->cost);
  if (values->timers == FIRM)
    settings->overshoot = values->overshoot * USEC;
  if (values->timers == SOFT)
    {
      settings->overshoot = G_MAXINT64;
      settings->tick = values->tick * MSEC;
    }
}

/* With a level the player has a reserve, to which it fits its frame rate. */
static WorkloadPlaybackScheduling
get_scheduling (const Values *values)
{
  return values->level > 0 ? WORKLOAD_PLAYBACK_RESERVE : values->scheduling;
}

static gboolean
is_adapting (const Values *values)
{
  return values->level > 0 || (values->adapt && values->scheduling == WORKLOAD_PLAYBACK_RESERVE);
}

static void
take_quality (WorkloadPlayer *self)
{
  const Values *values = &self->values;

  self->quality.demand.budget = llround (values->budget * MSEC);
  self->quality.demand.period = llround (values->period * MSEC);
  if (!is_adapting (values) || self->quality.rate == 0 || self->quality.rate > values->rate)
    self->quality.rate = values->rate;
  if (self->aim_period == 0)
    self->aim_period = self->quality.demand.period;
}

static double
get_capacity (const Values *values)
{
  double most = TSL_ADMISSION_THRESHOLD - values->rival / PERCENT;

  if (values->level > 0)
    return values->level / PERCENT - WORKLOAD_PLAYBACK_AUDIO_SHARE;
  return MAX (most - WORKLOAD_PLAYBACK_AUDIO_SHARE, LEAST_CAPACITY);
}

/* An adapting player lets a rival in at once. */
static void
make_room (WorkloadPlayer *self)
{
  TslDemand *demand = &self->quality.demand;
  double excess = (double) demand->budget / demand->period / get_capacity (&self->values);

  if (!is_adapting (&self->values) || excess <= 1)
    return;
  demand->period = ceil (demand->period * excess);
  self->quality.rate /= excess;
}

/* The processor time of the real-time threads. */

static gboolean
check_reserves (const Values *values, const TslDemand *video, GError **error)
{
  const TslDemand demands[] = {
    *video,
    { WORKLOAD_PLAYBACK_AUDIO_SHARE * RIVAL_PERIOD, RIVAL_PERIOD },
    { values->rival / PERCENT * RIVAL_PERIOD, RIVAL_PERIOD },
  };
  guint n = G_N_ELEMENTS (demands) - (values->rival > 0 ? 0 : 1);

  return tsl_demand_validate (video, error)
         && tsl_admission_check (demands, n, 1, TSL_ADMISSION_THRESHOLD, error);
}

static gboolean
check_priority (const Values *values, GError **error)
{
  WorkloadFrameCost cost;
  double share;

  read_cost (values, &cost);
  share = workload_frame_cost_get_most (&cost) * values->rate / GSCOPE_SEC
          + WORKLOAD_PLAYBACK_AUDIO_SHARE + values->rival / PERCENT;
  if (share <= TSL_ADMISSION_THRESHOLD)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("at a real-time priority the player would use up to %.0f %% of a processor, and "
                  "%.0f %% are permitted; lower the cost or the frame rate, or choose another "
                  "scheduling"),
               PERCENT * share, PERCENT * TSL_ADMISSION_THRESHOLD);
  return FALSE;
}

/* The reserve grows to the level by and by. */
static gboolean
check_level (const Values *values, GError **error)
{
  double most = PERCENT * TSL_ADMISSION_THRESHOLD - values->rival;

  if (values->level == 0 || (values->level >= PERCENT * range.minimum && values->level <= most))
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
      _ ("the player can have %.0f to %.0f %% of a processor beside its rival; offer one of "
         "these levels, or 0 for its own settings"),
      PERCENT * range.minimum, most);
  return FALSE;
}

static gboolean
check_values (WorkloadPlayer *self, GError **error)
{
  if (!check_level (&self->values, error))
    return FALSE;
  switch (get_scheduling (&self->values))
    {
    case WORKLOAD_PLAYBACK_PRIORITY:
      return check_priority (&self->values, error);
    case WORKLOAD_PLAYBACK_RESERVE:
      return check_reserves (&self->values, &self->quality.demand, error);
    default:
      return TRUE;
    }
}

/* Applying. */

static gboolean
use_load (WorkloadPlayer *self, int load, GError **error)
{
  if (load == self->load_in_use)
    return TRUE;
  g_clear_pointer (&self->load, workload_load_free);
  self->load_in_use = 0;
  if (load > 0)
    self->load = workload_load_new (workload_load_kinds[load - 1], &self->n_rounds, error);
  if (load > 0 && !self->load)
    return FALSE;
  self->load_in_use = load;
  return TRUE;
}

static void
set_limit (WorkloadPlayer *self)
{
  const TslDemand *demand = &self->quality.demand;

  tsl_lock_take (&self->lock);
  self->limit = get_scheduling (&self->values) == WORKLOAD_PLAYBACK_RESERVE
                    ? PERCENT * demand->budget / demand->period
                    : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  tsl_lock_release (&self->lock);
}

/* The player makes room before the rival gets it. */
static gboolean
schedule (WorkloadPlayer *self, GError **error)
{
  return workload_playback_schedule (self->playback, get_scheduling (&self->values),
                                     &self->quality.demand, error)
         && workload_elastic_set_level (self->rival, self->values.rival / PERCENT, error);
}

static gboolean
use_values (WorkloadPlayer *self, GError **error)
{
  WorkloadPlaybackSettings settings;

  take_quality (self);
  make_room (self);
  if (!check_values (self, error))
    return FALSE;
  if (!self->playback)
    return TRUE;
  if (!use_load (self, self->values.load, error) || !schedule (self, error))
    return FALSE;
  read_settings (self, &settings);
  workload_playback_set (self->playback, &settings);
  set_limit (self);
  return TRUE;
}

static GVariant *
workload_player_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                       GError **error)
{
  WorkloadPlayer *self = WORKLOAD_PLAYER (source);
  const Values before = self->values;
  GVariant *applied =
      GSCOPE_SOURCE_CLASS (workload_player_parent_class)->apply (source, parameter, value, error);

  if (!applied)
    return NULL;
  if (use_values (self, error))
    {
      if (g_str_equal (gscope_parameter_get_name (parameter), "period"))
        self->aim_period = self->quality.demand.period;
      return applied;
    }
  g_variant_unref (applied);
  self->values = before;
  use_values (self, NULL);
  return NULL;
}

/* Adaptation. */

static void
notice (WorkloadPlayer *self, const char *name, double value)
{
  gscope_parameter_notice (gscope_source_find_parameter (GSCOPE_SOURCE (self), name),
                           g_variant_new_double (value), "adaptation");
}

/* The parameters show the reserve in force. */
static void
show_demand (WorkloadPlayer *self)
{
  const TslDemand demand = self->quality.demand;

  if (llround (self->values.budget * MSEC) != demand.budget)
    notice (self, "budget", demand.budget / MSEC);
  if (llround (self->values.period * MSEC) != demand.period)
    notice (self, "period", demand.period / MSEC);
}

/* Returns FALSE if the kernel refuses the new reserve, because others have reserved the time. */
static gboolean
adapt_to (WorkloadPlayer *self, const WorkloadQualityAim *aim, double cost)
{
  WorkloadQuality quality = self->quality;
  WorkloadPlaybackSettings settings;

  if (!workload_quality_adapt (&quality, aim, cost))
    return TRUE;
  if (!check_reserves (&self->values, &quality.demand, NULL)
      || !workload_playback_schedule (self->playback, WORKLOAD_PLAYBACK_RESERVE, &quality.demand,
                                      NULL))
    return FALSE;
  self->quality = quality;
  read_settings (self, &settings);
  workload_playback_set (self->playback, &settings);
  set_limit (self);
  return TRUE;
}

/* If there is no more to reserve, the player fits its frame rate to the reserve that it has. */
static void
adapt (WorkloadPlayer *self, double cost)
{
  const Values *values = &self->values;
  const TslDemand *demand = &self->quality.demand;
  WorkloadQualityAim aim = {
    .rate = values->rate,
    .period = self->aim_period,
    .capacity = get_capacity (values),
  };

  if (adapt_to (self, &aim, cost))
    return;
  aim.capacity = MIN (aim.capacity, (double) demand->budget / demand->period);
  adapt_to (self, &aim, cost);
}

static gboolean
on_window (gpointer data)
{
  WorkloadPlayer *self = data;
  WorkloadPlaybackCounts counts;
  gint64 n;

  workload_playback_count (self->playback, &counts);
  n = counts.n_decoded - self->base_decoded;
  if (n < MIN_FRAMES)
    return G_SOURCE_CONTINUE;
  if (is_adapting (&self->values))
    {
      adapt (self, (counts.used - self->base_used) / (double) n);
      show_demand (self);
    }
  self->base_decoded = counts.n_decoded;
  self->base_used = counts.used;
  return G_SOURCE_CONTINUE;
}

/* Starting and stopping. */

static void
start_windows (WorkloadPlayer *self)
{
  self->base_decoded = self->base_used = 0;
  self->timeout = g_timeout_source_new (WINDOW / GSCOPE_MSEC);
  g_source_set_static_name (self->timeout, "[workload] player");
  g_source_set_callback (self->timeout, on_window, self, NULL);
  g_source_attach (self->timeout, g_main_context_get_thread_default ());
}

static void
set_playback (WorkloadPlayer *self, WorkloadPlayback *playback)
{
  WorkloadPlayback *old;

  tsl_lock_take (&self->lock);
  old = self->playback;
  self->playback = playback;
  tsl_lock_release (&self->lock);
  if (old)
    workload_playback_free (old);
}

/* Continues with less than the parameters say. */
static void
give_up (WorkloadPlayer *self, const GError *error)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autofree char *text = g_strdup_printf (
      _ ("the player's threads are ordinary ones, without load: %s"), error->message);

  gscope_parameter_notice (gscope_source_find_parameter (source, "scheduling"),
                           g_variant_new_string ("ordinary"), NULL);
  gscope_parameter_notice (gscope_source_find_parameter (source, "load"),
                           g_variant_new_string ("none"), NULL);
  gscope_parameter_notice (gscope_source_find_parameter (source, "rival"), g_variant_new_double (0),
                           NULL);
  gscope_source_set_locked (source, g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
  use_values (self, NULL);
}

static gboolean
workload_player_start (GscopeSource *source, GError **failure)
{
  WorkloadPlayer *self = WORKLOAD_PLAYER (source);
  WorkloadPlaybackSettings settings;
  WorkloadPlayback *playback;
  g_autoptr (GError) error = NULL;

  take_quality (self);
  read_settings (self, &settings);
  playback = workload_playback_new (&settings, self->page, &self->pushed, failure);
  if (!playback)
    return FALSE;
  set_playback (self, playback);
  if (!use_values (self, &error))
    give_up (self, error);
  start_windows (self);
  self->offers = level_offers_new (self->page, "player", &range,
                                   gscope_source_find_parameter (source, "level"));
  return TRUE;
}

static void
stop (WorkloadPlayer *self)
{
  g_clear_pointer (&self->offers, level_offers_free);
  g_clear_pointer (&self->timeout, main_source_drop);
  use_load (self, 0, NULL);
  workload_elastic_set_level (self->rival, 0, NULL);
  set_playback (self, NULL);
}

static void
workload_player_stop (GscopeSource *source)
{
  stop (WORKLOAD_PLAYER (source));
}

/* Signals and parameters. */

#define WORD(member) G_STRUCT_OFFSET (WorkloadPlayer, member)

static const GscopeSourceSignal signals[] = {
  { "skew", N_ ("A/V skew"), "µs",
    N_ ("How far the audio that is played is ahead of the video frame that is shown: "
        "positive if the frame is late"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (pushed.skew), .max = 1000,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "video-interval", N_ ("Inter-frame time of the video"), "ms",
    N_ ("Time between two frames that are shown"), GSCOPE_SIGNAL_KIND_BUFFERED,
    WORD (pushed.video_interval), .max = 100, .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "audio-interval", N_ ("Inter-frame time of the audio"), "ms",
    N_ ("Time between two fragments that go to the virtual sound card"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (pushed.audio_interval), .max = 100,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "frame-cost", N_ ("Decode cost"), "ms", N_ ("Processor time that a video frame took"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (pushed.cost), .max = 50,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "delay", N_ ("Frame delay"), "ms",
    N_ ("Time from the beginning of a video frame's decoding to its end"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (pushed.delay), .max = 100,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "frame-rate", N_ ("Frame rate"), "/s", N_ ("Video frames that were shown in the last second"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (shown_rate), .max = 60, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "dropped", N_ ("Dropped frames"), "frames",
    N_ ("Number of video frames that were not decoded, because their time was over"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (dropped), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "underruns", N_ ("Audio underruns"), NULL,
    N_ ("Number of times when the virtual sound card had no audio"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (underruns), .max = 10, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "usage", N_ ("Usage"), "%", N_ ("Share of a processor that the video used in the last second"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (shown_usage), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS,
    .role = "usage" },
  { "limit", N_ ("Reserve"), "%", N_ ("Share of a processor that the video reserves"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (shown_limit), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS,
    .role = "limit" },
  { .name = NULL },
};

static const char *const timers_nicks[] = { "hard", "firm", "soft", NULL };
static const char *const timers_titles[] = { N_ ("Hard"), N_ ("Firm"), N_ ("Soft"), NULL };
static const char *const trace_nicks[] = { "mpeg", "square", "even", NULL };
static const char *const trace_titles[] = { N_ ("MPEG trace"), N_ ("Square wave"), N_ ("Even"),
                                            NULL };
static const char *const scheduling_nicks[] = { "ordinary", "priority", "reserve", NULL };
static const char *const scheduling_titles[] = { N_ ("Ordinary"), N_ ("Priority"), N_ ("Reserve"),
                                                 NULL };

static const char *const times[] = { "skew", "video-interval", NULL };
static const char *const costs[] = { "frame-cost", "frame-rate", "dropped", NULL };
static const char *const shares[] = { "usage", "limit", "frame-rate", "dropped", NULL };

static const GscopeSourceParameter parameters[] = {
  { "timers", N_ ("Timers"), NULL,
    N_ ("Hard timers interrupt at their deadline, firm timers after the overshoot; soft timers "
        "wait "
        "for a check point: a frame that is decoded, or the tick"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (values.timers), .initial = HARD, .nicks = timers_nicks,
    .titles = timers_titles, .steered = times },
  { "overshoot", N_ ("Overshoot"), "µs", N_ ("How long a firm timer waits for a check point"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.overshoot), 0, 5000, .initial = 500,
    .steered = times },
  { "tick", N_ ("Tick"), "ms",
    N_ ("Time between two ticks, at which soft timers are looked at; 10 ms in the standard kernel "
        "of the dissertation"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.tick), 1, 50, .initial = 10, .steered = times },
  { "scheduling", N_ ("Scheduling"), NULL,
    N_ ("How the player's threads run: as ordinary threads, at a real-time priority, or in "
        "reserves"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (values.scheduling),
    .initial = WORKLOAD_PLAYBACK_PRIORITY, .nicks = scheduling_nicks, .titles = scheduling_titles,
    .steered = shares },
  { "rate", N_ ("Frame rate"), "/s", N_ ("Video frames in a second"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (values.rate), 1, 60, .initial = 30, .steered = shares },
  { "trace", N_ ("Cost of frames"), NULL,
    N_ ("A trace with the I, P and B frames of an MPEG clip, a square wave, or the same cost for "
        "every frame"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (values.trace), .initial = WORKLOAD_COST_MPEG,
    .nicks = trace_nicks, .titles = trace_titles, .steered = costs },
  { "cost", N_ ("Mean cost"), "ms",
    N_ ("Processor time of a frame; with a square wave, in its low half"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.cost), 0.1, 100, .initial = 5, .logarithmic = TRUE,
    .steered = costs },
  { "ratio", N_ ("Ratio"), NULL, N_ ("Cost in the high half of the square wave over the low half"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.ratio), 1, 10, .initial = 2, .steered = costs },
  { "wave", N_ ("Period of the wave"), "s", N_ ("Period of the square wave"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.wave), 0.1, 60, .initial = 4 },
  { "ahead", N_ ("Decoded ahead"), "frames",
    N_ ("Frames that are decoded before the next one is shown; with 0 the player waits for each "
        "frame"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (values.ahead), 0, WORKLOAD_VIDEO_MAX_AHEAD,
    .steered = times },
  { "budget", N_ ("Budget"), "ms", N_ ("Budget of the video's reserve in every period"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.budget), 0.1, 500, .initial = 14,
    .logarithmic = TRUE, .role = "limit", .steered = shares },
  { "period", N_ ("Period"), "ms", N_ ("Period of the video's reserve"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.period), 1, 1000, .initial = 33, .logarithmic = TRUE,
    .role = "period", .steered = shares },
  { "adapt", N_ ("Adaptation"), NULL,
    N_ ("Fit the reserve to the frames' cost once a second; if no more can be reserved, lengthen "
        "the period and lower the frame rate"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (values.adapt), .steered = shares },
  { "level", N_ ("Level"), "%",
    N_ ("Share of a processor that a QoS manager offers: audio and video reserve it, and the frame "
        "rate follows it; with 0 the player uses its own settings"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.level), 0, 85, .steered = shares },
  { "rival", N_ ("Rival's reserve"), "%",
    N_ ("Share of a processor that another task reserves; it leaves the player less"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (values.rival), 0, 70, .steered = shares },
  { .name = NULL },
};

static const GscopeSourceParameter load_row = {
  "load",
  N_ ("Load"),
  NULL,
  N_ ("A load beside the player that keeps the kernel from being preempted"),
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  WORD (values.load),
  .steered = times,
};

static void
workload_player_constructed (GObject *object)
{
  WorkloadPlayer *self = WORKLOAD_PLAYER (object);
  GscopeSourceParameter row = load_row;

  G_OBJECT_CLASS (workload_player_parent_class)->constructed (object);
  self->load_nicks[0] = "none";
  self->load_titles[0] = N_ ("No load");
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    {
      self->load_nicks[i + 1] = workload_load_kinds[i]->name;
      self->load_titles[i + 1] = workload_load_kinds[i]->title;
    }
  row.nicks = self->load_nicks;
  row.titles = self->load_titles;
  gscope_source_declare_parameter (GSCOPE_SOURCE (object), &row, NULL, NULL, object);
}

static void
workload_player_dispose (GObject *object)
{
  stop (WORKLOAD_PLAYER (object));
  G_OBJECT_CLASS (workload_player_parent_class)->dispose (object);
}

static void
workload_player_finalize (GObject *object)
{
  WorkloadPlayer *self = WORKLOAD_PLAYER (object);

  workload_elastic_free (self->rival);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_player_parent_class)->finalize (object);
}

static void
workload_player_class_init (WorkloadPlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_player_constructed;
  object_class->dispose = workload_player_dispose;
  object_class->finalize = workload_player_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_player_start;
  source_class->stop = workload_player_stop;
  source_class->poll = workload_player_poll;
  source_class->apply = workload_player_apply;
}

static void
workload_player_init (WorkloadPlayer *self)
{
  tsl_lock_init (&self->lock);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
  self->rival = workload_elastic_new (self->page, "rival", RIVAL_PERIOD);
  clear_shown (self);
}
