/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/flows.h"

enum
{
  MAX_ENDED = 64
};

struct _TcpFlows
{
  GscopeSource *source;
  GHashTable *shown;
  GQueue ended;
};

TcpFlows *
tcp_flows_new (GscopeSource *source)
{
  TcpFlows *self = g_new0 (TcpFlows, 1);

  self->source = source;
  self->shown =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) tcp_flow_free);
  g_queue_init (&self->ended);
  return self;
}

void
tcp_flows_free (TcpFlows *self)
{
  g_hash_table_unref (self->shown);
  g_queue_clear_full (&self->ended, (GDestroyNotify) tcp_flow_free);
  g_free (self);
}

static void
drop_ended (TcpFlows *self, GList *link)
{
  tcp_flow_remove_from (link->data, self->source);
  tcp_flow_free (link->data);
  g_queue_delete_link (&self->ended, link);
}

static void
end_flow (TcpFlows *self, TcpFlow *flow)
{
  tcp_flow_end (flow);
  g_queue_push_tail (&self->ended, flow);
  if (self->ended.length > MAX_ENDED)
    drop_ended (self, self->ended.head);
}

/* Removes the ended flow of a name, which a new flow between the same ends takes. */
static void
free_name (TcpFlows *self, const char *name)
{
  for (GList *link = self->ended.head; link; link = link->next)
    if (g_str_equal (((TcpFlow *) link->data)->name, name))
      {
        drop_ended (self, link);
        return;
      }
}

static gboolean
contains (const TcpReport *report, guint64 cookie)
{
  for (guint i = 0; i < report->shown->len; i++)
    if (g_array_index (report->shown, TcpSocket, i).cookie == cookie)
      return TRUE;
  return FALSE;
}

static gboolean
end_missing (TcpFlows *self, const TcpReport *report)
{
  guint n = g_hash_table_size (self->shown);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->shown);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!report || !contains (report, *(guint64 *) key))
      {
        g_hash_table_iter_steal (&iter);
        end_flow (self, value);
      }
  return g_hash_table_size (self->shown) != n;
}

static gboolean
show (TcpFlows *self, const TcpSocket *socket)
{
  TcpFlow *flow = g_hash_table_lookup (self->shown, &socket->cookie);

  if (flow)
    {
      tcp_flow_set_algorithm (flow, socket->algorithm);
      tcp_flow_set_owner (flow, socket);
      return FALSE;
    }
  flow = tcp_flow_new (socket);
  free_name (self, flow->name);
  if (!tcp_flow_add_to (flow, self->source))
    {
      tcp_flow_remove_from (flow, self->source);
      tcp_flow_free (flow);
      return FALSE;
    }
  g_hash_table_insert (self->shown, &flow->probe->cookie, flow);
  return TRUE;
}

gboolean
tcp_flows_update (TcpFlows *self, const TcpReport *report)
{
  gboolean is_changed = end_missing (self, report);

  for (guint i = 0; i < report->shown->len; i++)
    is_changed |= show (self, &g_array_index (report->shown, TcpSocket, i));
  return is_changed;
}

void
tcp_flows_end (TcpFlows *self)
{
  end_missing (self, NULL);
}

GPtrArray *
tcp_flows_create_probes (TcpFlows *self)
{
  GPtrArray *probes = g_ptr_array_new_with_free_func ((GDestroyNotify) tcp_probe_unref);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->shown);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (probes, tcp_probe_ref (((TcpFlow *) value)->probe));
  return probes;
}

const char *
tcp_flows_get_name (TcpFlows *self, guint64 cookie)
{
  TcpFlow *flow = g_hash_table_lookup (self->shown, &cookie);

  return flow ? flow->name : NULL;
}
