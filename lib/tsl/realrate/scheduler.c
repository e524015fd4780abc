/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/scheduler.h>

#include <math.h>
#include <tsl/realrate/thread-private.h>

#define MECHANISM "real-rate"
#define GROUP "scheduler"

/* The dissertation's overload threshold and minimum proportion (sections 5.2.2 and 5.1.3.1). */
#define THRESHOLD 0.9
#define MIN_PROPORTION 0.001

/* Interval of the steps without threads: nanoseconds. */
#define IDLE_INTERVAL 100000000

#define CACHE_KEY "proportion"

struct _TslRealrateScheduler
{
  TslPage *page;
  GPtrArray *threads;
  GArray *wishes;
  double reserved;
  TslRealrateUpcall upcall;
  gpointer user_data;
  char *cache_path;
  GKeyFile *cache;

  TslCell *threshold;
  TslCell *policy;
  TslCell *wanted;
};

/**
 * tsl_realrate_scheduler_new:
 * @page: (nullable): the page that publishes the scheduler
 * @cache: (nullable) (type filename): a file that keeps the proportions between runs
 *
 * Creates a scheduler without threads. Its overload threshold is 90 % of all processors.
 *
 * Returns: (transfer full): a scheduler
 *
 * Since: 1.0
 */
TslRealrateScheduler *
tsl_realrate_scheduler_new (TslPage *page, const char *cache)
{
  TslRealrateScheduler *self = g_new0 (TslRealrateScheduler, 1);
  double most = THRESHOLD * 100 * g_get_num_processors ();

  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) tsl_realrate_thread_free);
  self->wishes = g_array_new (FALSE, FALSE, sizeof (TslWish));
  self->cache_path = g_strdup (cache);
  self->cache = g_key_file_new ();
  if (cache)
    g_key_file_load_from_file (self->cache, cache, G_KEY_FILE_NONE, NULL);
  self->threshold =
      tsl_page_add_knob (self->page, MECHANISM, GROUP, "threshold", "%", 1, most, most);
  self->policy =
      tsl_page_add_knob (self->page, MECHANISM, GROUP, "policy", "", TSL_OVERLOAD_POLICY_PRIORITY,
                         TSL_OVERLOAD_POLICY_SUSPEND, TSL_OVERLOAD_POLICY_PRIORITY);
  self->wanted = tsl_page_add_gauge (self->page, MECHANISM, GROUP, "wanted", "%", 0, most);
  return self;
}

/* Escapes the name: names of threads may contain any character, groups of a key file may not. */
static char *
name_in_cache (TslRealrateThread *thread)
{
  return g_uri_escape_string (tsl_realrate_thread_get_name (thread), NULL, FALSE);
}

static void
remember (TslRealrateScheduler *self, TslRealrateThread *thread)
{
  g_autofree char *name = name_in_cache (thread);
  double gain = tsl_realrate_thread_get_state (thread)->gain;

  if (gain > 0)
    g_key_file_set_double (self->cache, name, CACHE_KEY, gain);
}

/* The cache is not trusted: clamps its value to the range of the controller. */
static double
recall (TslRealrateScheduler *self, const char *thread, const TslRealrateLaw *law)
{
  g_autofree char *name = g_uri_escape_string (thread, NULL, FALSE);
  double known = g_key_file_get_double (self->cache, name, CACHE_KEY, NULL);

  /* the estimate is less precise than a ten-thousandth */
  return known > 0 ? CLAMP (round (known * 1e4) / 1e4, law->min, law->max) : 0;
}

/* Ignores errors: without the cache the next run only starts up more slowly. */
static void
save_cache (TslRealrateScheduler *self)
{
  g_autofree char *directory = self->cache_path ? g_path_get_dirname (self->cache_path) : NULL;

  if (directory && g_mkdir_with_parents (directory, 0700) == 0)
    g_key_file_save_to_file (self->cache, self->cache_path, NULL);
}

static void
remove_cells (TslRealrateScheduler *self)
{
  TslCell *const cells[] = { self->threshold, self->policy, self->wanted };

  tsl_page_remove_cells (self->page, cells, G_N_ELEMENTS (cells));
}

