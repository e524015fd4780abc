/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents-bed.h"

#include <adwaita.h>
#include <glib/gstdio.h>

#include "dialogs/agent-dialog.h"
#include "support/certificates.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\" ] } } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"demo/sine\" } ] } ] }\n";

GscopeAgent *
agents_bed_start_agent (AgentsBed *f)
{
  g_autoptr (GError) error = NULL;
  GscopeAgent *agent = gscope_agent_new (f->scope, f->address, &error);

  g_assert_no_error (error);
  return agent;
}

void
agents_bed_set_up (AgentsBed *f, gconstpointer application)
{
  g_autoptr (GError) error = NULL;

  app_bed_init (&f->bed, application, document);
  f->scope = gscope_scope_new ();
  f->served = gscope_registry_create (gscope_registry_get_default (), "demo", "demo", NULL, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (f->scope, f->served);
  gscope_scope_start (f->scope);
  gscope_source_start_async (f->served, NULL, NULL, NULL);
  app_bed_await (gscope_source_get_started (f->served));
  f->address = g_strdup_printf ("unix:%s/agent", f->bed.directory);
  f->agent = agents_bed_start_agent (f);
}

void
agents_bed_tear_down (AgentsBed *f, gconstpointer data)
{
  g_clear_object (&f->agent);
  app_bed_clear (&f->bed);
  gscope_scope_remove_source (f->scope, f->served);
  g_object_unref (f->served);
  g_object_unref (f->scope);
  g_free (f->address);
}

GtkWidget *
agents_bed_get_dialog (void)
{
  return app_bed_find_window (APP_TYPE_AGENT_DIALOG);
}

gboolean
agents_bed_shows_page (const char *name)
{
  GtkStack *stack = GTK_STACK (app_bed_find (agents_bed_get_dialog (), GTK_TYPE_STACK));

  return g_str_equal (gtk_stack_get_visible_child_name (stack), name);
}

void
agents_bed_ask (const char *address)
{
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (agents_bed_get_dialog (), ADW_TYPE_ENTRY_ROW)),
                         address);
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "C_onnect");
}

GscopeSource *
agents_bed_find_source (AgentsBed *f, const char *name)
{
  return app_session_find_source (app_bed_get_session (&f->bed), name);
}

gboolean
agents_bed_is_running (AgentsBed *f, const char *name)
{
  GscopeSource *source = agents_bed_find_source (f, name);

  return source && gscope_source_get_started (source)
         && gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING;
}

void
agents_bed_open_dialog (AgentsBed *f)
{
  app_bed_press (&f->bed, "<Control><Shift>g");
  g_assert_nonnull (agents_bed_get_dialog ());
}

gboolean
agents_bed_is_mapped_match (GtkWidget *widget, gconstpointer label)
{
  return gtk_widget_get_mapped (widget) && GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

gboolean
agents_bed_begins_with (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text);
}

int
agents_bed_run (int argc, char *argv[], void (*add_tests) (gconstpointer application))
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  int status;

  forget_authorities ();
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_getenv ("DBUS_SESSION_BUS_ADDRESS"), TRUE);
  g_setenv ("XDG_RUNTIME_DIR", directory, TRUE);
  status = app_bed_run (argc, argv, add_tests);
  g_rmdir (directory);
  return status;
}
