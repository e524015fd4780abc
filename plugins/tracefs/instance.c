/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "instance.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <kernel-clock.h>
#include <string.h>
#include <tracefs.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

#define FOLDER "/sys/kernel/tracing"
#define CLOCK "mono"

typedef struct
{
  struct tracefs_instance *instance;
  TslGuard *guard;
  guint kept;
  guint n_processors;
  /* the rings of the processors; -1 where a processor is missing */
  int *rings;
} Instance;

static void
instance_free (gpointer data)
{
  Instance *self = data;

  for (guint i = 0; i < self->n_processors; i++)
    if (self->rings[i] >= 0)
      close (self->rings[i]);
  if (self->instance)
    {
      tracefs_instance_destroy (self->instance);
      tracefs_instance_free (self->instance);
    }
  if (self->kept > 0)
    tsl_guard_undo (self->guard, self->kept);
  if (self->guard)
    tsl_guard_free (self->guard);
  g_free (self->rings);
  g_free (self);
}

/* The kernel keeps its newest errors: "[  12.345] event filter parse error: error: Field not found\n…" */
static char *
find_reason (const Instance *self)
{
  char *log = tracefs_error_last (self->instance);
  const char *found = log ? strstr (log, "error: error: ") : NULL;
  char *reason = found ? g_strdup (found + strlen ("error: error: ")) : NULL;

  free (log);
  if (reason)
    reason[strcspn (reason, "\n")] = '\0';
  return reason;
}

static void
refuse (const Instance *self, const TraceChoice *choice, int code, GError **error)
{
  g_autofree char *reason = find_reason (self);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "%s:%s: %s", choice->system, choice->name,
               reason ? reason : g_strerror (code));
}

static char *
read_format (gpointer data, const TraceChoice *choice, GError **error)
{
  g_autofree char *path =
      g_build_filename (FOLDER, "events", choice->system, choice->name, "format", NULL);
  char *format = NULL;

  if (!g_file_get_contents (path, &format, NULL, NULL))
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("this kernel has no event “%s:%s”; %s lists those that it has"), choice->system,
                 choice->name, FOLDER "/available_events");
  return format;
}

static gboolean
set_filter (gpointer data, const TraceChoice *choice, const char *filter, GError **error)
{
  const Instance *self = data;

  if (tracefs_event_file_write (self->instance, choice->system, choice->name, "filter",
                                *filter ? filter : "0")
      >= 0)
    return TRUE;
  refuse (self, choice, errno, error);
  return FALSE;
}

static gboolean
enable (const Instance *self, const TraceChoice *choice, GError **error)
{
  g_autofree char *format = read_format (NULL, choice, error);

  if (!format || (*choice->filter && !set_filter ((gpointer) self, choice, choice->filter, error)))
    return FALSE;
  if (tracefs_event_file_write (self->instance, choice->system, choice->name, "enable", "1") >= 0)
    return TRUE;
  refuse (self, choice, errno, error);
  return FALSE;
}

/* A read never waits. */
static gboolean
read_page (gpointer data, guint processor, guint8 *page)
{
  const Instance *self = data;

  return self->rings[processor] >= 0 && read (self->rings[processor], page, TRACE_MAX_PAGE) > 0;
}

/* "overrun: 12\n" */
static guint64
read_overrun (const Instance *self, guint processor)
{
  g_autofree char *file = g_strdup_printf ("per_cpu/cpu%u/stats", processor);
  int size;
  char *text = tracefs_instance_file_read (self->instance, file, &size);
  const char *found = text ? strstr (text, "overrun: ") : NULL;
  guint64 n = found ? g_ascii_strtoull (found + strlen ("overrun: "), NULL, 10) : 0;

  free (text);
  return n;
}

static guint64
count_lost (gpointer data)
{
  const Instance *self = data;
  guint64 n = 0;

  for (guint i = 0; i < self->n_processors; i++)
    if (self->rings[i] >= 0)
      n += read_overrun (self, i);
  return n;
}

static gint64
get_time (gpointer data)
{
  return kernel_clock_read (CLOCK_MONOTONIC);
}

static void
open_rings (Instance *self)
{
  self->n_processors = (guint) MAX (sysconf (_SC_NPROCESSORS_CONF), 1);
  self->rings = g_new (int, self->n_processors);
  for (guint i = 0; i < self->n_processors; i++)
    {
      g_autofree char *file = g_strdup_printf ("per_cpu/cpu%u/trace_pipe_raw", i);

      self->rings[i] =
          tracefs_instance_file_open (self->instance, file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    }
}

/* Without a privilege, the folder cannot be looked into. */
static gboolean
check_folder (GError **error)
{
  if (access (FOLDER "/instances", W_OK) == 0)
    return TRUE;
  if (errno == EACCES || errno == EPERM)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE, _ ("%s needs root"), FOLDER);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                 _ ("there is no %s; mount it with “mount -t tracefs tracefs %s”, if the kernel "
                    "has tracing"),
                 FOLDER "/instances", FOLDER);
  return FALSE;
}

/* The guard is told first, so that nothing stays if the program is killed in between. */
static gboolean
make_instance (Instance *self, GError **error)
{
  g_autofree char *name = g_strdup_printf ("gscope-%d-%08x", (int) getpid (), g_random_int ());
  g_autofree char *path = g_build_filename (FOLDER, "instances", name, NULL);

  self->guard = tsl_guard_new (error);
  if (!self->guard)
    return FALSE;
  self->kept = tsl_guard_keep_folder (self->guard, path, error);
  if (self->kept == 0)
    return FALSE;
  self->instance = tracefs_instance_create (name);
  if (self->instance && tracefs_instance_is_new (self->instance))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, _ ("cannot make %s: %s"), path,
               g_strerror (errno));
  return FALSE;
}

static gboolean
prepare (Instance *self, guint kilobytes, GError **error)
{
  g_autofree char *size = g_strdup_printf ("%u", kilobytes);
  const struct
  {
    const char *file;
    const char *text;
  } settings[] = { { "buffer_size_kb", size }, { "trace_clock", CLOCK }, { "tracing_on", "1" } };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (tracefs_instance_file_write (self->instance, settings[i].file, settings[i].text) < 0)
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                     _ ("cannot write “%s” to %s of tracefs: %s"), settings[i].text,
                     settings[i].file, g_strerror (errno));
        return FALSE;
      }
  open_rings (self);
  return TRUE;
}

gboolean
trace_instance_open (TraceFeed *feed, GPtrArray *choices, guint kilobytes, GString *problems,
                     GError **error)
{
  Instance *self;

  if (!check_folder (error))
    return FALSE;
  self = g_new0 (Instance, 1);
  if (!make_instance (self, error) || !prepare (self, kilobytes, error))
    {
      instance_free (self);
      return FALSE;
    }
  for (guint i = 0; i < choices->len; i++)
    {
      g_autoptr (GError) problem = NULL;

      if (!enable (self, choices->pdata[i], &problem))
        g_string_append_printf (problems, "%s%s", problems->len > 0 ? "; " : "", problem->message);
    }
  *feed = (TraceFeed){
    self->n_processors, read_format, set_filter,    read_page,
    count_lost,         get_time,    instance_free, self,
  };
  return TRUE;
}
