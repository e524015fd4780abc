/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>
#include <string.h>

enum
{
  /* Milliseconds for the answers of the agent: somebody waits who has pressed a key. */
  PATIENCE = 120,
};

static gboolean
on_patience (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_CONTINUE;
}

/* A name with a line end would be two, and one with an escape sequence would steer the terminal. */
static void
append_name (GString *text, const char *prefix, const char *name, const char *end)
{
  g_autofree char *clean = tools_text_clean (name);

  if (g_str_has_prefix (name, prefix) && g_str_equal (name, clean))
    g_string_append_printf (text, "%s%s\n", name, end);
}

/* The sources that have some, each with the slash after which the next names come. */
static void
append_sources (ToolsSession *session, const char *prefix, gboolean are_signals, GString *text)
{
  g_autoptr (GVariant) sources = tools_session_read_inventory (session, NULL);
  guint n_signals, n_parameters;
  const char *name;
  GVariantIter iter;

  if (!sources)
    return;
  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&s&s&s&suu)", &name, NULL, NULL, NULL, &n_signals,
                              &n_parameters))
    if ((are_signals ? n_signals : n_parameters) > 0)
      append_name (text, prefix, name, "/");
}

static void
append_contents (ToolsSession *session, const char *prefix, gboolean are_signals, GString *text)
{
  g_autofree char *name = g_strndup (prefix, strcspn (prefix, "/"));
  GscopeSource *source = tools_session_open (session, name, NULL);
  GListModel *model = !source       ? NULL
                      : are_signals ? gscope_source_get_signals (source)
                                    : gscope_source_get_parameters (source);

  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      g_autofree char *full_name =
          are_signals ? g_strdup (gscope_signal_get_full_name (GSCOPE_SIGNAL (item)))
                      : gscope_parameter_dup_full_name (GSCOPE_PARAMETER (item));

      append_name (text, prefix, full_name, "");
    }
}

gboolean
tools_names (const ToolsOptions *options, GError **error)
{
  gboolean are_signals = g_str_equal (options->arguments[0], "signals");
  const char *prefix = options->arguments[1] ? options->arguments[1] : "";
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ToolsSession session;
  guint patience;

  if (!are_signals && !g_str_equal (options->arguments[0], "parameters"))
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("“%s” has no names. Write “signals” or “parameters”."),
                   options->arguments[0]);
      return FALSE;
    }
  patience = g_timeout_add (PATIENCE, on_patience, cancellable);
  tools_session_init (&session, options);
  session.cancellable = cancellable;
  if (strchr (prefix, '/'))
    append_contents (&session, prefix, are_signals, text);
  else
    append_sources (&session, prefix, are_signals, text);
  tools_session_clear (&session);
  g_source_remove (patience);
  return tools_output_write (text->str, error);
}
