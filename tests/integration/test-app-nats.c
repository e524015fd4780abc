/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The agents at a NATS server in the window: listed, found by typing, added. */

#include <adwaita.h>

#include "app-bed.h"
#include "dialogs/agent-dialog.h"
#include "dialogs/agent-list.h"
#include "support/nats-bed.h"

enum
{
  N_AGENTS = 3,
  N_MANY = 10000,
};

static const char *const agent_names[N_AGENTS] = { "db1", "web1", "web2" };
static const char *const agent_groups[N_AGENTS] = { "Back End", "front", "front" };

/* A window, and agents of this program at a server of the test's own. */
typedef struct
{
  AppBed bed;
  NatsBed nats;
  GscopeScope *scope;
  GscopeSource *served;
  GscopeAgent *agents[N_AGENTS];
} Fixture;

static GscopeAgent *
start_agent (Fixture *f, const char *name, const char *group)
{
  g_autofree char *local = g_strdup_printf ("unix:%s/%s", f->bed.directory, name);
  g_autofree char *address = g_strjoin ("/", f->nats.address, name, NULL);
  g_autoptr (GError) error = NULL;
  GscopeAgent *agent = gscope_agent_new (f->scope, local, &error);

  g_assert_no_error (error);
  gscope_agent_allow (agent, "*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_set_groups (agent, (const char *const[]){ group, NULL });
  gscope_agent_listen (agent, address, &error);
  g_assert_no_error (error);
  return agent;
}

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autoptr (GError) error = NULL;

  if (!nats_bed_set_up (&f->nats, NULL))
    return;
  app_bed_init (&f->bed, application, APP_BED_LAB);
  f->scope = gscope_scope_new ();
  f->served = gscope_registry_create (gscope_registry_get_default (), "demo", "far", NULL, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (f->scope, f->served);
  for (guint i = 0; i < N_AGENTS; i++)
    f->agents[i] = start_agent (f, agent_names[i], agent_groups[i]);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (!f->scope)
    return;
  app_bed_clear (&f->bed);
  for (guint i = 0; i < N_AGENTS; i++)
    g_object_unref (f->agents[i]);
  gscope_scope_remove_source (f->scope, f->served);
  g_object_unref (f->served);
  g_object_unref (f->scope);
  nats_bed_tear_down (&f->nats);
}

static GtkWidget *
get_dialog (void)
{
  return app_bed_find_window (APP_TYPE_AGENT_DIALOG);
}

static gboolean
shows_page (const char *name)
{
  GtkStack *stack = GTK_STACK (app_bed_find (get_dialog (), GTK_TYPE_STACK));

  return g_str_equal (gtk_stack_get_visible_child_name (stack), name);
}

static GListModel *
get_rows (GtkWidget *widget)
{
  return G_LIST_MODEL (
      gtk_list_view_get_model (GTK_LIST_VIEW (app_bed_find (widget, GTK_TYPE_LIST_VIEW))));
}

static void
type (GtkWidget *widget, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (widget, GTK_TYPE_SEARCH_ENTRY)), text);
  app_bed_settle ();
}

static void
assert_finds (const char *text, const char *first, guint n)
{
  g_autoptr (AppFoundAgent) agent = NULL;

  type (get_dialog (), text);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (get_dialog ())), ==, n);
  agent = g_list_model_get_item (get_rows (get_dialog ()), 0);
  g_assert_cmpstr (agent ? app_found_agent_get_title (agent) : NULL, ==, first);
}

/* The agents announce themselves one after the other. */
static void
open_list (Fixture *f)
{
  app_bed_press (&f->bed, "<Control><Shift>g");
  do
    {
      if (shows_page ("agents"))
        g_signal_emit_by_name (app_bed_find_named (get_dialog (), "back"), "clicked");
      gtk_editable_set_text (GTK_EDITABLE (app_bed_find (get_dialog (), ADW_TYPE_ENTRY_ROW)),
                             f->nats.address);
      app_bed_click_in (APP_TYPE_AGENT_DIALOG, "C_onnect");
      app_bed_await (!shows_page ("waiting"));
    }
  while (!shows_page ("agents") || g_list_model_get_n_items (get_rows (get_dialog ())) < N_AGENTS);
}

