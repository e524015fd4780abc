/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl/sched/kind-private.h>

#include <errno.h>
#include <tsl/page/page.h>
#include <tsl/sched/reserve.h>
#include <tsl/sched/stuck-private.h>

/* The record is a TslSchedAttr. */
G_STATIC_ASSERT (sizeof (TslSchedAttr) <= TSL_GUARD_RECORD_SIZE);

static char *
restore (guint pid, gconstpointer record, int fd)
{
  char *reason = NULL;

  /* sched_setattr(2) takes 0 for the calling thread */
  if (pid == 0)
    return NULL;
  if (tsl_sched_restore (pid, record) != 0)
    reason = tsl_guard_explain (errno, _ ("cannot restore the policy of thread %u"), pid);
  tsl_sched_check (pid);
  return reason;
}

/* The guard's duty: freeing stuck threads. */

typedef struct
{
  TslSchedWatch *watch;
  /* NULL until a thread was freed */
  TslPage *page;
  TslCell *freed;
} Duty;

static gpointer
begin (void)
{
  Duty *self = g_new0 (Duty, 1);

  self->watch = tsl_sched_watch_new ();
  return self;
}

/* Programs that show reserves also show this count. */
static void
publish (Duty *self, guint n)
{
  if (!self->page && !(self->page = tsl_page_new ("tsl-guard", NULL)))
    self->page = tsl_page_new_unpublished ();
  if (!self->freed)
    self->freed = tsl_page_add_gauge (self->page, TSL_GUARD_MECHANISM, "", TSL_RESERVE_FREED,
                                      "threads", 0, 100);
  tsl_cell_set (self->freed, tsl_cell_get (self->freed) + n);
}

static void
look (gpointer data, pid_t owner, const guint *pids, guint n_pids)
{
  Duty *self = data;
  guint n = tsl_sched_watch_process (self->watch, owner);

  for (guint i = 0; i < n_pids; i++)
    n += tsl_sched_watch_thread (self->watch, pids[i]);
  if (n == 0)
    return;
  publish (self, n);
  g_printerr (g_dngettext (GETTEXT_PACKAGE,
                           "tsl-guard: the kernel had given %u thread no new budget, so it did not "
                           "run; it runs again, with its reserve\n",
                           "tsl-guard: the kernel had given %u threads no new budget, so they did "
                           "not run; they run again, with their reserves\n",
                           n),
              n);
}

static void
end (gpointer data)
{
  Duty *self = data;

  tsl_sched_watch_free (self->watch);
  g_clear_pointer (&self->page, tsl_page_unref);
  g_free (self);
}

static const TslGuardDuty duty = { begin, look, end };

const TslGuardKind tsl_sched_kind = {
  .number = 2, .record_size = sizeof (TslSchedAttr), .restore = restore, .duty = &duty
};

guint
tsl_sched_keep (pid_t tid, TslGuard *guard, GError **error)
{
  TslSchedAttr attr;

  g_return_val_if_fail (guard, 0);
  g_return_val_if_fail (tid > 0, 0);

  if (tsl_sched_get (tid, &attr) != 0)
    return tsl_guard_refuse (errno, error);
  return tsl_guard_keep (guard, &tsl_sched_kind, tid, &attr, -1, error);
}
