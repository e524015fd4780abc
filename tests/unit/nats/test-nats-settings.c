/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/nats/settings.h>
#include <string.h>

typedef struct
{
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-nats-XXXXXX", NULL);

  f->path = g_build_filename (directory, "nats.conf", NULL);
  g_setenv ("GSCOPE_NATS_CONFIG", f->path, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_autofree char *directory = g_path_get_dirname (f->path);

  g_unlink (f->path);
  g_rmdir (directory);
  g_free (f->path);
}

static void
write_file (Fixture *f, const char *text, int mode)
{
  g_assert_true (g_file_set_contents (f->path, text, -1, NULL));
  g_assert_cmpint (g_chmod (f->path, mode), ==, 0);
}

static gboolean
is_encrypted (const char *server)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeNatsSettings) settings = gscope_nats_settings_read (server, &error);

  g_assert_no_error (error);
  return settings->is_tls;
}

static void
assert_refused (const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_nats_settings_read ("nats://localhost:4222", &error));
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

/* Nothing goes to another machine that others could read on the way. */
static void
test_encrypted (Fixture *f, gconstpointer data)
{
  g_assert_true (is_encrypted ("nats://rack.example.org:4222"));
  g_assert_true (is_encrypted ("nats://192.0.2.1:4222"));
  g_assert_true (is_encrypted ("nats://[2001:db8::1]:4222"));
  g_assert_true (is_encrypted ("nats://localhost.example.org:4222"));
  g_assert_false (is_encrypted ("nats://localhost:4222"));
  g_assert_false (is_encrypted ("nats://127.0.0.1:4222"));
  g_assert_false (is_encrypted ("nats://[::1]:4222"));

  write_file (f, "[nats://localhost:4222]\nauthority=/lab/authority.pem\n[*]\nuser=alice\n", 0644);
  g_assert_true (is_encrypted ("nats://localhost:4222"));
  g_assert_false (is_encrypted ("nats://localhost:4223"));
  g_assert_true (is_encrypted ("nats://rack.example.org:4222"));
}

/* A server has its own group or the common one, never both. */
static void
test_groups (Fixture *f, gconstpointer data)
{
  const char *server = "nats://rack.example.org:4222";
  g_autoptr (GscopeNatsSettings) own = NULL, other = NULL;

  write_file (f,
              "[*]\nuser=any\nauthority=/lab/authority.pem\n"
              "[nats://rack.example.org:4222]\nuser=alice\npassword=secret\n"
              "certificate=/lab/alice.pem\nkey=/lab/key.pem\n"
              "nkey=UABC\nseed=/lab/seed\ncredentials=/lab/alice.creds\n",
              0600);
  own = gscope_nats_settings_read (server, NULL);
  g_assert_cmpstr (own->server, ==, server);
  g_assert_cmpstr (own->host, ==, "rack.example.org");
  g_assert_cmpstr (own->user, ==, "alice");
  g_assert_cmpstr (own->password, ==, "secret");
  g_assert_cmpstr (own->certificate, ==, "/lab/alice.pem");
  g_assert_cmpstr (own->key, ==, "/lab/key.pem");
  g_assert_cmpstr (own->nkey, ==, "UABC");
  g_assert_cmpstr (own->seed, ==, "/lab/seed");
  g_assert_cmpstr (own->credentials, ==, "/lab/alice.creds");
  g_assert_null (own->authority);
  other = gscope_nats_settings_read ("nats://localhost:4222", NULL);
  g_assert_cmpstr (other->user, ==, "any");
  g_assert_cmpstr (other->authority, ==, "/lab/authority.pem");
}

/* The user is the login unless a group for this server says otherwise. */
static void
test_login (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeNatsSettings) without = NULL, settings = NULL;

  without = gscope_nats_settings_read ("nats://localhost:4222", NULL);
  g_assert_cmpstr (without->user, ==, g_get_user_name ());
  write_file (f, "[nats://elsewhere:4222]\nuser=alice\n", 0644);
  settings = gscope_nats_settings_read ("nats://localhost:4222", NULL);
  g_assert_cmpstr (settings->user, ==, g_get_user_name ());
  g_assert_null (settings->password);
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *remedy = g_strconcat ("chmod 600 ", f->path, NULL);

  write_file (f, "[*]\nuser=alice\npassword=secret\n", 0644);
  assert_refused (remedy);
  write_file (f, "[*]\ncertificate=alice.pem\n", 0600);
  assert_refused ("absolute path");
  write_file (f, "[*]\ncertificate=/lab/alice.pem\n", 0600);
  assert_refused ("Give both");
  write_file (f, "[*]\nseed=/lab/seed\n", 0600);
  assert_refused ("Give both");
  write_file (f, "[*]\ncolour=red\n", 0600);
  assert_refused ("no key “colour”");
  /* GLib returns a text for this one nevertheless */
  write_file (f, "[*]\nuser=a\\qb\n", 0600);
  assert_refused ("user");
  write_file (f, "user=alice\n", 0600);
  assert_refused (f->path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/nats-settings/encrypted", Fixture, NULL, set_up, test_encrypted, tear_down);
  g_test_add ("/nats-settings/groups", Fixture, NULL, set_up, test_groups, tear_down);
  g_test_add ("/nats-settings/login", Fixture, NULL, set_up, test_login, tear_down);
  g_test_add ("/nats-settings/refused", Fixture, NULL, set_up, test_refused, tear_down);
  return g_test_run ();
}
