/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The agent's configuration file: values, defaults, and why a file is refused. */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *directory;
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->directory = g_dir_make_tmp ("gscope-config-XXXXXX", NULL);
  f->path = g_build_filename (f->directory, "gscoped.conf", NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_unlink (f->path);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_free (f->path);
}

static AgentConfig *
read_config (Fixture *f, const char *text, GError **error)
{
  g_assert_true (g_file_set_contents (f->path, text, -1, NULL));
  return agent_config_read (f->path, error);
}

static void
refuse (Fixture *f, const char *text, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = read_config (f, text, &error);

  g_assert_null (config);
  g_assert_nonnull (error);
  if (!strstr (error->message, words) || !strstr (error->message, f->path))
    g_error ("%s: “%s” does not say “%s”", text, error->message, words);
}

/* An empty file has the values of no file. */
static void
test_defaults (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = read_config (f, "", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (config->path, ==, f->path);
  g_assert_null (config->addresses);
  g_assert_null (config->recording_directory);
  g_assert_false (config->is_read_only);
  g_assert_true (config->has_system_journal);
  g_assert_true (g_str_has_suffix (config->journal_file, "/gscope/writes.jsonl"));
  g_assert_cmpuint (config->journal_bytes, ==, 8 * 1024 * 1024);
  g_assert_cmpuint (config->recording_bytes, ==, 1024 * 1024 * 1024);
  g_assert_cmpuint (config->rights->len, ==, 0);
}

static void
test_values (Fixture *f, gconstpointer data)
{
  static const char text[] =
      "[agent]\nlisten=unix:/run/a;ws://127.0.0.1:0\ncarrier=nats://127.0.0.1:4222/lab\n"
      "groups=floor 2;rack\nread-only=true\nsimulate=5\nworkspace=/srv/lab.json\n"
      "[network]\nnames=lab.example\norigins=https://lab.example\ntokens=/etc/tokens\n"
      "certificate=/c\nkey=/k\nclient-authority=/a\nfoxglove=true\n"
      "[journal]\nfile=\nsize=64K\nsystemd=false\n"
      "[recording]\ndirectory=/srv/ring\nsize=2G\nhours=48\n"
      "[rights guests]\nprincipal=user:alice\nread=*;demo/*\nwrite=demo/gain\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = read_config (f, text, &error);
  const AgentRights *rights;

  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (config->addresses), ==, 2);
  g_assert_cmpstr (config->addresses[1], ==, "ws://127.0.0.1:0");
  g_assert_cmpstr (config->carriers[0], ==, "nats://127.0.0.1:4222/lab");
  g_assert_cmpstr (config->groups[0], ==, "floor 2");
  g_assert_true (config->is_read_only);
  g_assert_cmpint (config->n_simulated, ==, 5);
  g_assert_cmpstr (config->workspace, ==, "/srv/lab.json");
  g_assert_cmpstr (config->tokens, ==, "/etc/tokens");
  g_assert_true (config->has_foxglove);
  g_assert_null (config->journal_file);
  g_assert_cmpuint (config->journal_bytes, ==, 64 * 1024);
  g_assert_false (config->has_system_journal);
  g_assert_cmpuint (config->recording_bytes, ==, G_GUINT64_CONSTANT (2) << 30);
  g_assert_cmpint (config->recording_hours, ==, 48);
  g_assert_cmpuint (config->rights->len, ==, 1);
  rights = config->rights->pdata[0];
  g_assert_cmpstr (rights->principal, ==, "user:alice");
  g_assert_cmpstr (rights->paths[GSCOPE_ACCESS_READ][1], ==, "demo/*");
  g_assert_cmpstr (rights->paths[GSCOPE_ACCESS_WRITE][0], ==, "demo/gain");
  g_assert_null (rights->paths[GSCOPE_ACCESS_CREATE]);
}

/* A name is that of a ready-made workspace, not that of a file in the working directory. */
static void
test_workspace (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) named = read_config (f, "[agent]\nworkspace=hello\n", &error);
  g_autoptr (AgentConfig) none = NULL;

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (named->workspace, "/hello.json"));
  none = read_config (f, "[agent]\nworkspace=\n", &error);
  g_assert_no_error (error);
  g_assert_null (none->workspace);
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  static const char *const rows[][2] = {
    { "key=value\n", "" },
    { "[agent]\nnonsense\n", "" },
    { "[agents]\n", "no group [agents]" },
    { "[rights ]\n", "no group" },
    { "[agent]\nlist=x\n", "has no key “list”. Its keys are: announce, carrier" },
    { "[agent]\nlisten=http://x\n", "http://x" },
    { "[agent]\nlisten=unix:\\q\n", "" },
    { "[agent]\nsimulate=-1\n", "a number from 0 to 100000" },
    { "[agent]\nsimulate=many\n", "a number from 0 to 100000" },
    { "[agent]\nread-only=yes\n", "true or false" },
    { "[agent]\nworkspace=lab.json\n", "the name of a ready-made workspace" },
    { "[agent]\ncarrier=ws://127.0.0.1:1\n", "nats://SERVER:PORT/NAME" },
    { "[agent]\ncarrier=nats://\n", "nats://" },
    { "[agent]\ngroups=a;;b\n", "groups of the agent" },
    { "[network]\ntokens=tokens\n", "an absolute path" },
    { "[network]\ntokens=\\q\n", "" },
    { "[journal]\nsize=1K\n", "a size of at least 64K" },
    { "[journal]\nsize=\n", "a size of at least 64K" },
    { "[journal]\nsize=9999999999T\n", "a size of at least 64K" },
    { "[rights x]\nread=*\n", "“principal”" },
    { "[rights x]\nprincipal=\n", "“principal”" },
    { "[rights x]\nprincipal=user:a\nrun=*\n", "has no key “run”" },
  };
  g_autoptr (GString) groups = g_string_new ("[agent]\ngroups=");
  g_autofree char *name = g_strnfill (256, 'n');
  g_autofree char *long_group = g_strdup_printf ("[agent]\ngroups=%s\n", name);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    refuse (f, rows[i][0], rows[i][1]);
  for (guint i = 0; i < 65; i++)
    g_string_append_printf (groups, "g%u;", i);
  refuse (f, groups->str, "groups of the agent");
  refuse (f, long_group, "groups of the agent");
}

static void
test_files (Fixture *f, gconstpointer data)
{
  g_autofree char *text = g_strnfill (1024 * 1024 + 1, '\n');
  g_autofree char *standard = agent_config_get_default_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = agent_config_read (f->path, &error);

  g_assert_null (config);
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  refuse (f, text, "longer than");
  g_assert_true (g_str_has_suffix (standard, "/gscope/gscoped.conf"));
}

#define ADD(name, test) g_test_add ("/agent-config/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("defaults", test_defaults);
  ADD ("values", test_values);
  ADD ("workspace", test_workspace);
  ADD ("refused", test_refused);
  ADD ("files", test_files);
  return g_test_run ();
}
