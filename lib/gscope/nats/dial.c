/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/dial.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/task-wait.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/nats/air.h>
#include <gscope/nats/carrier.h>
#include <gscope/nats/subject.h>
#include <string.h>

/* How long server and agent may take. */
#define PATIENCE (10 * GSCOPE_SEC)

typedef struct
{
  GscopeNatsBus *bus;
  GscopeClock *clock;
  char *name;
  char *token;
  char *line;
  /* the subjects of the request and of both directions, and the pattern of all answers; NULL before the request */
  char *open;
  char *up;
  char *down;
  char *pattern;
  guint32 window;
  GscopeTaskWait wait;
} Dial;

static void
dial_free (gpointer data)
{
  Dial *self = data;

  gscope_task_wait_end (&self->wait);
  g_object_unref (self->bus);
  g_object_unref (self->clock);
  g_free (self->name);
  g_free (self->token);
  g_free (self->line);
  g_free (self->open);
  g_free (self->up);
  g_free (self->down);
  g_free (self->pattern);
  g_free (self);
}

/* Ends the task, which it takes. */
static void
end (GTask *task, GscopeCarrier *carrier, GError *error)
{
  Dial *self = g_task_get_task_data (task);

  gscope_task_wait_end (&self->wait);
  g_signal_handlers_disconnect_by_data (self->bus, task);
  if (!carrier && self->down)
    gscope_nats_bus_remove_route (self->bus, self->down);
  if (carrier)
    g_task_return_pointer (task, carrier, g_object_unref);
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

/* The answer. */

static GError *
describe_absence (const Dial *self)
{
  return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                      _ ("No agent “%s” is at the NATS server “%s”. Check its name, and whether "
                         "gscoped runs there."),
                      self->name, gscope_nats_bus_get_settings (self->bus)->server);
}

static GError *
read_refusal (GBytes *content)
{
  GscopeMessageKind kind;
  GError *error = NULL;
  g_autoptr (JsonObject) object = gscope_message_parse (content, &kind, &error);

  if (object && kind == GSCOPE_MESSAGE_ERROR)
    gscope_message_read_error (object, &error);
  return error ? error
               : g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                              _ ("The answer of the agent is not valid. Check its version."));
}

static gboolean
read_window (GBytes *content, gint64 *window)
{
  gsize size;
  const char *data = g_bytes_get_data (content, &size);
  g_autoptr (JsonNode) node = gscope_json_parse (data, size, NULL);

  return node && JSON_NODE_HOLDS_OBJECT (node)
         && gscope_json_get_integer (json_node_get_object (node), "window", 1,
                                     GSCOPE_NATS_MAX_PENDING, window, NULL);
}

static void
on_answer (gpointer data, const char *subject, const char *reply, GBytes *frame)
{
  GTask *task = data;
  Dial *self = g_task_get_task_data (task);
  g_autoptr (GBytes) content = NULL;
  g_autoptr (GscopeAir) air = NULL;
  gint64 far_window;
  gsize size;

  if (!frame)
    {
      end (task, NULL, describe_absence (self));
      return;
    }
  size = g_bytes_get_size (frame);
  if (size < GSCOPE_NATS_HEADER
      || *(const guint8 *) g_bytes_get_data (frame, NULL) != GSCOPE_NATS_FRAME_ANSWER)
    return;
  content = g_bytes_new_from_bytes (frame, GSCOPE_NATS_HEADER, size - GSCOPE_NATS_HEADER);
  if (!read_window (content, &far_window))
    {
      end (task, NULL, read_refusal (content));
      return;
    }
  air = gscope_nats_air_get (self->bus);
  end (task,
       gscope_nats_carrier_new (self->bus, self->down, self->up, self->window, (guint32) far_window,
                                air, self->clock),
       NULL);
}

/* The request. */

