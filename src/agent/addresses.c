/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "addresses.h"

enum
{
  /* seconds */
  RETRY = 2,
};

struct _AgentAddresses
{
  GscopeAgent *agent;
  AgentAddressesFuncs funcs;
  /* texts */
  GPtrArray *open;
  GPtrArray *waiting;
  guint retry;
};

AgentAddresses *
agent_addresses_new (GscopeAgent *agent, const AgentAddressesFuncs *funcs)
{
  AgentAddresses *self = g_new0 (AgentAddresses, 1);

  self->agent = g_object_ref (agent);
  self->funcs = *funcs;
  self->open = g_ptr_array_new_with_free_func (g_free);
  self->waiting = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
agent_addresses_free (AgentAddresses *self)
{
  g_clear_handle_id (&self->retry, g_source_remove);
  g_ptr_array_unref (self->open);
  g_ptr_array_unref (self->waiting);
  g_object_unref (self->agent);
  g_free (self);
}

static gboolean
open_address (AgentAddresses *self, const char *address, GError **error)
{
  if (!gscope_agent_listen (self->agent, address, error))
    return FALSE;
  g_ptr_array_add (self->open, g_strdup (address));
  return TRUE;
}

gboolean
agent_addresses_open (AgentAddresses *self, const char *const *addresses, GError **error)
{
  for (guint i = 0; addresses[i]; i++)
    if (!open_address (self, addresses[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
on_retry (gpointer data)
{
  AgentAddresses *self = data;
  guint before = self->waiting->len;

  for (guint i = self->waiting->len; i > 0; i--)
    if (open_address (self, self->waiting->pdata[i - 1], NULL))
      g_ptr_array_remove_index (self->waiting, i - 1);
  if (self->waiting->len < before)
    self->funcs.opened (self->funcs.data);
  if (self->waiting->len > 0)
    return G_SOURCE_CONTINUE;
  self->retry = 0;
  return G_SOURCE_REMOVE;
}

static void
close_others (AgentAddresses *self, const char *const *addresses)
{
  for (guint i = self->open->len; i > 0; i--)
    {
      const char *address = self->open->pdata[i - 1];

      if (g_strv_contains (addresses, address))
        continue;
      gscope_agent_stop_listening (self->agent, address);
      g_ptr_array_remove_index (self->open, i - 1);
    }
}

void
agent_addresses_set (AgentAddresses *self, const char *const *addresses)
{
  close_others (self, addresses);
  g_ptr_array_set_size (self->waiting, 0);
  for (guint i = 0; addresses[i]; i++)
    {
      g_autoptr (GError) error = NULL;

      if (g_ptr_array_find_with_equal_func (self->open, addresses[i], g_str_equal, NULL)
          || open_address (self, addresses[i], &error))
        continue;
      self->funcs.failed (self->funcs.data, error);
      g_ptr_array_add (self->waiting, g_strdup (addresses[i]));
    }
  if (self->waiting->len > 0 && !self->retry)
    self->retry = g_timeout_add_seconds (RETRY, on_retry, self);
  else if (self->waiting->len == 0)
    g_clear_handle_id (&self->retry, g_source_remove);
}
