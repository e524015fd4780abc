/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/call.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <math.h>
#include <tsl-source/level-offers.h>

#define MSEC 1e6
#define PERCENT 100.0

/* Threads of a medium of a call, each with a reserve. */
#define N_THREADS 4

/* The utility of a sampling rate, in Hz, beside the utility of a short delay: an example of Q-RAM (R:1292). */
static const TslUtilityPoint rate_utilities[] = {
  { 8000, 0 }, { 12000, 100 }, { 16000, 200 }, { 20000, 240 }, { 24000, 260 },
};

/* The levels at which a QoS manager can have the phone work. */
static const TslQosRange range = { 0.05, 0.8, 0.01, 16 * GSCOPE_MSEC };

/* The part of its budget that the codec uses at a level; sockets and timers use the remainder. */
#define CODEC_PART 0.7

/* A telephone call in both directions whose threads have reserves: RT-Phone (R:1774). */
G_DECLARE_FINAL_TYPE (WorkloadPhone, workload_phone, WORKLOAD, PHONE, GscopeSource)

typedef enum
{
  TIME_PACKET,
  TIME_WORK,
  TIME_BUDGET,
  TIME_PERIOD,
  N_TIMES
} Time;

/* In the order of WorkloadProtocol. */
static const char *const protocol_nicks[] = { "own", "helper", "lend", "inherit", NULL };
static const char *const protocol_titles[] = { N_ ("In its threads"), N_ ("Helper"),
                                               N_ ("Helper, lent reserves"),
                                               N_ ("Helper, inherited reserves"), NULL };

/* Signals with a sample for each packet; video has the first. */
typedef enum
{
  PER_PACKET_DELAY,
  PER_PACKET_LOUDNESS,
  PER_PACKET_UTILITY,
  N_PER_PACKET
} PerPacket;

/* The end of a call that hears or sees. */
typedef struct
{
  GscopeSignal *signals[N_PER_PACKET];
  /* used by the thread that receives */
  GscopeProducer *producers[N_PER_PACKET];

  /* used by the poller alone */
  double packets;
  double dropouts;
  double usage;
  gint64 base_time;
  gint64 base_used;
} Ear;

struct _WorkloadPhone
{
  GscopeSource parent_instance;

  Ear ears[WORKLOAD_CALL_N_ENDS];
  TslPage *page;
  LevelOffers *offers;
  TslUtility *rate_utility;
  /* protects the call, which the main thread creates and frees and the poller reads */
  TslLock lock;
  WorkloadCall *call;
  /* in force, in ms; the values of the parameters follow later. The main thread writes them with the
   * lock held */
  double in_force[N_TIMES];
  /* of a QoS manager, in % of a processor; 0 for none */
  double level_in_force;
  /* in Hz, and frames in a second, 0 without video */
  gint64 rate_in_force;
  gint64 frames_in_force;

  /* values of the parameters */
  gboolean reserved;
  int protocol;
  double times[N_TIMES];
  double level;
  gint64 rate;
  gint64 frames;

  /* used by the poller alone */
  double bound;
};

G_DEFINE_FINAL_TYPE (WorkloadPhone, workload_phone, GSCOPE_TYPE_SOURCE)

/* Functions of the poller's thread. */

static void
measure (Ear *self, const WorkloadCallCounts *counts, gint64 time)
{
  self->packets = counts->n_packets;
  self->dropouts = counts->n_dropouts;
  if (time - self->base_time < 500 * GSCOPE_MSEC)
    return;
  if (self->base_time > 0 && counts->used >= self->base_used)
    self->usage = 100.0 * (counts->used - self->base_used) / (time - self->base_time);
  self->base_time = time;
  self->base_used = counts->used;
}

static void
pause_ear (Ear *self)
{
  self->packets = self->dropouts = self->usage = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->base_time = 0;
}

/* Called with the lock held. */
static gboolean
has_end (WorkloadPhone *self, guint end)
{
  return end / 2 == WORKLOAD_VOICE || self->frames_in_force > 0;
}

