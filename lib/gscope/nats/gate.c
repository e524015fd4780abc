/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/gate.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/nats/air.h>
#include <gscope/nats/carrier.h>
#include <gscope/nats/subject.h>
#include <main-source.h>
#include <string.h>

#define OPEN "_open"
#define HERE "_here"
#define UP "_up"
#define DOWN "_down"

/* How long another agent of the name may take to object, how long this one waits then, and how often it says that it is
 * there while it serves: two servers of NATS may find each other later. */
#define OBJECTION_PATIENCE (300 * GSCOPE_MSEC)
#define RETRY_WAIT (5 * GSCOPE_SEC)
#define REPEAT_WAIT (30 * GSCOPE_SEC)

enum
{
  MAX_REQUEST = 4096,
  MAX_TOKEN = 512,
  MAX_LINE = 80,
};

typedef enum
{
  /* the server cannot be reached */
  AWAY,
  /* waits for objections */
  ASKING,
  SERVING,
  /* another agent has the name */
  YIELDING,
} State;

struct _GscopeNatsGate
{
  GscopeNatsBus *bus;
  GscopeAir *air;
  GscopeNatsGateFuncs funcs;
  GscopeClock *clock;
  char *name;
  State state;
  GSource *timer;
  /* since when it serves, in microseconds of the wall clock */
  gint64 since;
  /* the other agent was reported */
  gboolean has_reported;
  /* the last reason why the server cannot be reached, which each try repeats */
  char *reason;
  char *open;
  char *here;
  char *up;
};

/* Connections. */

/* A line is the bus of the viewer and a number: letters of UUIDs, and digits. */
static gboolean
is_line (const char *line)
{
  const char *dot = strchr (line, '.');

  return strlen (line) <= MAX_LINE && dot && dot > line && dot[1]
         && strspn (line, "0123456789abcdef-") == (gsize) (dot - line)
         && strspn (dot + 1, "0123456789") == strlen (dot + 1);
}

static void
answer (GscopeNatsGate *self, const char *down, GBytes *content)
{
  gsize size;
  const void *data = g_bytes_get_data (content, &size);
  g_autoptr (GBytes) frame = gscope_nats_frame_new (GSCOPE_NATS_FRAME_ANSWER, 0, data, size);

  gscope_nats_bus_publish (self->bus, down, NULL, frame);
}

static void
refuse (GscopeNatsGate *self, const char *down, const GError *error)
{
  g_autoptr (GBytes) content = gscope_message_new_error (error);

  answer (self, down, content);
}

static void
accept (GscopeNatsGate *self, const char *user, const char *line, guint32 far_window,
        gpointer admitted)
{
  g_autofree char *token = gscope_nats_escape (user);
  g_autofree char *rest = g_strjoin (".", token, line, NULL);
  g_autofree char *down = gscope_nats_join (self->name, DOWN, rest);
  g_autofree char *up = gscope_nats_join (self->name, UP, rest);
  guint32 window = gscope_nats_bus_get_window (self->bus);
  g_autofree char *text = g_strdup_printf ("{\"window\": %u}", window);
  g_autoptr (GBytes) content = g_bytes_new (text, strlen (text));
  g_autoptr (GscopeCarrier) carrier = NULL;

  answer (self, down, content);
  carrier =
      gscope_nats_carrier_new (self->bus, up, down, window, far_window, self->air, self->clock);
  self->funcs.arrived (self->funcs.data, carrier, admitted);
}

static gboolean
read_request (GBytes *payload, JsonNode **node, const char **line, const char **token,
              gint64 *window, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (payload, &size);
  JsonObject *object;

  *node = size <= MAX_REQUEST ? gscope_json_parse (data, size, error) : NULL;
  if (!*node || !JSON_NODE_HOLDS_OBJECT (*node))
    return FALSE;
  object = json_node_get_object (*node);
  return gscope_json_get_text (object, "line", MAX_LINE, line, error) && is_line (*line)
         && gscope_json_get_text (object, "token", MAX_TOKEN, token, error)
         && gscope_json_get_integer (object, "window", 1, GSCOPE_NATS_MAX_PENDING, window, error);
}

