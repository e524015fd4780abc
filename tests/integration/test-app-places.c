/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Each control of the window has an effect: each item of a menu and each button names an existing
 * action, and each shown key activates it. A letter chooses one item of a menu. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/actions.h"
#include "window/application.h"
#include "window/window.h"

typedef AppBed Fixture;

/* Those that a class of widgets has, of the widget or one around it. */
static gboolean
has_class_action (GtkWidget *widget, const char *wanted)
{
  GType owner;
  const char *name, *property;
  const GVariantType *type;

  for (; widget; widget = gtk_widget_get_parent (widget))
    for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner,
                                                     &name, &type, &property);
         i++)
      if (g_str_equal (name, wanted))
        return TRUE;
  return FALSE;
}

static void
assert_action (Fixture *f, GtkWidget *widget, const char *action, const char *where)
{
  GActionGroup *window = G_ACTION_GROUP (f->window);
  GActionGroup *application = G_ACTION_GROUP (f->application);

  if (!(g_str_has_prefix (action, "win.") && g_action_group_has_action (window, action + 4))
      && !(g_str_has_prefix (action, "app.") && g_action_group_has_action (application, action + 4))
      && !has_class_action (widget, action))
    g_error ("“%s” is to do %s, which there is not", where, action);
}

/* A menu in which two items do the same has one that does not do what it says. */
typedef struct
{
  Fixture *f;
  GtkWidget *widget;
  GHashTable *seen;
  GHashTable *letters;
} Menu;

static void
check_letter (Menu *menu, const char *label)
{
  const char *line = label ? strchr (label, '_') : NULL;
  gunichar letter = line ? g_unichar_tolower (g_utf8_get_char (line + 1)) : 0;

  if (line && !g_hash_table_add (menu->letters, GUINT_TO_POINTER (letter)))
    g_error ("“%s” has the letter of another item", label);
}

static void
check_item (GMenuModel *model, int i, gpointer data)
{
  Menu *menu = data;
  g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (model, i, "target", NULL);
  g_autofree char *label = NULL, *action = NULL;
  char *detailed;

  g_menu_model_get_item_attribute (model, i, "label", "s", &label);
  check_letter (menu, label);
  if (!g_menu_model_get_item_attribute (model, i, "action", "s", &action))
    return;
  assert_action (menu->f, menu->widget, action, label);
  detailed = g_action_print_detailed_name (action, target);
  if (!g_hash_table_add (menu->seen, detailed))
    g_error ("“%s” does %s, as another item does", label, detailed);
}

static gboolean
check_menu (GtkWidget *widget, gconstpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) letters = g_hash_table_new (NULL, NULL);
  Menu menu = { (Fixture *) data, widget, seen, letters };

  if (app_bed_get_menu (widget))
    app_bed_for_each_item (app_bed_get_menu (widget), check_item, &menu);
  return FALSE;
}

static gboolean
is_filled (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget))
         && g_menu_model_get_n_items (app_bed_get_menu (widget)) > 0;
}

/* Menus are filled after the first frame. */
static void
check_menus (Fixture *f)
{
  app_bed_await (app_bed_find_match (f->window, is_filled, NULL));
  app_bed_find_match (f->window, check_menu, f);
}

/* As tooltips tell them: “Record to a File (Ctrl+R)”. */
static char *
get_told_key (const char *tooltip)
{
  const char *open = tooltip ? strrchr (tooltip, '(') : NULL;
  g_autofree char *key = open ? g_strndup (open + 1, strcspn (open + 1, ",)")) : NULL;

  return key && g_regex_match_simple ("^(Ctrl|Shift|Alt)\\+", key, 0, 0) ? g_steal_pointer (&key)
                                                                         : NULL;
}

/* As GTK writes it. */
static char *
parse_key (const char *told)
{
  g_auto (GStrv) parts = g_strsplit (told, "+", -1);
  const char *key = parts[g_strv_length (parts) - 1];
  guint keyval = gdk_keyval_from_name (g_str_equal (key, "Enter") ? "Return" : key);
  GdkModifierType modifiers = 0;

  if (g_strv_contains ((const char *const *) parts, "Ctrl"))
    modifiers |= GDK_CONTROL_MASK;
  if (g_strv_contains ((const char *const *) parts, "Shift"))
    modifiers |= GDK_SHIFT_MASK;
  if (g_strv_contains ((const char *const *) parts, "Alt"))
    modifiers |= GDK_ALT_MASK;
  if (keyval == GDK_KEY_VoidSymbol)
    keyval = GDK_KEY_space;
  return gtk_accelerator_name (gdk_keyval_to_lower (keyval), modifiers);
}