static void
workload_phone_poll (GscopeSource *source, gint64 time)
{
  WorkloadPhone *self = WORKLOAD_PHONE (source);
  WorkloadCallCounts counts;

  tsl_lock_take (&self->lock);
  self->bound = self->call ? WORKLOAD_PLAYOUT_BOUND * self->in_force[TIME_PACKET]
                           : gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    if (self->call && has_end (self, i))
      {
        workload_call_count (self->call, i, &counts);
        measure (&self->ears[i], &counts, time);
      }
    else
      pause_ear (&self->ears[i]);
  tsl_lock_release (&self->lock);
}

/* Functions of the call's threads. */

static void
on_heard (const WorkloadHeard *heard, gpointer data)
{
  WorkloadPhone *self = data;
  Ear *ear = &self->ears[heard->end];

  gscope_producer_push (ear->producers[PER_PACKET_DELAY], heard->ready, heard->delay / MSEC);
  if (heard->rate == 0)
    return;
  gscope_producer_push (ear->producers[PER_PACKET_LOUDNESS], heard->ready, 100 * heard->loudness);
  gscope_producer_push (ear->producers[PER_PACKET_UTILITY], heard->ready,
                        tsl_utility_get (self->rate_utility, heard->rate)
                            + GSCOPE_SEC / (double) MAX (heard->delay, 1));
}

/* Functions of the main thread. */

static gint64
to_time (double milliseconds)
{
  return (gint64) round (milliseconds * MSEC);
}

/* The length of a frame; 0 without video. */
static gint64
get_frame (WorkloadPhone *self)
{
  return self->frames_in_force > 0 ? GSCOPE_SEC / self->frames_in_force : 0;
}

static void
get_settings (WorkloadPhone *self, WorkloadCallSettings settings[WORKLOAD_N_MEDIA])
{
  WorkloadCallSettings *voice = &settings[WORKLOAD_VOICE];

  voice->length = to_time (self->in_force[TIME_PACKET]);
  voice->work = to_time (self->in_force[TIME_WORK]);
  voice->rate = self->rate_in_force;
  settings[WORKLOAD_VIDEO] = (WorkloadCallSettings){ get_frame (self), voice->work, 0 };
  if (self->level_in_force > 0)
    voice->work = CODEC_PART * self->level_in_force / PERCENT / N_THREADS * voice->length;
}

/* Video has the budget of voice, in each frame. */
static void
get_demands (WorkloadPhone *self, TslDemand demands[WORKLOAD_N_MEDIA])
{
  TslDemand *voice = &demands[WORKLOAD_VOICE];

  voice->budget = to_time (self->in_force[TIME_BUDGET]);
  voice->period = to_time (self->in_force[TIME_PERIOD]);
  demands[WORKLOAD_VIDEO] = (TslDemand){ voice->budget, get_frame (self) };
  if (self->level_in_force > 0)
    voice->budget = self->level_in_force / PERCENT / N_THREADS * voice->period;
}

static gboolean
are_admitted (WorkloadPhone *self, const TslDemand media[WORKLOAD_N_MEDIA], GError **error)
{
  TslDemand demands[WORKLOAD_N_MEDIA * N_THREADS];

  for (guint i = 0; i < G_N_ELEMENTS (demands); i++)
    demands[i] = media[i / N_THREADS];
  return workload_demands_check (demands, self->frames_in_force > 0 ? 2 * N_THREADS : N_THREADS,
                                 error);
}

static void
show_refusal (WorkloadPhone *self, const GError *error)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autofree char *text = NULL;

  if (!error)
    {
      gscope_source_set_status (source, GSCOPE_SOURCE_STATE_RUNNING, NULL);
      return;
    }
  text = g_strdup_printf (_ ("the call has no reserves: %s"), error->message);
  gscope_source_set_locked (source, g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
}

