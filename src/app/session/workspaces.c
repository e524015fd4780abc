/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/workspaces.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "link/permission.h"

#define SUFFIX ".json"
/* The bit of CAP_SYS_NICE in linux/capability.h. */
#define SYS_NICE 23

/* The workspaces of `data/workspaces`, in the order of the welcome page. */
static const struct
{
  const char *name;
  const char *type;
  AppNeed need;
  const char *summary;
} known[] = {
  { "tcp-congestion", "mxtraf", APP_NEED_LINK,
    N_ ("Add flows to a bottleneck and watch their windows shrink; answers within 20 s.") },
  { "this-machine", "proc", APP_NEED_NOTHING,
    N_ ("Load, memory, disk and network of the last minute.") },
  { "send-buffer", "mxtraf", APP_NEED_LINK,
    N_ ("How long each block waits in a send buffer, and what a smaller one changes.") },
  { "rate-based-clocking", "mxtraf", APP_NEED_LINK,
    N_ ("Packets leave at the link's rate instead of slow start") },
  { "adaptive-streaming", "mxtraf", APP_NEED_LINK, N_ ("A send buffer delays a video") },
  { "preemption-latency", "preemption", APP_NEED_PRIORITY,
    N_ ("How late the most urgent thread wakes") },
  { "reserves", "reserve", APP_NEED_RESERVES, N_ ("Tasks keep their share beside rivals") },
  { "reserve-propagation", "workload", APP_NEED_RESERVES,
    N_ ("A server runs in its clients' reserves") },
  { "reserves-and-quality", "workload", APP_NEED_RESERVES,
    N_ ("Applications agree on their quality") },
  { "rt-phone", "workload", APP_NEED_RESERVES, N_ ("A call without dropouts beside rivals") },
  { "audio-and-video", "workload", APP_NEED_PRIORITY, N_ ("Frames on time beside a load") },
  { "schedule", "schedule", APP_NEED_RESERVES, N_ ("Who runs, who waits, and who has no budget") },
  { "trigger-states", "trigger-states", APP_NEED_LINK,
    N_ ("How often a kernel could look at soft timers") },
  { "firm-timers", "firm-timer", APP_NEED_NOTHING, N_ ("Fewer interrupts for some lateness") },
  { "real-rate-controller", "real-rate", APP_NEED_RESERVES_OR_SIMULATION,
    N_ ("A proportion follows a changing need") },
  { "real-rate-pipeline", "real-rate", APP_NEED_RESERVES_OR_SIMULATION,
    N_ ("Queues keep their length at any load") },
  { "overload", "workload", APP_NEED_RESERVES_OR_SIMULATION,
    N_ ("Who slows down, and who is suspended, if there is too little") },
  { "scheduler-accuracy", "workload", APP_NEED_RESERVES, N_ ("How exactly a budget holds") },
  { "inter-activation-times", "workload", APP_NEED_NOTHING, N_ ("How regular a timer of 1 ms is") },
  { "hello", "demo", APP_NEED_NOTHING, N_ ("Waves to play with, on any machine") },
};

static void
workspace_free (gpointer data)
{
  AppWorkspace *self = data;

  g_object_unref (self->file);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

static gboolean
has_name (gconstpointer workspace, gconstpointer name)
{
  return g_str_equal (((const AppWorkspace *) workspace)->name, name);
}

static void
describe_known (AppWorkspace *self)
{
  while (self->rank < G_N_ELEMENTS (known) && !g_str_equal (known[self->rank].name, self->name))
    self->rank++;
  if (self->rank == G_N_ELEMENTS (known))
    return;
  self->summary = _ (known[self->rank].summary);
  self->need = known[self->rank].need;
  self->type = known[self->rank].type;
}

static void
add_file (GPtrArray *list, const char *directory, const char *file_name)
{
  g_autofree char *name = g_strndup (file_name, strlen (file_name) - strlen (SUFFIX));
  g_autoptr (GFile) file = g_file_new_build_filename (directory, file_name, NULL);
  g_autoptr (GscopeWorkspace) workspace = NULL;
  AppWorkspace *item;

  if (g_ptr_array_find_with_equal_func (list, name, has_name, NULL))
    return;
  /* One that does not parse is listed too: opening it says what is wrong. */
  workspace = gscope_workspace_new_from_file (file, NULL);
  item = g_new0 (AppWorkspace, 1);
  item->file = g_steal_pointer (&file);
  item->title = g_strdup (workspace ? gscope_workspace_get_title (workspace) : "");
  if (item->title[0] == '\0')
    {
      g_free (item->title);
      item->title = g_strdup (name);
    }
  item->name = g_steal_pointer (&name);
  item->description = g_strdup (workspace ? gscope_workspace_get_description (workspace) : "");
  describe_known (item);
  g_ptr_array_add (list, item);
}

static void
add_directory (GPtrArray *list, const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, SUFFIX))
      add_file (list, directory, name);
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const AppWorkspace *x = *(const AppWorkspace *const *) a;
  const AppWorkspace *y = *(const AppWorkspace *const *) b;

  return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
                            : g_utf8_collate (x->title, y->title);
}

