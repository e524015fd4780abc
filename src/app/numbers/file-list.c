/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "numbers/file-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "session/session.h"

/* Names of a folder that are listed. */
#define MAX_NAMES 10000

struct _AppFileList
{
  GtkWidget parent_instance;

  /* of the folder that is listed; NULL for none */
  char *folder;
  /* names that begin with the typed one; names of folders end with a slash */
  GtkStringList *names;
  GtkStringFilter *filter;

  GtkEditable *path;
  GtkWidget *scroller;
  GtkListView *list;
  GtkLabel *problem;
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AppFileList, app_file_list, GTK_TYPE_WIDGET)

static int
compare (gconstpointer a, gconstpointer b)
{
  const char *const *one = a;
  const char *const *other = b;
  gboolean is_file = !g_str_has_suffix (*one, "/"), is_other_file = !g_str_has_suffix (*other, "/");

  return is_file != is_other_file ? is_file - is_other_file : strcmp (*one, *other);
}

/* Names that are no text have no place in a workspace. */
static GPtrArray *
read_names (const char *folder, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (
      file, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
      G_FILE_QUERY_INFO_NONE, NULL, error);
  GPtrArray *names = children ? g_ptr_array_new_with_free_func (g_free) : NULL;
  GFileInfo *info;

  while (children && names->len < MAX_NAMES
         && g_file_enumerator_iterate (children, &info, NULL, NULL, NULL) && info)
    if (g_utf8_validate (g_file_info_get_name (info), -1, NULL))
      g_ptr_array_add (
          names,
          g_strconcat (g_file_info_get_name (info),
                       g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY ? "/" : "", NULL));
  if (names)
    g_ptr_array_sort (names, compare);
  return names;
}

static void
list_folder (AppFileList *self, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = *folder ? read_names (folder, &error) : NULL;
  g_autofree char *text = NULL;

  g_free (self->folder);
  self->folder = g_strdup (folder);
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                          NULL);
  for (guint i = 0; names && i < names->len; i++)
    gtk_string_list_append (self->names, names->pdata[i]);
  if (error)
    text = g_strdup_printf (_ ("Cannot list the folder: %s. Choose another one."), error->message);
  app_file_list_show_problem (self, text);
}

/* Lists the files of the typed folder whose names begin with the rest of the text. A problem that is shown may be of
 * another path, and goes with a new list of the folder. */
static void
on_changed (AppFileList *self)
{
  const char *path = gtk_editable_get_text (self->path);
  const char *slash = strrchr (path, '/');
  g_autofree char *folder = g_strndup (path, slash ? slash + 1 - path : 0);

  if (g_strcmp0 (folder, self->folder) != 0 || gtk_widget_get_visible (GTK_WIDGET (self->problem)))
    list_folder (self, folder);
  gtk_string_filter_set_search (self->filter, slash ? slash + 1 : path);
}

static void
choose (AppFileList *self, const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *folder =
          g_str_has_suffix (path, "/") ? g_strdup (path) : g_strconcat (path, "/", NULL);

      app_file_list_set_path (self, folder);
      app_file_list_focus (self);
      return;
    }
  app_file_list_set_path (self, path);
  g_signal_emit (self, signals[CHOSEN], 0, path);
}

static void
on_list_activated (AppFileList *self, guint position)
{
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (self->list));
  g_autoptr (GtkStringObject) name = g_list_model_get_item (model, position);
  g_autofree char *path = g_strconcat (self->folder, gtk_string_object_get_string (name), NULL);

  choose (self, path);
}

/* A name that only one file begins with need not be typed to its end. */
static void
on_path_activated (AppFileList *self)
{
  g_autofree char *path = g_strdup (gtk_editable_get_text (self->path));
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (self->list));

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_list_model_get_n_items (model) == 1)
    on_list_activated (self, 0);
  else
    choose (self, path);
}

static void
on_go (GtkButton *button, AppFileList *self)
{
  app_file_list_set_path (self, gtk_button_get_label (button));
  app_file_list_focus (self);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), gtk_image_new ());
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *image = gtk_widget_get_first_child (box);

  gtk_image_set_from_icon_name (GTK_IMAGE (image), g_str_has_suffix (name, "/")
                                                       ? "folder-symbolic"
                                                       : "text-x-generic-symbolic");
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (image)), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Tab leaves the list instead of going through all of its rows, for which there are the arrow keys. */
static gboolean
app_file_list_move_focus (GtkWidget *widget, GtkDirectionType direction)
{
  AppFileList *self = APP_FILE_LIST (widget);

  if (gtk_widget_get_focus_child (widget) == self->scroller && direction == GTK_DIR_TAB_FORWARD)
    return FALSE;
  if (gtk_widget_get_focus_child (widget) == self->scroller && direction == GTK_DIR_TAB_BACKWARD)
    return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
  return GTK_WIDGET_CLASS (app_file_list_parent_class)->focus (widget, direction);
}

static void
app_file_list_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (app_file_list_parent_class)->dispose (object);
}

static void
app_file_list_finalize (GObject *object)
{
  g_free (APP_FILE_LIST (object)->folder);
  G_OBJECT_CLASS (app_file_list_parent_class)->finalize (object);
}

static void
app_file_list_class_init (AppFileListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_file_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_file_list_finalize;
  widget_class->focus = app_file_list_move_focus;
  signals[CHOSEN] = g_signal_new ("chosen", APP_TYPE_FILE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/numbers/file-list.ui");
  gtk_widget_class_bind_template_child (widget_class, AppFileList, path);
  gtk_widget_class_bind_template_child (widget_class, AppFileList, scroller);
  gtk_widget_class_bind_template_child (widget_class, AppFileList, list);
  gtk_widget_class_bind_template_child (widget_class, AppFileList, problem);
  gtk_widget_class_bind_template_child (widget_class, AppFileList, names);
  gtk_widget_class_bind_template_child (widget_class, AppFileList, filter);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_path_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_list_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_go);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
}

static void
app_file_list_init (AppFileList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_file_list_set_path (AppFileList *self, const char *path)
{
  gtk_editable_set_text (self->path, path);
}

void
app_file_list_show_problem (AppFileList *self, const char *problem)
{
  gtk_label_set_label (self->problem, problem ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

void
app_file_list_focus (AppFileList *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->path));
  gtk_editable_set_position (self->path, -1);
}