/* The call has no reserves if the kernel refuses them. */
static gboolean
begin (WorkloadPhone *self, GError **error)
{
  WorkloadCallSettings settings[WORKLOAD_N_MEDIA];
  g_autoptr (GError) refusal = NULL;
  WorkloadCall *call;
  TslDemand demands[WORKLOAD_N_MEDIA];

  get_settings (self, settings);
  get_demands (self, demands);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    for (guint k = 0; k < N_PER_PACKET; k++)
      if (self->ears[i].signals[k])
        self->ears[i].producers[k] = gscope_signal_create_producer (self->ears[i].signals[k]);
  call = workload_call_new (self->page, self->protocol, settings, self->reserved ? demands : NULL,
                            on_heard, self, &refusal, error);
  tsl_lock_take (&self->lock);
  self->call = call;
  tsl_lock_release (&self->lock);
  if (call)
    show_refusal (self, refusal);
  return call != NULL;
}

static gboolean
workload_phone_start (GscopeSource *source, GError **error)
{
  WorkloadPhone *self = WORKLOAD_PHONE (source);

  if (!begin (self, error))
    return FALSE;
  self->offers = level_offers_new (self->page, "phone", &range,
                                   gscope_source_find_parameter (source, "level"));
  return TRUE;
}

/* Ends the call without the lock, so that the poller does not wait for the threads' ends. */
static void
stop (WorkloadPhone *self)
{
  WorkloadCall *call;

  tsl_lock_take (&self->lock);
  call = g_steal_pointer (&self->call);
  tsl_lock_release (&self->lock);
  g_clear_pointer (&call, workload_call_free);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    for (guint k = 0; k < N_PER_PACKET; k++)
      g_clear_pointer (&self->ears[i].producers[k], gscope_producer_unref);
}

static void
workload_phone_stop (GscopeSource *source)
{
  WorkloadPhone *self = WORKLOAD_PHONE (source);

  g_clear_pointer (&self->offers, level_offers_free);
  self->level_in_force = 0;
  stop (self);
}

/* Another call takes the place of the one that runs. */
static gboolean
begin_again (WorkloadPhone *self, GError **error)
{
  if (!self->call)
    return TRUE;
  stop (self);
  return begin (self, error);
}

static gboolean
change_reserves (WorkloadPhone *self, GError **error)
{
  TslDemand demands[WORKLOAD_N_MEDIA];

  get_demands (self, demands);
  return are_admitted (self, demands, error)
         && (!self->call || workload_call_change (self->call, demands, error));
}

static void
change_settings (WorkloadPhone *self)
{
  WorkloadCallSettings settings[WORKLOAD_N_MEDIA];

  get_settings (self, settings);
  if (self->call)
    workload_call_set (self->call, settings);
}

static void
set_in_force (WorkloadPhone *self, Time which, double value)
{
  tsl_lock_take (&self->lock);
  self->in_force[which] = value;
  tsl_lock_release (&self->lock);
}

static GVariant *
apply_time (WorkloadPhone *self, Time which, GVariant *value, GError **error)
{
  double old = self->in_force[which];
  gboolean is_reserve = which == TIME_BUDGET || which == TIME_PERIOD;

  set_in_force (self, which, g_variant_get_double (value));
  if (is_reserve && !change_reserves (self, error))
    {
      set_in_force (self, which, old);
      return NULL;
    }
  change_settings (self);
  return g_variant_ref (value);
}

static GVariant *
apply_packet (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (self, TIME_PACKET, value, error);
}

static GVariant *
apply_work (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (self, TIME_WORK, value, error);
}

static GVariant *
apply_budget (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (self, TIME_BUDGET, value, error);
}

static GVariant *
apply_period (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (self, TIME_PERIOD, value, error);
}

/* Without reserves the call cannot take a level. */
static gboolean
use_level (WorkloadPhone *self, double level, GError **error)
{
  self->level_in_force = level;
  if (level > 0 && level < PERCENT * range.minimum)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("the phone needs %.0f %% of a processor at least; offer that, or 0 for its own "
                    "settings"),
                 PERCENT * range.minimum);
  else if (level > 0 && self->call && !workload_call_is_reserved (self->call))
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                         _ ("the call has no reserves; switch “Reserves” on"));
  else if (change_reserves (self, error))
    {
      change_settings (self);
      return TRUE;
    }
  return FALSE;
}

