/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/permits.h>

#include <glib/gi18n-lib.h>
#include <gscope/access/authority.h>

struct _GscopePermits
{
  /* NULL once the connection has ended */
  const GscopePrincipal *principal;
  GHashTable *granted;
  /* Wish; the first one is being asked for */
  GQueue *wishes;
  GCancellable *cancellable;
  /* the action of the question that polkit has not answered; NULL for none */
  char *asked;
};

typedef struct
{
  GStrv actions;
  GVariant *details;
  GTask *task;
} Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  g_strfreev (wish->actions);
  g_variant_unref (wish->details);
  g_object_unref (wish->task);
  g_free (wish);
}

GscopePermits *
gscope_permits_new (const GscopePrincipal *principal)
{
  GscopePermits *self = g_rc_box_new0 (GscopePermits);

  self->principal = principal;
  self->granted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->wishes = g_queue_new ();
  self->cancellable = g_cancellable_new ();
  return self;
}

static void
clear (gpointer data)
{
  GscopePermits *self = data;

  g_hash_table_unref (self->granted);
  g_queue_free_full (self->wishes, wish_free);
  g_object_unref (self->cancellable);
  g_free (self->asked);
}

void
gscope_permits_free (GscopePermits *self)
{
  g_autoptr (GQueue) wishes = self->wishes;

  self->principal = NULL;
  self->wishes = g_queue_new ();
  g_cancellable_cancel (self->cancellable);
  for (GList *l = wishes->head; l; l = l->next)
    {
      Wish *wish = l->data;

      g_task_return_new_error (wish->task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                               _ ("the connection has ended"));
      wish_free (wish);
    }
  g_rc_box_release_full (self, clear);
}

static void ask_next (GscopePermits *self);

static void
end_first (GscopePermits *self, GError *error)
{
  Wish *wish = g_queue_pop_head (self->wishes);

  if (error)
    g_task_return_error (wish->task, error);
  else
    g_task_return_boolean (wish->task, TRUE);
  wish_free (wish);
}

static void
release (GscopePermits *self)
{
  g_rc_box_release_full (self, clear);
}

static void
on_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopePermits *self = data;
  GError *error = NULL;
  gboolean is_granted = gscope_authority_ask_finish (result, &error);

  if (!self->principal)
    {
      g_clear_error (&error);
      release (self);
      return;
    }
  if (is_granted)
    g_hash_table_add (self->granted, g_steal_pointer (&self->asked));
  else
    end_first (self, error);
  g_clear_pointer (&self->asked, g_free);
  ask_next (self);
  release (self);
}

static const char *
find_missing (GscopePermits *self, const Wish *wish)
{
  for (guint i = 0; wish->actions[i]; i++)
    if (!g_hash_table_contains (self->granted, wish->actions[i]))
      return wish->actions[i];
  return NULL;
}

/* Asks for the first wish that needs it. The callback of a wish may end the connection. */
static void
ask_next (GscopePermits *self)
{
  g_rc_box_acquire (self);
  while (self->principal && !g_queue_is_empty (self->wishes))
    {
      const Wish *wish = g_queue_peek_head (self->wishes);
      const char *missing = find_missing (self, wish);

      if (missing)
        {
          self->asked = g_strdup (missing);
          gscope_authority_ask_async (self->principal->peer, self->principal->name, missing,
                                      wish->details, self->cancellable, on_answered,
                                      g_rc_box_acquire (self));
          break;
        }
      end_first (self, NULL);
    }
  release (self);
}

void
gscope_permits_ask (GscopePermits *self, const char *const *actions, GVariant *details, GTask *task)
{
  Wish *wish = g_new (Wish, 1);

  *wish = (Wish){ g_strdupv ((char **) actions), g_variant_ref_sink (details), task };
  g_queue_push_tail (self->wishes, wish);
  if (g_queue_get_length (self->wishes) == 1)
    ask_next (self);
}
