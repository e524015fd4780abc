/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/flow.h"

#include <glib/gi18n-lib.h>

enum
{
  /* Small, since there may be thousands of rings: half a second at the maximum rate. */
  CAPACITY = 512
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

TcpFlow *
tcp_flow_new (const TcpSocket *socket)
{
  TcpFlow *self = g_new0 (TcpFlow, 1);

  self->name = tcp_socket_dup_name (socket);
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->probe = tcp_probe_new (socket);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    g_ptr_array_add (self->signals,
                     tcp_metric_signal_new (self->name, i, &self->probe->producers[i]));
  tcp_flow_set_algorithm (self, socket->algorithm);
  tcp_flow_set_owner (self, socket);
  return self;
}

void
tcp_flow_free (TcpFlow *self)
{
  g_clear_pointer (&self->probe, tcp_probe_unref);
  g_ptr_array_unref (self->signals);
  g_free (self->algorithm);
  g_free (self->owner);
  g_free (self->name);
  g_free (self);
}

gboolean
tcp_flow_add_to (TcpFlow *self, GscopeSource *source)
{
  for (guint i = 0; i < self->signals->len; i++)
    if (!gscope_source_add_signal (source, self->signals->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

void
tcp_flow_remove_from (TcpFlow *self, GscopeSource *source)
{
  for (guint i = 0; i < self->signals->len; i++)
    gscope_source_remove_signal (source, self->signals->pdata[i]);
}

void
tcp_flow_set_algorithm (TcpFlow *self, const char *algorithm)
{
  if (g_strcmp0 (self->algorithm, algorithm) == 0)
    return;
  g_free (self->algorithm);
  self->algorithm = g_strdup (algorithm);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    {
      const char *description = tcp_metric_get_info (i)->description;
      g_autofree char *text = g_strdup_printf ("%s; under %s", description, algorithm);

      gscope_signal_set_description (self->signals->pdata[i], algorithm[0] ? text : description);
    }
}

void
tcp_flow_set_owner (TcpFlow *self, const TcpSocket *socket)
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

void
tcp_flow_end (TcpFlow *self)
{
  for (guint i = 0; i < self->signals->len; i++)
    gscope_signal_end (self->signals->pdata[i]);
  g_clear_pointer (&self->probe, tcp_probe_unref);
}