static void
request (GTask *task)
{
  Dial *self = g_task_get_task_data (task);
  g_autofree char *user = gscope_nats_escape (gscope_nats_bus_get_settings (self->bus)->user);
  g_autofree char *rest = g_strjoin (".", user, self->line, NULL);
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = NULL;

  self->open = gscope_nats_join (self->name, "_open", user);
  self->pattern = g_strjoin (".", GSCOPE_NATS_ROOT ".*._down", user,
                             gscope_nats_bus_get_id (self->bus), "*", NULL);
  self->up = gscope_nats_join (self->name, "_up", rest);
  self->down = gscope_nats_join (self->name, "_down", rest);
  gscope_nats_bus_add_route (self->bus, self->down, on_answer, task);
  self->window = gscope_nats_bus_get_window (self->bus);
  json_object_set_string_member (object, "line", self->line);
  json_object_set_int_member (object, "window", self->window);
  gscope_json_set_text (object, "token", self->token, G_MAXUINT16);
  text = json_to_string (node, FALSE);
  if (!gscope_nats_bus_has_pattern (self->bus, self->pattern))
    gscope_nats_bus_subscribe (self->bus, self->pattern, NULL, NULL);
  gscope_nats_bus_publish_text (self->bus, self->open, self->down, text);
}

static void
on_up (GscopeNatsBus *bus, GTask *task)
{
  if (!((Dial *) g_task_get_task_data (task))->up)
    request (task);
}

static void
on_down (GscopeNatsBus *bus, const GError *error, GTask *task)
{
  end (task, NULL, g_error_copy (error));
}

/* Others use the bus, too. Before the request, only a refusal of the user is for this dial. */
static gboolean
is_refused (const Dial *self, const char *text)
{
  if (!self->open)
    return gscope_nats_is_refusal_of (text, "");
  return gscope_nats_is_refusal_of (text, self->open)
         || gscope_nats_is_refusal_of (text, self->down)
         || gscope_nats_is_refusal_of (text, self->pattern);
}

/* Nobody tries again after this error. Other trouble of the connection ends it, or leaves the agent without an answer: the
 * errors of both have the caller try again. */
static void
on_refusal (GscopeNatsBus *bus, const char *text, GTask *task)
{
  Dial *self = g_task_get_task_data (task);

  if (!is_refused (self, text))
    return;
  end (task, NULL,
       g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                    _ ("The NATS server “%s” does not let this user connect to the agent “%s”: %s. "
                       "Ask the owner of the server."),
                    gscope_nats_bus_get_settings (bus)->server, self->name, text));
}

static gboolean
on_patience (gpointer data)
{
  GTask *task = data;
  Dial *self = g_task_get_task_data (task);
  const GError *error = gscope_nats_bus_get_error (self->bus);

  if (error)
    end (task, NULL, g_error_copy (error));
  else
    end (task, NULL,
         g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                      _ ("The agent “%s” has not answered over the NATS server “%s” for %d "
                         "seconds. Check whether gscoped works there."),
                      self->name, gscope_nats_bus_get_settings (self->bus)->server,
                      (int) (PATIENCE / GSCOPE_SEC)));
  return G_SOURCE_REMOVE;
}

static void
fail (GTask *task, GError *error)
{
  end (task, NULL, error);
}

void
gscope_nats_dial_async (GscopeNatsBus *bus, const char *name, const char *token, GscopeClock *clock,
                        GTask *task)
{
  Dial *self = g_new0 (Dial, 1);

  self->bus = g_object_ref (bus);
  self->clock = g_object_ref (clock);
  self->name = g_strdup (name);
  self->token = g_strdup (token);
  self->line = g_strdup_printf ("%s.%" G_GUINT64_FORMAT, gscope_nats_bus_get_id (bus),
                                gscope_nats_bus_count (bus));
  g_task_set_task_data (task, self, dial_free);
  g_signal_connect (bus, "up", G_CALLBACK (on_up), task);
  g_signal_connect (bus, "down", G_CALLBACK (on_down), task);
  g_signal_connect (bus, "refusal", G_CALLBACK (on_refusal), task);
  gscope_task_wait_begin (&self->wait, task, clock, PATIENCE, on_patience, fail);
  if (gscope_nats_bus_is_dead (bus))
    end (task, NULL, g_error_copy (gscope_nats_bus_get_error (bus)));
  else if (gscope_nats_bus_is_up (bus))
    request (task);
}
