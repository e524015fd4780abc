/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/stream.h>

#include <glib/gi18n-lib.h>
#include <gscope/json-private.h>

/* The codes of the errors of a stream with other settings, which serves as well, and of one that another agent is making. */
#define HAS_OTHER_SETTINGS 10058
#define HAS_THESE_SUBJECTS 10065

static void
read_error (JsonObject *answer, gint64 *code, char **reason)
{
  JsonNode *node = json_object_get_member (answer, "error");
  JsonObject *error = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *description = "";

  if (!error || !gscope_json_get_integer (error, "err_code", 1, G_MAXINT32, code, NULL))
    *code = -1;
  if (error)
    gscope_json_get_text (error, "description", G_MAXUINT16, &description, NULL);
  *reason = g_strdup (*description ? description : _ ("its answer is not valid"));
}

JsonObject *
gscope_nats_stream_read_answer (GBytes *answer, gint64 *code, char **reason)
{
  gsize size = 0;
  const char *text = answer ? g_bytes_get_data (answer, &size) : NULL;
  g_autoptr (JsonNode) node = size > 0 ? gscope_json_parse (text, size, NULL) : NULL;

  *code = 0;
  *reason = NULL;
  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    {
      *reason = g_strdup (answer ? _ ("its answer is not valid") : _ ("it has no JetStream"));
      return NULL;
    }
  if (json_object_has_member (json_node_get_object (node), "error"))
    read_error (json_node_get_object (node), code, reason);
  return json_object_ref (json_node_get_object (node));
}

char *
gscope_nats_stream_read_refusal (GBytes *answer)
{
  g_autofree char *reason = NULL;
  gint64 code;
  g_autoptr (JsonObject) object = gscope_nats_stream_read_answer (answer, &code, &reason);

  if (object && (code == HAS_OTHER_SETTINGS || code == HAS_THESE_SUBJECTS))
    return NULL;
  return g_steal_pointer (&reason);
}
