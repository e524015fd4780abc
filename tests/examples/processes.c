/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A scope of five processes, as the original's manual had it: each counts to a hundred at a pace of its
 * own and sends where it is, and this program shows them. With GSCOPE_EXAMPLE_PICTURE it writes a picture
 * of what it showed for three seconds, and ends. */
#include <gscope-client.h>
#include <gscope-gtk/gscope-gtk.h>

#define N_PROCESSES 5
#define NAME "process %d"

/* A process, which ends with the program that shows it. A client that finds no server waits longer and longer before it
 * tries again, so the process awaits the socket. */
static void
work (const char *path, const char *address, int number)
{
  struct gscope_client *client = gscope_client_new (address);
  pid_t parent = getppid ();
  char name[32];

  sprintf (name, NAME, number);
  while (access (path, F_OK) != 0 && getppid () == parent)
    usleep (20000);
  for (int i = 0; getppid () == parent; i += number)
    {
      gscope_client_push (client, name, i % 100);
      usleep (20000);
    }
  gscope_client_free (client);
}

/* The server's signals about itself are left out. */
static GtkWidget *
show_processes (GscopeScope *scope)
{
  GtkWidget *view = gscope_gtk_view_new_empty ();
  GscopeWorkspaceView *shown = gscope_workspace_view_new ();

  shown->span = 10 * GSCOPE_SEC;
  for (int i = 1; i <= N_PROCESSES; i++)
    {
      g_autofree char *name = g_strdup_printf (NAME, i);

      g_ptr_array_add (shown->signals, gscope_workspace_signal_new (name));
    }
  gscope_gtk_view_set_description (GSCOPE_GTK_VIEW (view), shown);
  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (view), scope);
  return view;
}

static gboolean
finish (gpointer view)
{
  if (!gscope_gtk_view_export (view, g_getenv ("GSCOPE_EXAMPLE_PICTURE"), 0, 0, 1, NULL))
    exit (1);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (view)));
  return G_SOURCE_REMOVE;
}

int
main (void)
{
  char *path = g_strdup_printf ("%s/gscope-processes-%d", g_get_tmp_dir (), getpid ());
  char *address = g_strconcat ("unix:", path, NULL);

  for (int i = 1; i <= N_PROCESSES; i++)
    if (fork () == 0)
      {
        work (path, address, i);
        return 0;
      }
  gtk_init ();
  GscopeScope *scope = gscope_scope_new ();
  GscopeSource *server = GSCOPE_SOURCE (gscope_tuple_server_new (""));
  GtkWidget *window = gtk_window_new (), *view = show_processes (scope);

  gscope_source_configure (server, g_variant_new_parsed ("{'listen': <%s>}", address), NULL);
  gscope_scope_add_source (scope, server);
  gscope_source_start_async (server, NULL, NULL, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 400);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  if (g_getenv ("GSCOPE_EXAMPLE_PICTURE"))
    g_timeout_add_seconds (3, finish, view);
  while (g_list_model_get_n_items (gtk_window_get_toplevels ()) > 0)
    g_main_context_iteration (NULL, TRUE);
  unlink (path);
  return 0;
}