static gboolean
is_known (GscopeNatsGate *self, const char *user, const char *line)
{
  g_autofree char *subject = g_strjoin (".", self->up, user, line, NULL);

  return gscope_nats_bus_has_route (self->bus, subject);
}

/* A request that breaks the rules has no answer: nobody knows where to. */
static void
on_open (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsGate *self = data;
  g_autofree char *user = gscope_nats_unescape (strrchr (subject, '.') + 1);
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *rest = NULL;
  g_autofree char *down = NULL;
  g_autofree char *origin = NULL;
  g_autoptr (GError) error = NULL;
  const char *line, *token;
  gpointer admitted;
  gint64 window;

  if (!user || !payload || self->state != SERVING
      || !read_request (payload, &node, &line, &token, &window, NULL)
      || is_known (self, strrchr (subject, '.') + 1, line))
    return;
  rest = g_strjoin (".", strrchr (subject, '.') + 1, line, NULL);
  down = gscope_nats_join (self->name, DOWN, rest);
  origin = g_strdup_printf ("nats %s", line);
  admitted =
      self->funcs.admit (self->funcs.data, &(GscopeNatsCaller){ user, origin, token }, &error);
  if (admitted)
    accept (self, user, line, (guint32) window, admitted);
  else
    refuse (self, down, error);
}

/* The name. */

static void on_here (gpointer data, const char *subject, const char *reply, GBytes *payload);

static gboolean on_timer (gpointer data);

static void
set_timer (GscopeNatsGate *self, gint64 wait)
{
  g_clear_pointer (&self->timer, main_source_drop);
  if (wait == 0)
    return;
  self->timer = gscope_clock_create_timeout (self->clock, wait);
  g_source_set_static_name (self->timer, "[gscope] nats gate");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
say_here (GscopeNatsGate *self)
{
  g_autofree char *text =
      g_strdup_printf ("{\"agent\": \"%s\", \"since_us\": %" G_GINT64_FORMAT "}",
                       gscope_nats_bus_get_id (self->bus), self->since);

  gscope_nats_bus_publish_text (self->bus, self->here, NULL, text);
}

static void
ask (GscopeNatsGate *self)
{
  self->state = ASKING;
  self->since = g_get_real_time ();
  gscope_nats_bus_subscribe (self->bus, self->here, on_here, self);
  say_here (self);
  set_timer (self, OBJECTION_PATIENCE);
}

static void
serve (GscopeNatsGate *self)
{
  g_autofree char *ups = g_strconcat (self->up, ".>", NULL);

  self->state = SERVING;
  self->has_reported = FALSE;
  gscope_nats_bus_subscribe (self->bus, ups, NULL, NULL);
  gscope_nats_bus_subscribe (self->bus, self->open, on_open, self);
  gscope_nats_bus_flush (self->bus);
  self->funcs.changed (self->funcs.data, TRUE, NULL);
}

static void
stop_serving (GscopeNatsGate *self)
{
  g_autofree char *ups = g_strconcat (self->up, ".>", NULL);

  gscope_nats_bus_unsubscribe (self->bus, self->open);
  gscope_nats_bus_unsubscribe (self->bus, ups);
}

static void
report_other (GscopeNatsGate *self, gboolean is_serving)
{
  g_autoptr (GError) error = NULL;

  if (self->has_reported)
    return;
  self->has_reported = TRUE;
  error = g_error_new (
      GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
      is_serving ? _ ("Another agent wants to be “%s” at the NATS server “%s”, too. It waits. Give "
                      "one of them another name.")
                 : _ ("Another agent is “%s” at the NATS server “%s” already. This one waits until "
                      "it has gone. Give one of them another name."),
      self->name, gscope_nats_bus_get_settings (self->bus)->server);
  self->funcs.changed (self->funcs.data, is_serving, error);
}

static void
yield (GscopeNatsGate *self)
{
  if (self->state == SERVING)
    stop_serving (self);
  self->state = YIELDING;
  gscope_nats_bus_unsubscribe (self->bus, self->here);
  set_timer (self, RETRY_WAIT + g_random_int_range (0, 1000) * GSCOPE_MSEC);
  report_other (self, FALSE);
}

/* The agent that came first has the name; of two that came at once, the one with the smaller id. */
static void
on_here (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsGate *self = data;
  const char *own = gscope_nats_bus_get_id (self->bus);
  gsize size = 0;
  const char *text = payload ? g_bytes_get_data (payload, &size) : NULL;
  g_autoptr (JsonNode) node =
      text && size <= MAX_REQUEST ? gscope_json_parse (text, size, NULL) : NULL;
  const char *other;
  gint64 since;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node)
      || !gscope_json_get_text (json_node_get_object (node), "agent", MAX_LINE, &other, NULL)
      || !gscope_json_get_integer (json_node_get_object (node), "since_us", 0, G_MAXINT64, &since,
                                   NULL)
      || g_str_equal (own, other) || self->state == YIELDING)
    return;
  if (since < self->since || (since == self->since && strcmp (other, own) < 0))
    {
      yield (self);
      return;
    }
  say_here (self);
  if (self->state == SERVING)
    report_other (self, TRUE);
}