GPtrArray *
app_workspaces_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (workspace_free);
  g_auto (GStrv) directories = gscope_workspace_list_directories ();

  for (guint i = 0; directories[i]; i++)
    add_directory (list, directories[i]);
  g_ptr_array_sort (list, compare_ranks);
  return list;
}

char *
app_workspaces_find_picture (const AppWorkspace *workspace, gboolean dark)
{
  g_auto (GStrv) directories = gscope_workspace_list_directories ();
  g_autofree char *name = g_strconcat (workspace->name, dark ? "-dark.png" : ".png", NULL);

  for (guint i = 0; directories[i]; i++)
    {
      g_autofree char *path = g_build_filename (directories[i], name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static gboolean
is_titled (const AppWorkspace *workspace, const char *wanted)
{
  g_autofree char *title = g_utf8_casefold (workspace->title, -1);
  g_autofree char *folded = g_utf8_casefold (wanted, -1);

  return g_str_equal (title, folded);
}

static void
set_not_found (GError **error, const char *wanted, GPtrArray *list)
{
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const AppWorkspace *workspace = list->pdata[i];

      g_string_append_printf (titles, "%s“%s”", i > 0 ? ", " : "", workspace->title);
    }
  if (list->len > 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("There is no workspace and no file “%s”. Ready-made workspaces are: %s."),
                 wanted, titles->str);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("There is no file “%s”, and no ready-made workspace was found: install Gscope, "
                    "or set GSCOPE_WORKSPACE_PATH to the directory that has them."),
                 wanted);
}

/* Compares the titles last, because all ready-made workspaces are read for them. */
GFile *
app_workspaces_find (const char *wanted, GError **error)
{
  GFile *file = gscope_workspace_find (wanted, NULL);
  g_autoptr (GPtrArray) list = NULL;

  if (file)
    return file;
  list = app_workspaces_list ();
  for (guint i = 0; i < list->len; i++)
    if (is_titled (list->pdata[i], wanted))
      return g_object_ref (((AppWorkspace *) list->pdata[i])->file);
  set_not_found (error, wanted, list);
  return NULL;
}

/* Needs. */

/* The effective capabilities of this process, as proc_pid_status(5) shows them. */
static gboolean
has_capability (guint bit)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return FALSE;
  line = strstr (status, "\nCapEff:");
  return line && (g_ascii_strtoull (line + strlen ("\nCapEff:"), NULL, 16) >> bit & 1);
}

static AppReadiness
check_link (const char **text)
{
  *text = _ ("Ready: makes its own traffic, no rights needed");
  if (geteuid () != 0 && mxtraf_permission_find_remedy ())
    {
      *text = _ ("Needs network namespaces: this machine allows them to root only");
      return APP_NOT_READY;
    }
  if (access ("/dev/net/tun", R_OK | W_OK) != 0)
    {
      *text = _ ("Needs /dev/net/tun: load the kernel's module “tun”");
      return APP_NOT_READY;
    }
  return APP_READY;
}

static AppReadiness
check_rights (const char **text, AppReadiness without, const char *hint)
{
  gboolean permitted = has_capability (SYS_NICE);

  *text = permitted ? _ ("Ready") : hint;
  return permitted ? APP_READY : without;
}

static AppReadiness
check_need (AppNeed need, const char **text)
{
  switch (need)
    {
    case APP_NEED_LINK:
      return check_link (text);
    case APP_NEED_PRIORITY:
      return check_rights (text, APP_READY_IN_PART,
                           _ ("At this user's priority; the highest needs CAP_SYS_NICE"));
    case APP_NEED_RESERVES:
      return check_rights (text, APP_NOT_READY, _ ("Needs real-time rights (CAP_SYS_NICE)"));
    case APP_NEED_RESERVES_OR_SIMULATION:
      return check_rights (text, APP_READY_IN_PART, _ ("Ready: simulated without rights"));
    case APP_NEED_NOTHING:
    default:
      *text = _ ("Ready");
      return APP_READY;
    }
}

AppReadiness
app_readiness_check (AppNeed need, const char *type, char **text)
{
  const char *words;
  AppReadiness readiness;

  if (!gscope_registry_has_type (gscope_registry_get_default (), type))
    {
      *text = g_strdup_printf (_ ("Needs the plugin “%s”, which is not installed"), type);
      return APP_NOT_READY;
    }
  readiness = check_need (need, &words);
  *text = g_strdup (words);
  return readiness;
}

const char *
app_readiness_get_icon (AppReadiness readiness)
{
  static const char *const icons[] = {
    [APP_READY] = "object-select-symbolic",
    [APP_READY_IN_PART] = "dialog-information-symbolic",
    [APP_NOT_READY] = "changes-prevent-symbolic",
  };

  return icons[readiness];
}
