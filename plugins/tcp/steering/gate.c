/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "steering/gate.h"

#include <gscope/error.h>
#include <tsl/error.h>
#include <tsl/page/reader.h>
#include <unistd.h>

#define MECHANISM "minbuf"

enum
{
  KNOB_A,
  KNOB_B,
  N_KNOBS,
};

static const char *const names[N_KNOBS] = { "A", "B" };

struct _TcpGate
{
  TslPageReader *reader;
  char *group;
  TslGuard *guard;
  int cells[N_KNOBS];
  double old[N_KNOBS];
  guint kept[N_KNOBS];
};

/* Finds the cells each time, because the places of a removed gate may hold other cells. */
static gboolean
find_cells (TcpGate *self)
{
  if (!tsl_page_reader_update (self->reader, NULL))
    return FALSE;
  for (guint i = 0; i < N_KNOBS; i++)
    {
      self->cells[i] = tsl_page_reader_find (self->reader, MECHANISM, self->group, names[i]);
      if (self->cells[i] < 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_socket (guint pid, guint32 inode)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/fd", pid);
  g_autofree char *wanted = g_strdup_printf ("socket:[%u]", inode);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *link = g_build_filename (path, name, NULL);
      g_autofree char *target = g_file_read_link (link, NULL);

      if (g_strcmp0 (target, wanted) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_trusted (TcpGate *self, guint32 inode)
{
  return tsl_page_reader_get_user (self->reader) == geteuid ()
         || has_socket (tsl_page_reader_get_pid (self->reader), inode);
}

static void
open_page (TcpGate *self, guint pid, guint32 inode)
{
  self->reader = tsl_page_reader_new (pid, NULL);
  if (self->reader && (!find_cells (self) || !is_trusted (self, inode)))
    g_clear_pointer (&self->reader, tsl_page_reader_free);
}

static gboolean
keep (TcpGate *self, GError **error)
{
  guint pid = tsl_page_reader_get_pid (self->reader);

  for (guint i = 0; i < N_KNOBS; i++)
    {
      self->old[i] = tsl_page_reader_get_value (self->reader, self->cells[i]);
      self->kept[i] = tsl_guard_keep_knob (self->guard, pid, MECHANISM, self->group, names[i],
                                           self->old[i], error);
      if (self->kept[i] == 0)
        return FALSE;
    }
  return TRUE;
}

static void
clear (TcpGate *self)
{
  for (guint i = 0; i < N_KNOBS; i++)
    if (self->kept[i])
      tsl_guard_forget (self->guard, self->kept[i]);
  g_clear_pointer (&self->reader, tsl_page_reader_free);
  g_free (self->group);
  g_free (self);
}

TcpGate *
tcp_gate_new (guint64 cookie, guint32 inode, TslGuard *guard, GError **error)
{
  TcpGate *self = g_new0 (TcpGate, 1);
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();

  self->group = g_strdup_printf ("%" G_GUINT64_FORMAT, cookie);
  self->guard = guard;
  for (guint i = 0; i < pids->len && !self->reader; i++)
    open_page (self, g_array_index (pids, guint, i), inode);
  if (self->reader && keep (self, error))
    return self;
  if (!self->reader)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                         "no program of this user publishes a gate for it; use the low-water mark");
  clear (self);
  return NULL;
}

gboolean
tcp_gate_ask (TcpGate *self, double a, double b, GError **error)
{
  if (!find_cells (self))
    {
      g_set_error_literal (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                           "its program has removed the gate; use the low-water mark");
      return FALSE;
    }
  return tsl_page_reader_ask (self->reader, self->cells[KNOB_A], a, error)
         && tsl_page_reader_ask (self->reader, self->cells[KNOB_B], b, error);
}

void
tcp_gate_free (TcpGate *self)
{
  tcp_gate_ask (self, self->old[KNOB_A], self->old[KNOB_B], NULL);
  clear (self);
}
