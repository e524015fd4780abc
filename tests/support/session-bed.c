/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/session-bed.h"

static void
on_ended (gpointer data, GscopeSession *session)
{
  SessionBed *self = data;

  self->session = NULL;
  gscope_session_free (session);
}

static guint
count_clients (gpointer data)
{
  return 1;
}

static void
on_journal_changed (gpointer data)
{
}

void
session_bed_set_up (SessionBed *self)
{
  self->clock = gscope_test_clock_new (GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  self->carrier = fake_carrier_new ();
  self->host = (GscopeSessionHost){
    .scopes = g_list_store_new (GSCOPE_TYPE_SCOPE),
    .registry = gscope_registry_new (),
    .rights = gscope_rights_new (),
    .journal = gscope_journal_new (on_journal_changed, NULL),
    .ended = on_ended,
    .count_clients = count_clients,
    .data = self,
  };
  gscope_journal_set_clock (self->host.journal, self->clock);
  g_list_store_append (self->host.scopes, self->scope);
  gscope_registry_add_type (self->host.registry, "scripted", SCRIPTED_TYPE_SOURCE, "Scripted", "",
                            "scripted", NULL);
}

void
session_bed_tear_down (SessionBed *self)
{
  gscope_journal_end (self->host.journal);
  gscope_rights_free (self->host.rights);
  g_object_unref (self->host.registry);
  g_object_unref (self->host.scopes);
  g_object_unref (self->carrier);
  g_object_unref (self->scope);
  g_object_unref (self->clock);
}

GscopeSource *
session_bed_add_source (SessionBed *self, const char *name)
{
  GscopeSource *source = GSCOPE_SOURCE (scripted_source_new (name));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");

  gscope_source_add_signal (source, wave, NULL);
  gscope_scope_add_source (self->scope, source);
  return source;
}

void
session_bed_connect (SessionBed *self, GscopePrincipal *principal)
{
  self->session = gscope_session_new (&self->host, GSCOPE_CARRIER (self->carrier), principal);
}