static void
assert_key (Fixture *f, const char *action, const char *key)
{
  g_auto (GStrv) accels = gtk_application_get_accels_for_action (f->application, action);
  g_autofree char *accel = parse_key (key);

  if (!g_strv_contains ((const char *const *) accels, accel))
    g_error ("%s is told to be on the key %s and is not", action, key);
}

static gboolean
check_button (GtkWidget *widget, gconstpointer data)
{
  Fixture *f = (Fixture *) data;
  const char *action =
      GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  const char *tooltip = gtk_widget_get_tooltip_text (widget);
  g_autofree char *key = get_told_key (tooltip);

  if (!action)
    return FALSE;
  assert_action (f, widget, action, tooltip ? tooltip : G_OBJECT_TYPE_NAME (widget));
  if (key)
    assert_key (f, action, key);
  return FALSE;
}

static void
check_buttons (Fixture *f)
{
  app_bed_find_match (f->window, check_button, f);
}

static gboolean
has_key (Fixture *f, guint keyval, GdkModifierType modifiers)
{
  g_autoptr (GtkShortcutTrigger) trigger = gtk_keyval_trigger_new (keyval, modifiers);
  g_autofree char *accel = gtk_accelerator_name (keyval, modifiers);
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (f->application, accel);
  GtkWidget *widget = GTK_WIDGET (app_bed_get_view (f));

  for (; widget && !actions[0]; widget = gtk_widget_get_parent (widget))
    if (app_bed_find_shortcut (widget, trigger))
      return TRUE;
  return actions[0] != NULL;
}

/* The keys that the window of shortcuts lists, each of which exists, and the keys of the view and its pane. */
typedef struct
{
  Fixture *f;
  GHashTable *keys;
  GHashTable *bound;
} Told;

static void
take_key (Told *told, char *key)
{
  GdkModifierType modifiers;
  guint keyval;

  /* a range is told by its first */
  if (strstr (key, "..."))
    *strstr (key, "...") = '\0';
  g_assert_true (gtk_accelerator_parse (key, &keyval, &modifiers));
  /* the menu is GTK's */
  if (keyval != GDK_KEY_F10 && !has_key (told->f, keyval, modifiers))
    g_error ("The key %s is told and does nothing", key);
  g_hash_table_add (told->keys, gtk_accelerator_name (keyval, modifiers));
}

static gboolean
take_shortcut (GtkWidget *widget, gconstpointer data)
{
  g_autofree char *accelerators = NULL;
  g_auto (GStrv) keys = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return FALSE;
  g_object_get (widget, "accelerator", &accelerators, NULL);
  keys = g_strsplit (accelerators, " ", -1);
  for (guint i = 0; keys[i]; i++)
    take_key ((Told *) data, keys[i]);
  return FALSE;
}

static void
assert_told (Told *told, const char *action)
{
  g_auto (GStrv) accels = gtk_application_get_accels_for_action (told->f->application, action);

  assert_action (told->f, told->f->window, action, accels[0]);
  if (!g_hash_table_contains (told->keys, accels[0]))
    g_error ("The window of shortcuts does not tell that %s does %s", accels[0], action);
}

/* A key with Control does the same as without, to a greater or lesser extent; “=” and the keys of the number pad are
 * others of “+” and “-”. */
static gboolean
is_like (guint keyval, guint other)
{
  if (other == GDK_KEY_plus)
    return keyval == other || keyval == GDK_KEY_equal || keyval == GDK_KEY_KP_Add;
  if (other == GDK_KEY_minus)
    return keyval == other || keyval == GDK_KEY_KP_Subtract;
  return keyval == other || (other == GDK_KEY_1 && keyval >= GDK_KEY_1 && keyval <= GDK_KEY_9);
}

