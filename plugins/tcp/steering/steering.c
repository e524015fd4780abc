/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "steering/steering.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <tsl/error.h>

struct _TcpSteering
{
  TcpWish *wish;
  TslGuard *guard;
  /* TcpLimit by cookie; NULL for refused flows, which are not tried again */
  GHashTable *limits;
  char *trouble;
  /* a privilege was missing */
  gboolean is_denied;
};

static void
free_limit (gpointer limit)
{
  if (limit)
    tcp_limit_free (limit);
}

TcpSteering *
tcp_steering_new (void)
{
  TcpSteering *self = g_new0 (TcpSteering, 1);

  self->wish = tcp_wish_new ();
  self->limits = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_limit);
  return self;
}

void
tcp_steering_free (TcpSteering *self)
{
  g_hash_table_unref (self->limits);
  g_clear_pointer (&self->guard, tsl_guard_free);
  tcp_wish_free (self->wish);
  g_free (self->trouble);
  g_free (self);
}

void
tcp_steering_release (TcpSteering *self)
{
  g_hash_table_remove_all (self->limits);
  g_clear_pointer (&self->trouble, g_free);
}

gboolean
tcp_steering_is_idle (TcpSteering *self)
{
  return self->wish->method == TCP_METHOD_NONE && self->wish->congestion_control[0] == '\0';
}

static gboolean
is_wished (TcpSteering *self, TcpRanking *ranking, const TcpEntry *entry)
{
  const TcpChoice *choice = &self->wish->choice;

  return (choice->busiest && entry == tcp_ranking_get_busiest (ranking))
         || tcp_choice_matches (choice, &entry->socket);
}

static TcpLimit *
begin (TcpSteering *self, const TcpSocket *socket, GError **error)
{
  if (!self->guard)
    self->guard = tsl_guard_new (error);
  return self->guard ? tcp_limit_new (socket, self->wish, self->guard, error) : NULL;
}

static void
add (TcpSteering *self, const TcpSocket *socket)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  TcpLimit *limit = begin (self, socket, &error);

  g_hash_table_insert (self->limits, g_memdup2 (&socket->cookie, sizeof socket->cookie), limit);
  if (limit)
    return;
  name = tcp_socket_dup_name (socket);
  g_free (self->trouble);
  self->trouble = g_strdup_printf (_ ("%s is not steered: %s"), name, error->message);
  self->is_denied = g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
}

static gboolean
is_gone (TcpSteering *self, TcpRanking *ranking, guint64 cookie)
{
  const TcpEntry *entry = tcp_ranking_find (ranking, cookie);

  return !entry || !entry->is_shown || !is_wished (self, ranking, entry);
}

static void
drop_gone (TcpSteering *self, TcpRanking *ranking)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->limits);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (is_gone (self, ranking, *(guint64 *) key))
      g_hash_table_iter_remove (&iter);
}

void
tcp_steering_follow (TcpSteering *self, TcpRanking *ranking)
{
  GPtrArray *shown = tcp_ranking_get_shown (ranking);

  drop_gone (self, ranking);
  for (guint i = 0; i < shown->len && !tcp_steering_is_idle (self); i++)
    {
      const TcpEntry *entry = shown->pdata[i];

      if (is_wished (self, ranking, entry)
          && !g_hash_table_contains (self->limits, &entry->socket.cookie))
        add (self, &entry->socket);
    }
}

/* An ended flow is not an error. */
static gboolean
set_limit (TcpSteering *self, TcpLimit *limit, GError **error)
{
  g_autoptr (GError) why = NULL;

  if (tcp_limit_set (limit, self->wish->a, self->wish->b, &why)
      || g_error_matches (why, TSL_ERROR, TSL_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

static gboolean
set_all (TcpSteering *self, GError **error)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->limits);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value && !set_limit (self, value, error))
      return FALSE;
  return TRUE;
}

static void
take_wish (TcpSteering *self, const TcpWish *wish)
{
  g_autoptr (TcpWish) old = self->wish;

  self->wish = tcp_wish_copy (wish);
}

static void
begin_anew (TcpSteering *self, const TcpWish *wish, TcpRanking *ranking)
{
  tcp_steering_release (self);
  take_wish (self, wish);
  tcp_steering_follow (self, ranking);
}

gboolean
tcp_steering_set (TcpSteering *self, const TcpWish *wish, TcpRanking *ranking, GError **error)
{
  g_autoptr (TcpWish) old = tcp_wish_copy (self->wish);

  if (tcp_wish_is_alike (self->wish, wish))
    {
      take_wish (self, wish);
      if (set_all (self, error))
        return TRUE;
      take_wish (self, old);
      set_all (self, NULL);
      return FALSE;
    }
  begin_anew (self, wish, ranking);
  if (!self->trouble || tcp_steering_get_n_limited (self) > 0)
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, self->trouble);
  begin_anew (self, old, ranking);
  return FALSE;
}

/* An ended flow is not reported as trouble. */
static gboolean
update (TcpSteering *self, TcpLimit *limit)
{
  g_autoptr (GError) error = NULL;

  if (tcp_limit_update (limit, &error))
    return TRUE;
  if (g_error_matches (error, TSL_ERROR, TSL_ERROR_NOT_FOUND))
    return FALSE;
  g_free (self->trouble);
  self->trouble = g_strdup_printf (_ ("a flow is not steered any more: %s"), error->message);
  return FALSE;
}

void
tcp_steering_update (TcpSteering *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->limits);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value && !update (self, value))
      g_hash_table_iter_replace (&iter, NULL);
}

const TcpWish *
tcp_steering_get_wish (TcpSteering *self)
{
  return self->wish;
}

guint
tcp_steering_get_n_limited (TcpSteering *self)
{
  GHashTableIter iter;
  gpointer value;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->limits);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    n += value != NULL;
  return n;
}

gboolean
tcp_steering_is_denied (TcpSteering *self)
{
  return self->trouble && self->is_denied;
}

const char *
tcp_steering_get_trouble (TcpSteering *self)
{
  return self->trouble;
}