/* Typing finds hosts, groups and sources; Enter asks the first agent, and the way back is the list. */
static void
test_list (Fixture *f, gconstpointer data)
{
  if (!f->scope)
    return;
  open_list (f);
  assert_finds ("", "db1", N_AGENTS);
  assert_finds ("WEB", "web1", 2);
  assert_finds ("back end", "db1", 1);
  assert_finds ("far front 2", "web2", 1);
  assert_finds ("nobody", NULL, 0);
  assert_finds ("front", "web1", 2);
  g_signal_emit_by_name (app_bed_find (get_dialog (), GTK_TYPE_SEARCH_ENTRY), "activate");
  app_bed_await (shows_page ("sources"));
  g_signal_emit_by_name (app_bed_find_named (get_dialog (), "back"), "clicked");
  g_assert_true (shows_page ("agents"));
  assert_finds ("web2", "web2", 1);
  g_signal_emit_by_name (app_bed_find (get_dialog (), GTK_TYPE_SEARCH_ENTRY), "activate");
  app_bed_await (shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  g_assert_null (get_dialog ());
  g_assert_nonnull (app_session_find_source (app_bed_get_session (&f->bed), "far"));
}

static GtkWidget *
find_search (void)
{
  return app_bed_find (get_dialog (), GTK_TYPE_SEARCH_ENTRY);
}

static gboolean
press_in_search (guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (find_search ());
  gboolean is_taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean is_own = FALSE;

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_own);
      is_taken |= is_own;
    }
  return is_taken;
}

static void
assert_selected (const char *expected)
{
  AppFoundAgent *agent =
      gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (get_rows (get_dialog ())));

  g_assert_cmpstr (app_found_agent_get_title (agent), ==, expected);
}

/* The arrow keys choose an agent while the focus stays in the search, Enter asks it, the way back leads to
 * the search, and Escape forgets that before it closes the window. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  static const struct
  {
    guint key;
    const char *agent;
  } rows[] = {
    { GDK_KEY_Down, "web1" },      { GDK_KEY_Down, "web2" },   { GDK_KEY_Down, "web2" },
    { GDK_KEY_Up, "web1" },        { GDK_KEY_Page_Up, "db1" }, { GDK_KEY_Up, "db1" },
    { GDK_KEY_Page_Down, "web2" }, { GDK_KEY_KP_Up, "web1" },
  };

  if (!f->scope)
    return;
  open_list (f);
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (get_dialog ())), find_search ()));
  app_bed_check_names (get_dialog ());
  assert_selected ("db1");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (press_in_search (rows[i].key));
      assert_selected (rows[i].agent);
    }
  g_assert_false (press_in_search (GDK_KEY_a));
  g_signal_emit_by_name (find_search (), "activate");
  app_bed_await (shows_page ("sources"));
  g_signal_emit_by_name (app_bed_find_named (get_dialog (), "back"), "clicked");
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (get_dialog ())), find_search ()));
  type (get_dialog (), "web");
  g_signal_emit_by_name (find_search (), "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_search ())), ==, "");
  g_assert_true (gtk_widget_child_focus (get_dialog (), GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (get_dialog ())),
                                         app_bed_find (get_dialog (), GTK_TYPE_LIST_VIEW)));
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  g_assert_null (get_dialog ());
}

static guint
count_labels (GtkWidget *widget)
{
  guint n = GTK_IS_LABEL (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_labels (child);
  return n;
}

/* Rows are made for what is to be seen only. */
static void
test_many (Fixture *f, gconstpointer data)
{
  static const char *const sources[] = { "tcp", "mxtraf", NULL };
  GVariantBuilder builder;
  g_autoptr (GVariant) agents = NULL;
  g_autoptr (GListModel) list = NULL;
  GtkWidget *window, *widget;

  if (!f->scope)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssasas)"));
  for (guint i = 1; i <= N_MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("agent-%05u", i);
      g_autofree char *group = g_strdup_printf ("rack-%03u", i / 100);
      const char *groups[] = { group, NULL };

      g_variant_builder_add (&builder, "(ss^as^as)", name, "lab", sources, groups);
    }
  agents = g_variant_ref_sink (g_variant_builder_end (&builder));
  list = app_found_agents_list_server ("nats://rack", agents);
  widget = g_object_new (APP_TYPE_AGENT_LIST, NULL);
  window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 500);
  app_agent_list_set_agents (APP_AGENT_LIST (widget), list);
  gtk_window_present (GTK_WINDOW (window));
  app_bed_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (widget)), ==, N_MANY);
  g_assert_cmpuint (count_labels (widget), <, N_MANY / 10);
  type (widget, "rack-042 tcp");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (widget)), ==, 100);
  type (widget, "agent-09999");
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (widget)), ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-nats/list", test_list);
  ADD ("/app-nats/keys", test_keys);
  ADD ("/app-nats/many", test_many);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