/**
 * tsl_realrate_scheduler_free:
 * @self: (transfer full): a scheduler
 *
 * Removes all threads, restores their schedules, and writes their proportions to the cache.
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_free (TslRealrateScheduler *self)
{
  g_return_if_fail (self);

  for (guint i = 0; i < self->threads->len; i++)
    remember (self, self->threads->pdata[i]);
  save_cache (self);
  g_ptr_array_unref (self->threads);
  g_array_unref (self->wishes);
  g_key_file_free (self->cache);
  g_free (self->cache_path);
  remove_cells (self);
  tsl_page_unref (self->page);
  g_free (self);
}

/**
 * tsl_realrate_scheduler_set_threshold:
 * @self: a scheduler
 * @threshold: the maximum sum of all proportions and reserves, in processors
 *
 * Sets the overload threshold. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_set_threshold (TslRealrateScheduler *self, double threshold)
{
  g_return_if_fail (self && threshold > 0);

  tsl_cell_set (self->threshold, MIN (100 * threshold, self->threshold->info.max));
}

/**
 * tsl_realrate_scheduler_set_policy:
 * @self: a scheduler
 * @policy: the policy
 *
 * Sets the policy in an overload. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_set_policy (TslRealrateScheduler *self, TslOverloadPolicy policy)
{
  g_return_if_fail (self);

  tsl_cell_set (self->policy, policy);
}

/**
 * tsl_realrate_scheduler_set_upcall:
 * @self: a scheduler
 * @upcall: (nullable) (scope forever): reports that a thread is suspended or resumes
 * @user_data: data for the up-call
 *
 * Sets the up-call of the policy %TSL_OVERLOAD_POLICY_SUSPEND. It comes from
 * [method@RealrateScheduler.step].
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_set_upcall (TslRealrateScheduler *self, TslRealrateUpcall upcall,
                                   gpointer user_data)
{
  g_return_if_fail (self);

  self->upcall = upcall;
  self->user_data = user_data;
}

/**
 * tsl_realrate_scheduler_set_reserved:
 * @self: a scheduler
 * @reserved: the reserves of threads that are not controlled, in processors
 *
 * Sets how much processor time is not available to real-rate threads.
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_set_reserved (TslRealrateScheduler *self, double reserved)
{
  g_return_if_fail (self && reserved >= 0);

  self->reserved = reserved;
}

/**
 * tsl_realrate_scheduler_add:
 * @self: a scheduler
 * @tid: a thread of this process, which must live until it is removed; 0 if the program applies
 *   proportions itself, for example in a simulation
 * @progress: (transfer none): the thread's progress, which also has its name; it must live as long
 * @settings: the control settings
 * @error: reason why the thread cannot be controlled
 *
 * Controls a thread's proportion by its progress. The initial proportion comes from the last run if the cache has one
 * for the thread's name. The thread should call [method@RealrateThread.check] while it works.
 *
 * Returns: (transfer none) (nullable): the thread; %NULL if the kernel refuses it
 *
 * Since: 1.0
 */
TslRealrateThread *
tsl_realrate_scheduler_add (TslRealrateScheduler *self, pid_t tid, TslProgress *progress,
                            const TslRealrateSettings *settings, GError **error)
{
  TslRealrateThread *thread;

  g_return_val_if_fail (self && progress && settings && tid >= 0, NULL);

  thread = tsl_realrate_thread_new (self->page, tid, progress, settings,
                                    recall (self, tsl_progress_get_name (progress), &settings->law),
                                    error);
  if (thread)
    g_ptr_array_add (self->threads, thread);
  return thread;
}

/**
 * tsl_realrate_scheduler_remove:
 * @self: a scheduler
 * @thread: one of its threads
 *
 * Ends the control of a thread and restores its schedule.
 *
 * Since: 1.0
 */
void
tsl_realrate_scheduler_remove (TslRealrateScheduler *self, TslRealrateThread *thread)
{
  g_return_if_fail (self && thread);

  remember (self, thread);
  save_cache (self);
  g_ptr_array_remove (self->threads, thread);
}

static void
turn_knobs (TslRealrateScheduler *self)
{
  double asked;

  if (tsl_cell_take (self->threshold, &asked))
    tsl_cell_answer (self->threshold, asked);
  if (tsl_cell_take (self->policy, &asked))
    tsl_cell_answer (self->policy, round (asked));
}

static void
divide (TslRealrateScheduler *self)
{
  TslWish *wishes;
  double wanted = 0;

  g_array_set_size (self->wishes, self->threads->len);
  wishes = (TslWish *) self->wishes->data;
  for (guint i = 0; i < self->threads->len; i++)
    {
      tsl_realrate_thread_get_wish (self->threads->pdata[i], &wishes[i]);
      wanted += wishes[i].wanted;
    }
  tsl_cell_set (self->wanted, 100 * wanted);
  tsl_overload_grant ((TslOverloadPolicy) tsl_cell_get (self->policy), wishes, self->threads->len,
                      tsl_cell_get (self->threshold) / 100 - self->reserved, MIN_PROPORTION);
  for (guint i = 0; i < self->threads->len; i++)
    {
      TslRealrateThread *thread = self->threads->pdata[i];

      if (tsl_realrate_thread_grant (thread, &wishes[i]) && self->upcall)
        self->upcall (thread, tsl_realrate_thread_is_suspended (thread), self->user_data);
    }
}

/**
 * tsl_realrate_scheduler_step:
 * @self: a scheduler
 * @now: the time in nanoseconds on CLOCK_MONOTONIC
 *
 * Samples the threads whose sampling period has ended, assigns proportions, and applies knobs.
 *
 * Returns: the time of the next step, on the same clock; an earlier call is allowed
 *
 * Since: 1.0
 */
gint64
tsl_realrate_scheduler_step (TslRealrateScheduler *self, gint64 now)
{
  gint64 next = now + IDLE_INTERVAL;
  gboolean is_new = FALSE;

  g_return_val_if_fail (self, now);

  turn_knobs (self);
  for (guint i = 0; i < self->threads->len; i++)
    is_new |= tsl_realrate_thread_sample (self->threads->pdata[i], now);
  if (is_new)
    divide (self);
  for (guint i = 0; i < self->threads->len; i++)
    next = MIN (next, tsl_realrate_thread_get_next (self->threads->pdata[i]));
  return next;
}
