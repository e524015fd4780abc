/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/flows.h"

#include <glib/gi18n-lib.h>

enum
{
  /* Small, since there may be thousands of rings: half a second at the maximum rate. */
  CAPACITY = 512,
  MAX_ENDED = 64,
};

GscopeSignal *
tcp_signal_new (const char *group, const char *name, const char *unit, const char *description,
                GscopeProducer **producer)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  gscope_signal_set_group (signal, group);
  gscope_signal_set_unit (signal, unit);
  gscope_signal_set_description (signal, _ (description));
  *producer = gscope_signal_create_producer (signal);
  gscope_producer_set_capacity (*producer, CAPACITY);
  return signal;
}

GscopeSignal *
tcp_metric_signal_new (const char *group, TcpMetric metric, GscopeProducer **producer)
{
  const TcpMetricInfo *info = tcp_metric_get_info (metric);
  GscopeSignal *signal =
      tcp_signal_new (group, info->name, info->unit, info->description, producer);

  gscope_signal_set_role (signal, info->role);
  if (info->max > 0)
    gscope_signal_set_range (signal, 0, info->max);
  return signal;
}

/* A flow that is or was shown: its signals, and its probe until it ends. */
typedef struct
{
  char *name;
  char *algorithm;
  char *owner;
  GPtrArray *signals;
  TcpProbe *probe;
} Flow;

static void
flow_free (Flow *self)
{
  g_clear_pointer (&self->probe, tcp_probe_unref);
  g_ptr_array_unref (self->signals);
  g_free (self->algorithm);
  g_free (self->owner);
  g_free (self->name);
  g_free (self);
}

/* Returns FALSE if another flow of the source has the name. */
static gboolean
add_to (Flow *self, GscopeSource *source)
{
  for (guint i = 0; i < self->signals->len; i++)
    if (!gscope_source_add_signal (source, self->signals->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

static void
remove_from (Flow *self, GscopeSource *source)
{
  for (guint i = 0; i < self->signals->len; i++)
    gscope_source_remove_signal (source, self->signals->pdata[i]);
}

static void
set_algorithm (Flow *self, const char *algorithm)
{
  if (g_strcmp0 (self->algorithm, algorithm) == 0)
    return;
  g_free (self->algorithm);
  self->algorithm = g_strdup (algorithm);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    {
      const char *description = _ (tcp_metric_get_info (i)->description);
      g_autofree char *text = g_strdup_printf (_ ("%s; under %s"), description, algorithm);

      gscope_signal_set_description (self->signals->pdata[i], algorithm[0] ? text : description);
    }
}

/* Adds the program and the direction of the flow to the titles of its signals. */
static void
set_owner (Flow *self, const TcpSocket *socket)
{
  const char *direction = socket->is_accepted ? "in" : "out";
  g_autofree char *owner = socket->process[0]
                               ? g_strdup_printf ("%s, %s", socket->process, direction)
                               : g_strdup (direction);

  if (g_strcmp0 (self->owner, owner) == 0)
    return;
  g_free (self->owner);
  self->owner = g_steal_pointer (&owner);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    {
      g_autofree char *title =
          g_strdup_printf ("%s (%s)", tcp_metric_get_info (i)->name, self->owner);

      gscope_signal_set_title (self->signals->pdata[i], title);
    }
}

static Flow *
flow_new (const TcpSocket *socket)
{
  Flow *self = g_new0 (Flow, 1);

  self->name = tcp_socket_dup_name (socket);
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->probe = tcp_probe_new (socket);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    g_ptr_array_add (self->signals,
                     tcp_metric_signal_new (self->name, i, &self->probe->producers[i]));
  set_algorithm (self, socket->algorithm);
  set_owner (self, socket);
  return self;
}

static void
flow_end (Flow *self)
{
  for (guint i = 0; i < self->signals->len; i++)
    gscope_signal_end (self->signals->pdata[i]);
  g_clear_pointer (&self->probe, tcp_probe_unref);
}

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
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) flow_free);
  g_queue_init (&self->ended);
  return self;
}

void
tcp_flows_free (TcpFlows *self)
{
  g_hash_table_unref (self->shown);
  g_queue_clear_full (&self->ended, (GDestroyNotify) flow_free);
  g_free (self);
}

static void
drop_ended (TcpFlows *self, GList *link)
{
  remove_from (link->data, self->source);
  flow_free (link->data);
  g_queue_delete_link (&self->ended, link);
}

static void
end_flow (TcpFlows *self, Flow *flow)
{
  flow_end (flow);
  g_queue_push_tail (&self->ended, flow);
  if (self->ended.length > MAX_ENDED)
    drop_ended (self, self->ended.head);
}

/* Removes the ended flow of a name, which a new flow between the same ends takes. */
static void
free_name (TcpFlows *self, const char *name)
{
  for (GList *link = self->ended.head; link; link = link->next)
    if (g_str_equal (((Flow *) link->data)->name, name))
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
  Flow *flow = g_hash_table_lookup (self->shown, &socket->cookie);

  if (flow)
    {
      set_algorithm (flow, socket->algorithm);
      set_owner (flow, socket);
      return FALSE;
    }
  flow = flow_new (socket);
  free_name (self, flow->name);
  if (!add_to (flow, self->source))
    {
      remove_from (flow, self->source);
      flow_free (flow);
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
    g_ptr_array_add (probes, tcp_probe_ref (((Flow *) value)->probe));
  return probes;
}

const char *
tcp_flows_get_name (TcpFlows *self, guint64 cookie)
{
  Flow *flow = g_hash_table_lookup (self->shown, &cookie);

  return flow ? flow->name : NULL;
}
