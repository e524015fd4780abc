/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "steering/limit.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <tsl/error.h>
#include <tsl/page/reader.h>
#include <tsl/tcp/low-water.h>
#include <unistd.h>

TcpWish *
tcp_wish_new (void)
{
  TcpWish *self = g_new0 (TcpWish, 1);

  self->a = 1;
  return self;
}

TcpWish *
tcp_wish_copy (const TcpWish *self)
{
  TcpWish *copy = g_memdup2 (self, sizeof *self);

  copy->choice.pattern = g_strdup (self->choice.pattern);
  return copy;
}

void
tcp_wish_free (TcpWish *self)
{
  tcp_choice_clear (&self->choice);
  g_free (self);
}

gboolean
tcp_wish_is_alike (const TcpWish *self, const TcpWish *other)
{
  return tcp_choice_equal (&self->choice, &other->choice) && self->method == other->method
         && g_str_equal (self->congestion_control, other->congestion_control);
}

#define MECHANISM "minbuf"

enum
{
  KNOB_A,
  KNOB_B,
  N_KNOBS,
};

static const char *const names[N_KNOBS] = { "A", "B" };

/* The gate (MIN_BUF) that another program has for one of its sockets, found in that program's
 * page. */
typedef struct
{
  TslPageReader *reader;
  char *group;
  TslGuard *guard;
  int cells[N_KNOBS];
  double old[N_KNOBS];
  guint kept[N_KNOBS];
} Gate;

/* Finds the cells each time, because the places of a removed gate may hold other cells. */
static gboolean
find_cells (Gate *self)
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
is_trusted (Gate *self, guint32 inode)
{
  return tsl_page_reader_get_user (self->reader) == geteuid ()
         || has_socket (tsl_page_reader_get_pid (self->reader), inode);
}

static void
open_page (Gate *self, guint pid, guint32 inode)
{
  self->reader = tsl_page_reader_new (pid, NULL);
  if (self->reader && (!find_cells (self) || !is_trusted (self, inode)))
    g_clear_pointer (&self->reader, tsl_page_reader_free);
}

static gboolean
keep (Gate *self, GError **error)
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
close_gate (Gate *self)
{
  for (guint i = 0; i < N_KNOBS; i++)
    if (self->kept[i])
      tsl_guard_forget (self->guard, self->kept[i]);
  g_clear_pointer (&self->reader, tsl_page_reader_free);
  g_free (self->group);
  g_free (self);
}

/* cookie and inode identify the socket. A page of another user is accepted only if its process has
 * the socket open. */
static Gate *
gate_new (guint64 cookie, guint32 inode, TslGuard *guard, GError **error)
{
  Gate *self = g_new0 (Gate, 1);
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();

  self->group = g_strdup_printf ("%" G_GUINT64_FORMAT, cookie);
  self->guard = guard;
  for (guint i = 0; i < pids->len && !self->reader; i++)
    open_page (self, g_array_index (pids, guint, i), inode);
  if (self->reader && keep (self, error))
    return self;
  if (!self->reader)
    g_set_error_literal (
        error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
        _ ("no program of this user publishes a gate for it; use the low-water mark"));
  close_gate (self);
  return NULL;
}

static gboolean
gate_ask (Gate *self, double a, double b, GError **error)
{
  if (!find_cells (self))
    {
      g_set_error_literal (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                           _ ("its program has removed the gate; use the low-water mark"));
      return FALSE;
    }
  return tsl_page_reader_ask (self->reader, self->cells[KNOB_A], a, error)
         && tsl_page_reader_ask (self->reader, self->cells[KNOB_B], b, error);
}

/* Requests the original A and B. */
static void
gate_free (Gate *self)
{
  gate_ask (self, self->old[KNOB_A], self->old[KNOB_B], NULL);
  close_gate (self);
}

struct _TcpLimit
{
  TcpMethod method;
  /* NULL if the method does not use it */
  TslLowWater *low_water;
  Gate *gate;
};

static gboolean
reach_socket (TcpLimit *self, const TcpSocket *socket, const TcpWish *wish, TslGuard *guard,
              GError **error)
{
  guint pid;
  int fd;

  if (!tsl_low_water_find_socket (socket->inode, &pid, &fd, error))
    return FALSE;
  /* the guard holds a copy of the socket until an update finds that its program has closed it */
  self->low_water =
      tsl_low_water_new (pid, fd, socket->cookie, wish->a, wish->b, NULL, guard, error);
  return self->low_water
         && tsl_low_water_set_congestion_control (self->low_water, wish->congestion_control, error);
}

static gboolean
begin (TcpLimit *self, const TcpSocket *socket, const TcpWish *wish, TslGuard *guard,
       GError **error)
{
  if ((wish->method == TCP_METHOD_LOW_WATER || wish->congestion_control[0])
      && !reach_socket (self, socket, wish, guard, error))
    return FALSE;
  if (wish->method == TCP_METHOD_PAGE)
    {
      self->gate = gate_new (socket->cookie, socket->inode, guard, error);
      if (!self->gate)
        return FALSE;
    }
  return tcp_limit_set (self, wish->a, wish->b, error);
}

TcpLimit *
tcp_limit_new (const TcpSocket *socket, const TcpWish *wish, TslGuard *guard, GError **error)
{
  g_autoptr (TcpLimit) self = g_new0 (TcpLimit, 1);

  self->method = wish->method;
  return begin (self, socket, wish, guard, error) ? g_steal_pointer (&self) : NULL;
}

void
tcp_limit_free (TcpLimit *self)
{
  g_clear_pointer (&self->low_water, tsl_low_water_free);
  g_clear_pointer (&self->gate, gate_free);
  g_free (self);
}

gboolean
tcp_limit_set (TcpLimit *self, double a, double b, GError **error)
{
  if (self->low_water)
    tsl_low_water_set_limit (self->low_water, a, b);
  return self->gate ? gate_ask (self->gate, a, b, error) : tcp_limit_update (self, error);
}

gboolean
tcp_limit_update (TcpLimit *self, GError **error)
{
  if (self->method == TCP_METHOD_LOW_WATER)
    return tsl_low_water_update (self->low_water, error);
  if (!self->low_water || tsl_low_water_is_there (self->low_water))
    return TRUE;
  g_set_error_literal (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                       _ ("its program has closed the connection"));
  return FALSE;
}
