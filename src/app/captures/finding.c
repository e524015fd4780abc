/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/finding.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* How long captures are added before the main loop goes on. One whose samples are not in memory waits for them. */
#define BATCH_USEC 5000
#define INTERVAL_MSEC 100

struct _AppFinding
{
  AdwBin parent_instance;

  GscopeCaptureList *list;
  guint max_count;
  /* all NULL or 0 while nothing is looked for */
  GscopeTriggerSearch *search;
  GCancellable *cancellable;
  guint timeout;
  guint idle;
  /* the next time that was found */
  gsize next;
  guint64 n_added;
  /* whether the samples around that time are there, as far as they come, and why others did not come */
  gboolean is_loaded;
  GError *error;

  GtkStack *stack;
  GtkProgressBar *progress;
  GtkLabel *result;
};

G_DEFINE_FINAL_TYPE (AppFinding, app_finding, ADW_TYPE_BIN)

static gboolean
show_progress (gpointer data)
{
  AppFinding *self = data;

  gtk_progress_bar_set_fraction (self->progress, gscope_trigger_search_get_progress (self->search));
  return G_SOURCE_CONTINUE;
}

static void
end (AppFinding *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->search);
  g_clear_error (&self->error);
  gscope_capture_list_unload (self->list);
  gtk_stack_set_visible_child_name (self->stack, "idle");
}

static void
cancel (AppFinding *self)
{
  if (!self->search)
    return;
  g_cancellable_cancel (self->cancellable);
  end (self);
}

static void
show_text (AppFinding *self, const char *text)
{
  gtk_label_set_label (self->result, text);
  gtk_widget_show (GTK_WIDGET (self->result));
}

static void
replace (char **text, char *longer)
{
  g_free (*text);
  *text = longer;
}

/* Says how many firings were found, how many captures there were not yet, and what is missing. */
static void
show_result (AppFinding *self)
{
  guint64 n = gscope_trigger_search_get_n_found (self->search);
  guint64 n_lost = gscope_trigger_search_get_n_lost (self->search);
  guint64 n_coarse = gscope_trigger_search_get_n_coarse (self->search);
  g_autofree char *text =
      g_strdup_printf (ngettext ("%" PRIu64 " found, %" PRIu64 " of them new",
                                 "%" PRIu64 " found, %" PRIu64 " of them new", (gulong) n),
                       n, self->n_added);

  if (n_lost > 0)
    replace (&text,
             g_strdup_printf (ngettext ("%s; %" PRIu64 " sample left the memory during the search",
                                        "%s; %" PRIu64 " samples left the memory during the search",
                                        (gulong) n_lost),
                              text, n_lost));
  if (n_coarse > 0)
    /* Translators: a text; how many firings were found where only columns of samples were there */
    replace (&text, g_strdup_printf (
                        ngettext ("%s; %" PRIu64 " in columns of samples that are not in memory",
                                  "%s; %" PRIu64 " in columns of samples that are not in memory",
                                  (gulong) n_coarse),
                        text, n_coarse));
  if (self->error)
    /* Translators: a text; why samples did not come */
    replace (&text,
             g_strdup_printf (_ ("%s; captures lack samples: %s"), text, self->error->message));
  show_text (self, text);
}

static gboolean add_batch (gpointer data);

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFinding) self = data;
  g_autoptr (GError) error = NULL;

  gscope_capture_list_load_finish (GSCOPE_CAPTURE_LIST (object), result, &error);
  if (!self->search || GSCOPE_CAPTURE_LIST (object) != self->list
      || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  self->is_loaded = TRUE;
  if (!self->error)
    self->error = g_steal_pointer (&error);
  self->idle = g_idle_add (add_batch, self);
}

static gboolean
add_batch (gpointer data)
{
  AppFinding *self = data;
  gint64 until = g_get_monotonic_time () + BATCH_USEC;
  gsize n;
  const gint64 *times = gscope_trigger_search_get_times (self->search, &n);

  for (; self->next < n && g_get_monotonic_time () < until; self->next++)
    {
      if (!self->is_loaded && gscope_capture_list_lacks (self->list, times[self->next]))
        {
          self->idle = 0;
          gscope_capture_list_load_async (self->list, times[self->next], self->cancellable,
                                          on_loaded, g_object_ref (self));
          return G_SOURCE_REMOVE;
        }
      self->n_added += gscope_capture_list_add_at (self->list, times[self->next]);
      self->is_loaded = FALSE;
    }
  gtk_progress_bar_set_fraction (self->progress, n > 0 ? (double) self->next / (double) n : 1);
  if (self->next < n)
    return G_SOURCE_CONTINUE;
  self->idle = 0;
  show_result (self);
  end (self);
  return G_SOURCE_REMOVE;
}

/* Of more firings than the list may have, the newest are added. */
static void
on_searched (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFinding) self = data;
  GscopeTriggerSearch *search = GSCOPE_TRIGGER_SEARCH (object);
  g_autoptr (GError) error = NULL;
  gsize n;

  gscope_trigger_search_run_finish (search, result, &error);
  if (search != self->search)
    return;
  if (error)
    {
      end (self);
      show_text (self, error->message);
      return;
    }
  g_clear_handle_id (&self->timeout, g_source_remove);
  gscope_trigger_search_get_times (search, &n);
  self->next = n > self->max_count ? n - self->max_count : 0;
  self->n_added = 0;
  self->is_loaded = FALSE;
  gtk_progress_bar_set_text (self->progress, _ ("Taking captures"));
  self->idle = g_idle_add (add_batch, self);
}

static void
on_find (AppFinding *self)
{
  GscopeTrigger *trigger = self->list ? gscope_capture_list_get_trigger (self->list) : NULL;
  GscopeSignal *signal = trigger ? gscope_trigger_get_watched (trigger) : NULL;

  if (!signal || self->search)
    return;
  self->search = gscope_trigger_search_new_for_signal (
      signal, gscope_trigger_get_settings (trigger), G_MININT64, G_MAXINT64);
  self->cancellable = g_cancellable_new ();
  gtk_widget_hide (GTK_WIDGET (self->result));
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_progress_bar_set_text (self->progress, _ ("Searching"));
  gtk_stack_set_visible_child_name (self->stack, "busy");
  self->timeout = g_timeout_add (INTERVAL_MSEC, show_progress, self);
  gscope_trigger_search_run_async (self->search, self->cancellable, on_searched,
                                   g_object_ref (self));
}

static void
app_finding_dispose (GObject *object)
{
  app_finding_set_list (APP_FINDING (object), NULL, 0);
  G_OBJECT_CLASS (app_finding_parent_class)->dispose (object);
}

static void
app_finding_class_init (AppFindingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_finding_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/captures/finding.ui");
  gtk_widget_class_bind_template_child (widget_class, AppFinding, stack);
  gtk_widget_class_bind_template_child (widget_class, AppFinding, progress);
  gtk_widget_class_bind_template_child (widget_class, AppFinding, result);
  gtk_widget_class_bind_template_callback (widget_class, on_find);
  gtk_widget_class_bind_template_callback (widget_class, cancel);
}

static void
app_finding_init (AppFinding *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_finding_set_list (AppFinding *self, GscopeCaptureList *list, guint max_count)
{
  self->max_count = max_count;
  if (self->list == list)
    return;
  cancel (self);
  g_set_object (&self->list, list);
  if (self->result)
    gtk_widget_hide (GTK_WIDGET (self->result));
}
