/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/policy.h>

#include <gscope/control/describe.h>
#include <gscope/session/offer.h>

static gboolean
may_write (gpointer data, GscopeParameter *parameter, GError **error)
{
  GscopeSessionUser *self = data;
  g_autofree char *name = gscope_offer_name_parameter (self->source, parameter);

  return gscope_rights_check (self->host->rights, self->principal, GSCOPE_ACCESS_WRITE, name,
                              error);
}

static gpointer
begin_note (gpointer data, const char *name, GVariant *old, GVariant *asked, const char *writer)
{
  GscopeSessionUser *self = data;
  g_autofree char *full_name = gscope_describe_path (gscope_offer_get_name (self->source), name);

  return gscope_journal_entry_begin (self->host->journal, self->principal, full_name, old, asked,
                                     writer);
}

static gpointer
repeat_note (gpointer note, GVariant *old, GVariant *asked, const char *writer)
{
  return gscope_journal_entry_repeat (note, old, asked, writer);
}

static void
end_note (gpointer note, GVariant *value, const GError *error)
{
  gscope_journal_entry_end (note, value, error);
}

static const GscopeServerNotes notes = { begin_note, repeat_note, end_note };

/* Everybody at a NATS server may listen to a broadcast there, so that each of its users has to have the right. */
static const char *
get_public_name (gpointer data)
{
  GscopeSessionUser *self = data;
  const char *name = gscope_offer_get_name (self->source);

  return gscope_rights_check_all (self->host->rights, "nats:", GSCOPE_ACCESS_READ, name) ? name
                                                                                         : NULL;
}

GscopeServerPolicy
gscope_session_user_get_policy (GscopeSessionUser *self, gboolean is_shared)
{
  return (GscopeServerPolicy){
    .is_shared = is_shared,
    .principal = self->principal->name,
    .may_write = is_shared ? may_write : NULL,
    .ring = is_shared ? self->host->ring : NULL,
    .notes = &notes,
    .get_public_name = is_shared ? get_public_name : NULL,
    .figures = self->host->figures,
    .data = self,
  };
}