static GVariant *
apply_level (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPhone *self = data;
  double old = self->level_in_force;

  if (use_level (self, g_variant_get_double (value), error))
    return g_variant_ref (value);
  self->level_in_force = old;
  return NULL;
}

static GVariant *
apply_reserved (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPhone *self = data;

  self->reserved = g_variant_get_boolean (value);
  return begin_again (self, error) ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_protocol (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPhone *self = data;
  const char *nick = g_variant_get_string (value, NULL);

  for (guint i = 0; protocol_nicks[i]; i++)
    if (g_str_equal (protocol_nicks[i], nick))
      self->protocol = i;
  return begin_again (self, error) ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_rate (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPhone *self = data;

  self->rate_in_force = 1000 * g_variant_get_int64 (value);
  change_settings (self);
  return g_variant_ref (value);
}

static void
set_frames_in_force (WorkloadPhone *self, gint64 frames)
{
  tsl_lock_take (&self->lock);
  self->frames_in_force = frames;
  tsl_lock_release (&self->lock);
}

/* The call begins again, because video adds threads. */
static GVariant *
apply_frames (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPhone *self = data;
  gint64 old = self->frames_in_force;
  TslDemand demands[WORKLOAD_N_MEDIA];

  set_frames_in_force (self, g_variant_get_int64 (value));
  get_demands (self, demands);
  if (are_admitted (self, demands, error) && begin_again (self, error))
    return g_variant_ref (value);
  set_frames_in_force (self, old);
  return NULL;
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadPhone, member)

static const GscopeSourceSignal signals[] = {
  { "bound", N_ ("Bound"), "ms",
    N_ ("Delay from mouth to ear after which a packet is no longer played: three packets"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (bound), .max = 300, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { .name = NULL },
};

static const char *const steered[] = { "near/delay", "far/delay", NULL };
static const char *const steered_video[] = { "near-video/delay", "far-video/delay", NULL };

static const GscopeSourceParameter parameters[] = {
  { "reserved", N_ ("Reserves"), NULL,
    N_ ("Give each thread of the call a reserve; otherwise they compete like ordinary threads"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (reserved), .initial = 1, .steered = steered,
    .apply = apply_reserved },
  { "protocol", N_ ("Protocol"), NULL,
    N_ ("Where packets are encoded, sent and decoded: in the threads of the call; or in one helper "
        "for all threads, which has no reserve, or borrows or inherits their reserves"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (protocol), .nicks = protocol_nicks,
    .titles = protocol_titles, .steered = steered, .apply = apply_protocol },
  { "packet", N_ ("Packet"), "ms", N_ ("Length of the voice in a packet"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TIME_PACKET]), 4, 100, 16, 1, .logarithmic = TRUE,
    .steered = steered, .apply = apply_packet },
  { "work", N_ ("Codec"), "ms", N_ ("Processor time to encode a packet, and to decode it"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TIME_WORK]), 0, 20, 1, 0.1, .steered = steered,
    .apply = apply_work },
  { "budget", N_ ("Reserve"), "ms",
    N_ ("Budget of the reserve of each thread of the call in every period, or frame"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TIME_BUDGET]), 0.1, 40, 2, .logarithmic = TRUE,
    .steered = steered, .apply = apply_budget },
  { "period", N_ ("Period"), "ms", N_ ("Period of the reserve of each thread with voice"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TIME_PERIOD]), 2, 100, 16, .logarithmic = TRUE,
    .steered = steered, .apply = apply_period },
  { "rate", N_ ("Sampling Rate"), "kHz", N_ ("Samples of voice in a second"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (rate), 8, 24, 8, 4, .steered = steered,
    .apply = apply_rate },
  { "video", N_ ("Video"), "/s",
    N_ ("Frames of 80 by 80 pixels in a second, in both directions; 0: the call has voice alone"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (frames), 0, 30, .steered = steered_video,
    .apply = apply_frames },
  { "level", N_ ("Level"), "%",
    N_ ("Share of a processor that a QoS manager offers: the four threads reserve it, and the "
        "codec follows it; with 0 the phone uses its own settings"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (level), 0, 80, .steered = steered, .apply = apply_level },
  { .name = NULL },
};

/* The signals of an end. */

#define EAR(member) G_STRUCT_OFFSET (Ear, member)

static const GscopeSourceSignal ear_signals[] = {
  { "delay", N_ ("delay"), "ms",
    N_ ("Delay of a packet from mouth to ear: from the start of its first sample to when this end "
        "can play it; of a frame from the camera until this end can show it"),
    GSCOPE_SIGNAL_KIND_BUFFERED, EAR (signals[PER_PACKET_DELAY]), .max = 100,
    .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "dropouts", N_ ("dropouts"), "packets",
    N_ ("Number of packets since the start that were not played: not sent in time, lost, or later "
        "than the bound"),
    GSCOPE_SIGNAL_KIND_DOUBLE, EAR (dropouts), .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "packets", N_ ("packets"), "packets",
    N_ ("Number of packets since the start that the other end spoke"), GSCOPE_SIGNAL_KIND_DOUBLE,
    EAR (packets), .max = 1000, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "usage", N_ ("usage"), "%", N_ ("Share of a processor that the threads of this end used"),
    GSCOPE_SIGNAL_KIND_DOUBLE, EAR (usage), .max = 100, .role = "usage" },
};

static const GscopeSourceSignal voice_signals[] = {
  { "loudness", N_ ("loudness"), "%",
    N_ ("Loudness of the other end's computed voice in a packet; 0 for a packet that came too "
        "late"),
    GSCOPE_SIGNAL_KIND_BUFFERED, EAR (signals[PER_PACKET_LOUDNESS]), .max = 100,
    .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "utility", N_ ("utility"), NULL,
    N_ ("Q-RAM's utility of a packet: the utility of its delay, 1 s by the delay, and of the "
        "sampling rate, from 0 at 8 kHz to 260 at 24 kHz"),
    GSCOPE_SIGNAL_KIND_BUFFERED, EAR (signals[PER_PACKET_UTILITY]), .max = 400,
    .line_mode = GSCOPE_LINE_MODE_STEPS },
};

static void
workload_phone_constructed (GObject *object)
{
  static const struct
  {
    const char *name;
    const char *title;
  } ends[WORKLOAD_CALL_N_ENDS] = { { "near", N_ ("Near end") },
                                   { "far", N_ ("Far end") },
                                   { "near-video", N_ ("Video at the near end") },
                                   { "far-video", N_ ("Video at the far end") } };
  WorkloadPhone *self = WORKLOAD_PHONE (object);

  G_OBJECT_CLASS (workload_phone_parent_class)->constructed (object);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    {
      pause_ear (&self->ears[i]);
      for (guint k = 0; k < G_N_ELEMENTS (ear_signals); k++)
        gscope_source_declare_signal (GSCOPE_SOURCE (self), &ear_signals[k], ends[i].name,
                                      _ (ends[i].title), &self->ears[i]);
      for (guint k = 0; i / 2 == WORKLOAD_VOICE && k < G_N_ELEMENTS (voice_signals); k++)
        gscope_source_declare_signal (GSCOPE_SOURCE (self), &voice_signals[k], ends[i].name,
                                      _ (ends[i].title), &self->ears[i]);
    }
  for (guint i = 0; i < N_TIMES; i++)
    self->in_force[i] = self->times[i];
  self->rate_in_force = 1000 * self->rate;
}

static void
workload_phone_finalize (GObject *object)
{
  WorkloadPhone *self = WORKLOAD_PHONE (object);

  g_clear_pointer (&self->offers, level_offers_free);
  stop (self);
  tsl_utility_free (self->rate_utility);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_phone_parent_class)->finalize (object);
}

static void
workload_phone_class_init (WorkloadPhoneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_phone_constructed;
  object_class->finalize = workload_phone_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_phone_start;
  source_class->stop = workload_phone_stop;
  source_class->poll = workload_phone_poll;
}

static void
workload_phone_init (WorkloadPhone *self)
{
  tsl_lock_init (&self->lock);
  self->rate_utility = tsl_utility_new (rate_utilities, G_N_ELEMENTS (rate_utilities));
  self->bound = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
}
