/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/consent.h"

#include <glib/gi18n.h>
#include <string.h>

enum
{
  /* Documents that are remembered: the newest. */
  MAX_REMEMBERED = 1000,
};

/* The list of digests, one a line, the newest last. */

static char *
find_list (void)
{
  return g_build_filename (g_get_user_state_dir (), "gscope", "consent", NULL);
}

static GStrv
read_list (void)
{
  g_autofree char *path = find_list ();
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return g_strsplit (text ? text : "", "\n", -1);
}

static gboolean
is_remembered (const char *digest)
{
  g_auto (GStrv) digests = read_list ();

  return g_strv_contains ((const char *const *) digests, digest);
}

void
app_consent_remember (const char *digest)
{
  g_auto (GStrv) digests = read_list ();
  guint n = g_strv_length (digests);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = find_list ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (g_strv_contains ((const char *const *) digests, digest))
    return;
  for (guint i = n > MAX_REMEMBERED ? n - MAX_REMEMBERED : 0; i < n; i++)
    if (digests[i][0])
      g_string_append_printf (text, "%s\n", digests[i]);
  g_string_append_printf (text, "%s\n", digest);
  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, text->str, (gssize) text->len,
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_message ("the consent to a workspace was not remembered: %s", error->message);
}

void
app_consent_remember_text (const char *text)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  app_consent_remember (digest);
}

/* Sentences. */

static gboolean
is_same_agent (const GscopeDemand *a, const GscopeDemand *b)
{
  return a->kind == GSCOPE_DEMAND_KIND_CONNECT && b->kind == GSCOPE_DEMAND_KIND_CONNECT
         && g_strcmp0 (a->detail, b->detail) == 0;
}

/* Returns a sentence for all sources of an agent with the first of them, and NULL with the others. */
static char *
describe_connection (GPtrArray *demands, guint first)
{
  const GscopeDemand *demand = demands->pdata[first];
  g_autoptr (GString) sources = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < demands->len; i++)
    {
      const GscopeDemand *other = demands->pdata[i];

      if (!is_same_agent (other, demand))
        continue;
      if (i < first)
        return NULL;
      g_string_append_printf (sources, "%s“%s”", n++ > 0 ? ", " : "", other->source);
    }
  /* Translators: sources in quotation marks, and an address. */
  return g_strdup_printf (ngettext ("%s connects to the agent at “%s”, and may run sources there",
                                    "%s connect to the agent at “%s”, and may run sources there",
                                    n),
                          sources->str, demand->detail);
}

static char *
describe (GPtrArray *demands, guint i)
{
  const GscopeDemand *demand = demands->pdata[i];

  switch (demand->kind)
    {
    case GSCOPE_DEMAND_KIND_STEER:
      /* Translators: a source, one of its parameters and a value. */
      return g_strdup_printf (_ ("“%s” steers other programs: “%s” is set to %s"), demand->source,
                              demand->parameter ? demand->parameter : "", demand->detail);
    case GSCOPE_DEMAND_KIND_REAL_TIME:
      return g_strdup_printf (_ ("“%s” starts threads of real-time priority: %s"), demand->source,
                              demand->detail);
    case GSCOPE_DEMAND_KIND_LISTEN:
      return g_strdup_printf (_ ("“%s” listens where other machines can reach it: %s"),
                              demand->source, demand->detail);
    case GSCOPE_DEMAND_KIND_CONNECT:
      return describe_connection (demands, i);
    case GSCOPE_DEMAND_KIND_ASK:
      /* Translators: a source and the address of a server. */
      return g_strdup_printf (_ ("“%s” sends requests to “%s”"), demand->source, demand->detail);
    case GSCOPE_DEMAND_KIND_RUN:
      /* Translators: a source and the path of a program. */
      return g_strdup_printf (_ ("“%s” runs the program “%s”"), demand->source, demand->detail);
    case GSCOPE_DEMAND_KIND_OPEN:
    default:
      return g_strdup_printf (_ ("“%s” opens “%s”"), demand->source, demand->detail);
    }
}

static GStrv
describe_all (GPtrArray *demands)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < demands->len; i++)
    {
      g_autofree char *sentence = describe (demands, i);

      if (sentence)
        g_strv_builder_add (builder, sentence);
    }
  return g_strv_builder_end (builder);
}

/* Reading. */

static GBytes *
read_bytes (GFile *file, GError **error)
{
  g_autoptr (GInputStream) stream = gscope_file_read (file, error);
  g_autofree char *data = g_malloc (GSCOPE_WORKSPACE_MAX_BYTES + 1);
  gsize length;

  if (!stream
      || !g_input_stream_read_all (stream, data, GSCOPE_WORKSPACE_MAX_BYTES + 1, &length, NULL,
                                   error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&data), length);
}

static GscopeWorkspace *
parse (GFile *file, GBytes *bytes, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  GscopeWorkspace *workspace = gscope_workspace_new_from_data (data, (gssize) length, error);

  if (!workspace)
    g_prefix_error (error, "%s: ", name);
  return workspace;
}

/* Returns NULL for a document that needs no consent. */
static GStrv
find_needs (GFile *file, GscopeWorkspace *workspace, GBytes *bytes, GscopeRegistry *registry,
            char **digest)
{
  g_autoptr (GPtrArray) demands = gscope_workspace_list_demands (workspace, registry);

  *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (demands->len == 0 || gscope_workspace_is_ready_made (file) || is_remembered (*digest))
    return NULL;
  return describe_all (demands);
}

GStrv
app_consent_list (GFile *file, GscopeRegistry *registry, char **digest)
{
  g_autoptr (GBytes) bytes = read_bytes (file, NULL);
  g_autoptr (GscopeWorkspace) workspace = bytes ? parse (file, bytes, NULL) : NULL;

  *digest = NULL;
  return workspace ? find_needs (file, workspace, bytes, registry, digest) : NULL;
}

GscopeWorkspace *
app_consent_read (GFile *file, GscopeRegistry *registry, AppConsent consent, GError **error)
{
  g_autoptr (GBytes) bytes = read_bytes (file, error);
  g_autoptr (GscopeWorkspace) workspace = bytes ? parse (file, bytes, error) : NULL;
  g_auto (GStrv) needs = NULL;
  g_autofree char *digest = NULL, *list = NULL, *name = NULL;

  if (!workspace || consent == APP_CONSENT_GIVEN)
    return g_steal_pointer (&workspace);
  needs = find_needs (file, workspace, bytes, registry, &digest);
  if (needs && consent == APP_CONSENT_DECLINED)
    gscope_workspace_decline_demands (workspace, registry);
  if (!needs || consent == APP_CONSENT_DECLINED)
    return g_steal_pointer (&workspace);
  list = g_strjoinv ("; ", needs);
  name = g_file_get_parse_name (file);
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
      _ ("Cannot open “%s” without your consent: %s. Open it in the window, which asks, or "
         "use --trust."),
      name, list);
  return NULL;
}