static void
assert_shortcut_told (Told *told, GtkShortcut *shortcut)
{
  GtkKeyvalTrigger *trigger = GTK_KEYVAL_TRIGGER (gtk_shortcut_get_trigger (shortcut));
  g_autofree char *name = gtk_accelerator_name (gtk_keyval_trigger_get_keyval (trigger),
                                                gtk_keyval_trigger_get_modifiers (trigger));
  GdkModifierType modifiers;
  GHashTableIter iter;
  gpointer key;
  guint keyval;

  g_hash_table_iter_init (&iter, told->keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (gtk_accelerator_parse (key, &keyval, &modifiers)
        && is_like (gtk_keyval_trigger_get_keyval (trigger), keyval))
      return;
  g_error ("The window of shortcuts does not tell %s of the view", name);
}

/* No key does one thing in the view or its pane, and another in the window. */
static void
assert_bound_once (Told *told, GtkShortcut *shortcut)
{
  char *key = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (told->f->application, key);

  if (actions[0])
    g_error ("%s is a key of the view, and of %s", key, actions[0]);
  if (!g_hash_table_add (told->bound, key))
    g_error ("%s is bound twice in the view or its pane", key);
}

static void
assert_shortcuts_told (Told *told, GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GListModel) shortcuts = g_list_model_get_item (controllers, i);

      for (guint k = 0;
           GTK_IS_SHORTCUT_CONTROLLER (shortcuts) && k < g_list_model_get_n_items (shortcuts); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, k);

          assert_shortcut_told (told, shortcut);
          assert_bound_once (told, shortcut);
        }
    }
}

/* Each key that is told does something, and each key of an action, the view or its pane is told and bound once. */
static void
check_keys (Fixture *f)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (f->application);
  GtkWidget *view = GTK_WIDGET (app_bed_get_view (f));
  Told told = { f, keys, bound };
  GtkWindow *shortcuts;

  g_action_group_activate_action (G_ACTION_GROUP (f->application), "shortcuts", NULL);
  app_bed_settle ();
  shortcuts = app_bed_find_window (GTK_TYPE_SHORTCUTS_WINDOW);
  g_assert_nonnull (shortcuts);
  app_bed_find_match (GTK_WIDGET (shortcuts), take_shortcut, &told);
  for (guint i = 0; actions[i]; i++)
    assert_told (&told, actions[i]);
  assert_shortcuts_told (&told, view);
  assert_shortcuts_told (&told, gtk_widget_get_ancestor (view, GSCOPE_GTK_TYPE_PANE));
  g_assert_true (g_hash_table_contains (keys, "F10"));
  g_assert_true (g_hash_table_contains (keys, "<Control>w"));
  gtk_window_destroy (shortcuts);
}

static guint
count_handlers (const AppAction *row)
{
  return (row->activate != NULL) + (row->go != NULL) + (row->activate_text != NULL)
         + (row->set != NULL) + (row->set_time != NULL) + (row->set_text != NULL)
         + (row->open != NULL) + (row->open_signal != NULL) + (row->activate_app != NULL)
         + (row->get_object != NULL);
}

static void
assert_row (Fixture *f, const AppAction *row)
{
  gboolean is_builtin = g_strcmp0 (row->name, "window.close") == 0;

  if (row->name)
    assert_action (f, f->window, row->name, row->name);
  g_assert_cmpuint (count_handlers (row), ==, row->name && !is_builtin ? 1 : 0);
  g_assert_true (row->name || row->view_keys);
  if (row->menus || row->keys || row->view_keys)
    g_assert_nonnull (row->title);
  if (row->keys || row->view_keys)
    g_assert_cmpint (row->group, >, 0);
  /* no button opens a dialog */
  if (row->open || row->open_signal)
    g_assert_true (row->menus || row->keys);
  g_assert_true ((row->get_object != NULL) == (row->property != NULL));
  g_assert_true (row->property || !row->is_of_view);
}

/* Adds the words of a text, which are new. */
static void
add_new (GHashTable *seen, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text ? text : "", " ", -1);

  for (guint i = 0; words[i]; i++)
    g_assert_true (g_hash_table_add (seen, g_strdup (words[i])));
}

/* Each row of the table is whole, no key is in two rows, and each action is in the table or is a switch of the view's
 * settings. */
static void
check_table (Fixture *f)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (f->window));
  GObjectClass *settings = G_OBJECT_GET_CLASS (gscope_gtk_view_get_settings (app_bed_get_view (f)));
  guint n;
  const AppAction *rows = app_actions_get (&n);

  for (guint i = 0; i < n; i++)
    {
      assert_row (f, &rows[i]);
      add_new (seen, rows[i].name);
      add_new (seen, rows[i].keys);
      add_new (seen, rows[i].view_keys);
    }
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *name = g_strconcat ("win.", names[i], NULL);

      g_assert_true (g_hash_table_contains (seen, name)
                     || g_object_class_find_property (settings, names[i]));
    }
}

/* In one window, which no check changes. */
static void
test_all (Fixture *f, gconstpointer data)
{
  check_menus (f);
  check_buttons (f);
  check_keys (f);
  check_table (f);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func)                                                                            \
  g_test_add (name, Fixture, application, app_bed_set_up, func, app_bed_tear_down)
  ADD ("/app-places/all", test_all);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