static gboolean
on_timer (gpointer data)
{
  GscopeNatsGate *self = data;

  if (self->state == YIELDING)
    {
      ask (self);
      return G_SOURCE_REMOVE;
    }
  if (self->state == ASKING)
    serve (self);
  else
    say_here (self);
  set_timer (self, REPEAT_WAIT);
  return G_SOURCE_REMOVE;
}

/* Life. */

static void
leave (GscopeNatsGate *self)
{
  if (self->state == SERVING)
    stop_serving (self);
  if (self->state == SERVING || self->state == ASKING)
    gscope_nats_bus_unsubscribe (self->bus, self->here);
  self->state = AWAY;
  set_timer (self, 0);
}

static void
on_down (GscopeNatsBus *bus, const GError *error, GscopeNatsGate *self)
{
  leave (self);
  if (g_strcmp0 (self->reason, error->message) == 0)
    return;
  g_free (self->reason);
  self->reason = g_strdup (error->message);
  self->funcs.changed (self->funcs.data, FALSE, error);
}

static void
on_up (GscopeNatsBus *bus, GscopeNatsGate *self)
{
  g_clear_pointer (&self->reason, g_free);
  leave (self);
  ask (self);
}

static void
on_trouble (GscopeNatsBus *bus, const char *text, GscopeNatsGate *self)
{
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                   _ ("The NATS server “%s” reports: %s. See which subjects it lets this agent "
                      "use."),
                   gscope_nats_bus_get_settings (bus)->server, text);

  self->funcs.changed (self->funcs.data, self->state == SERVING, error);
}

GscopeNatsGate *
gscope_nats_gate_new (GscopeNatsBus *bus, const char *name, const GscopeNatsGateFuncs *funcs,
                      GscopeClock *clock)
{
  GscopeNatsGate *self = g_new0 (GscopeNatsGate, 1);

  self->bus = g_object_ref (bus);
  self->air = gscope_nats_air_new (bus, name);
  self->funcs = *funcs;
  self->clock = g_object_ref (clock);
  self->name = g_strdup (name);
  self->open = gscope_nats_join (name, OPEN, "*");
  self->here = gscope_nats_join (name, HERE, NULL);
  self->up = gscope_nats_join (name, UP, NULL);
  g_signal_connect (bus, "up", G_CALLBACK (on_up), self);
  g_signal_connect (bus, "down", G_CALLBACK (on_down), self);
  g_signal_connect (bus, "refusal", G_CALLBACK (on_trouble), self);
  g_signal_connect (bus, "loss", G_CALLBACK (on_trouble), self);
  g_signal_connect (bus, "trouble", G_CALLBACK (on_trouble), self);
  if (gscope_nats_bus_is_up (bus))
    ask (self);
  return self;
}

void
gscope_nats_gate_free (GscopeNatsGate *self)
{
  g_autofree char *prefix = g_strconcat (self->up, ".", NULL);
  g_autoptr (GError) error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                                          _ ("the agent does not use this NATS server any more"));

  leave (self);
  g_signal_handlers_disconnect_by_data (self->bus, self);
  gscope_nats_bus_end (self->bus, prefix, error);
  g_object_unref (self->air);
  g_object_unref (self->bus);
  g_object_unref (self->clock);
  g_free (self->name);
  g_free (self->open);
  g_free (self->here);
  g_free (self->reason);
  g_free (self->up);
  g_free (self);
}
