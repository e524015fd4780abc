/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/session-bed.h"

#include <gscope-test/gscope-test.h>
#include <gscope/access/user.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The rights of the tests: a configuration lists the principals. */
static const struct
{
  const char *principal;
  GscopeAccess access;
  const char *path;
} allowed[] = {
  { "token:guest", GSCOPE_ACCESS_READ, "lab" },
  { "token:guest", GSCOPE_ACCESS_WRITE, "lab/gain" },
  { "token:observer", GSCOPE_ACCESS_READ, "lab" },
  { "token:marker", GSCOPE_ACCESS_WRITE, "markers" },
  { "token:maker", GSCOPE_ACCESS_CREATE, "scripted" },
  { "group:staff", GSCOPE_ACCESS_READ, "*" },
  { "group:staff", GSCOPE_ACCESS_WRITE, "lab/panel/*" },
  { "certificate:O=Lab,CN=*", GSCOPE_ACCESS_READ, "l?b" },
};

static void
allow (GscopeRights *rights)
{
  for (gsize i = 0; i < G_N_ELEMENTS (allowed); i++)
    gscope_rights_allow (rights, allowed[i].principal, allowed[i].access, allowed[i].path);
}

/* A name that begins with “group:” is that of a user of this group. */
static GscopePrincipal *
create_principal (const char *name)
{
  gboolean is_group = g_str_has_prefix (name, "group:");
  GscopePrincipal *principal = gscope_principal_new (is_group ? "user:eve" : name, "test");

  if (is_group)
    principal->groups = g_strdupv ((char *[]){ "group:users", (char *) name, NULL });
  return principal;
}

static void
test_rows (void)
{
  static const struct
  {
    const char *principal;
    GscopeAccess access;
    const char *path;
    gboolean is_allowed;
  } rows[] = {
    { "token:guest", GSCOPE_ACCESS_READ, "lab", TRUE },
    { "token:guest", GSCOPE_ACCESS_READ, "lab2", FALSE },
    { "token:guest", GSCOPE_ACCESS_READ, "LAB", FALSE },
    { "token:guest", GSCOPE_ACCESS_READ, "", FALSE },
    { "token:guest", GSCOPE_ACCESS_WRITE, "lab/gain", TRUE },
    { "token:guest", GSCOPE_ACCESS_WRITE, "lab/gain2", FALSE },
    { "token:guest", GSCOPE_ACCESS_WRITE, "lab", FALSE },
    { "token:guest", GSCOPE_ACCESS_CREATE, "lab", FALSE },
    { "token:guest2", GSCOPE_ACCESS_READ, "lab", FALSE },
    { "user:guest", GSCOPE_ACCESS_READ, "lab", FALSE },
    { "token:observer", GSCOPE_ACCESS_WRITE, "lab/gain", FALSE },
    { "token:maker", GSCOPE_ACCESS_CREATE, "scripted", TRUE },
    { "token:maker", GSCOPE_ACCESS_READ, "scripted", FALSE },
    { "group:staff", GSCOPE_ACCESS_READ, "secret", TRUE },
    { "group:staff", GSCOPE_ACCESS_WRITE, "lab/panel/knob", TRUE },
    { "group:staff", GSCOPE_ACCESS_WRITE, "lab/gain", FALSE },
    { "group:staff2", GSCOPE_ACCESS_READ, "lab", FALSE },
    { "certificate:O=Lab,CN=alice", GSCOPE_ACCESS_READ, "lab", TRUE },
    { "certificate:O=Other,CN=alice", GSCOPE_ACCESS_READ, "lab", FALSE },
    { "certificate:O=Lab,CN=alice", GSCOPE_ACCESS_WRITE, "lab/gain", FALSE },
  };
  GscopeRights *rights = gscope_rights_new ();

  allow (rights);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GscopePrincipal) principal = create_principal (rows[i].principal);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s %d %s", rows[i].principal, rows[i].access, rows[i].path);
      g_assert_true (gscope_rights_check (rights, principal, rows[i].access, rows[i].path, &error)
                     == rows[i].is_allowed);
      g_assert_true ((error == NULL) == rows[i].is_allowed);
      gscope_rights_set_read_only (rights, TRUE);
      g_assert_true (gscope_rights_check (rights, principal, rows[i].access, rows[i].path, NULL)
                     == (rows[i].is_allowed && rows[i].access == GSCOPE_ACCESS_READ));
      gscope_rights_set_read_only (rights, FALSE);
    }
  gscope_rights_free (rights);
}

/* A user of this machine comes with the own group, and with all others. */
static void
test_groups (void)
{
  int ends[2];
  g_autoptr (GscopePrincipal) principal = NULL;
  gid_t groups[1024];
  int n = getgroups (G_N_ELEMENTS (groups), groups);

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  principal = gscope_user_identify (ends[0]);
  g_assert_true (g_str_has_prefix (principal->name, "user:"));
  g_assert_cmpint ((int) g_strv_length (principal->groups), ==, 1 + n);
  for (guint i = 0; principal->groups[i]; i++)
    g_assert_true (g_str_has_prefix (principal->groups[i], "group:"));
  close (ends[0]);
  close (ends[1]);
}

/* Sessions. */

typedef struct
{
  SessionBed agent;
  GscopeSource *lab;
  GscopeSource *secret;
} Bed;

static void
set_up (Bed *bed)
{
  session_bed_set_up (&bed->agent);
  bed->lab = session_bed_add_source (&bed->agent, "lab");
  bed->secret = session_bed_add_source (&bed->agent, "secret");
  allow (bed->agent.host.rights);
}

static void
tear_down (Bed *bed)
{
  gscope_scope_remove_source (bed->agent.scope, bed->lab);
  gscope_scope_remove_source (bed->agent.scope, bed->secret);
  session_bed_tear_down (&bed->agent);
  g_assert_finalize_object (bed->lab);
  g_assert_finalize_object (bed->secret);
}

static void
connect_as (Bed *bed, const char *principal, const char *target)
{
  g_autofree char *hello =
      g_strdup_printf ("{\"hello\": {\"version\": 2, \"boot\": \"b\", \"clock\": \"c\", "
                       "\"period_ns\": 10000000, \"credit\": 4096%s}}",
                       target);

  session_bed_connect (&bed->agent, create_principal (principal));
  fake_carrier_receive (bed->agent.carrier, hello, strlen (hello));
  run_pending ();
}

/* Returns all texts that came. */
static char *
disconnect (Bed *bed)
{
  GString *texts = g_string_new (NULL);
  GBytes *message;

  fake_carrier_end (bed->agent.carrier);
  while ((message = fake_carrier_take (bed->agent.carrier)))
    {
      gsize size;
      const char *data = g_bytes_get_data (message, &size);

      g_string_append_len (texts, data, (gssize) size);
      g_string_append_c (texts, '\n');
      g_bytes_unref (message);
    }
  g_assert_null (bed->agent.session);
  run_pending ();
  return g_string_free (texts, FALSE);
}

#define LAB ", \"source\": \"lab\""
#define SECRET ", \"source\": \"secret\""
#define NOBODY ", \"source\": \"nobody\""
#define OWN ", \"type\": \"scripted\", \"name\": \"mine\""
#define APPLY(parameter)                                                                           \
  "{\"call\": {\"id\": 7, \"verb\": \"apply\", \"parameter\": \"" parameter "\", \"value\": 4}}"
#define CHECK(parameter)                                                                           \
  "{\"call\": {\"id\": 7, \"verb\": \"check\", \"parameter\": \"" parameter "\", \"value\": 4}}"
#define APPLY_ALL                                                                                  \
  "{\"call\": {\"id\": 7, \"verb\": \"apply-all\", \"writes\": [{\"parameter\": \"gain\", "        \
  "\"value\": 4}, {\"parameter\": \"panel/knob\", \"value\": 4}]}}"
#define MARK "{\"call\": {\"id\": 7, \"verb\": \"mark\", \"label\": \"deployed\"}}"
#define CONFIGURE "{\"call\": {\"id\": 7, \"verb\": \"configure\", \"options\": {\"level\": 4.0}}}"

typedef struct
{
  const char *principal;
  /* the members of the hello */
  const char *target;
  /* a call, or NULL */
  const char *call;
  /* parts of the answers, and what they may not have */
  const char *has;
  const char *lacks;
  /* the expected parameters of the source “lab” afterwards */
  double gain;
  double knob;
  gboolean is_read_only;
} Case;

static const Case cases[] = {
  { "token:guest", LAB, NULL, "\"gain\"", "error", 1, 50, FALSE },
  { "token:guest", SECRET, NULL, "may not read “secret”", "\"gain\"", 1, 50, FALSE },
  /* nobody learns which sources there are */
  { "token:guest", NOBODY, NULL, "may not read “nobody”", "has no source", 1, 50, FALSE },
  { "token:guest", "", NULL, "\"lab\"", "secret", 1, 50, FALSE },
  { "token:nobody", "", NULL, "\"sources\":[]", "lab", 1, 50, FALSE },
  { "token:nobody", LAB, NULL, "may not read “lab”", "\"gain\"", 1, 50, FALSE },
  { "token:maker", LAB, NULL, "may not read “lab”", "\"gain\"", 1, 50, FALSE },

  { "token:guest", LAB, APPLY ("gain"), "\"revision\":2", "error", 4, 50, FALSE },
  { "token:guest", LAB, APPLY ("panel/knob"), "may not write “lab/panel/knob”", NULL, 1, 50,
    FALSE },
  { "token:guest", LAB, APPLY_ALL, "may not write “lab/panel/knob”", NULL, 1, 50, FALSE },
  { "token:guest", LAB, CHECK ("gain"), "\"value\":4", "error", 1, 50, FALSE },
  { "token:guest", LAB, CHECK ("panel/knob"), "may not write “lab/panel/knob”", NULL, 1, 50,
    FALSE },
  { "token:observer", LAB, APPLY ("gain"), "may not write “lab/gain”", NULL, 1, 50, FALSE },
  { "token:guest", LAB, CONFIGURE, "other users", NULL, 1, 50, FALSE },
  { "group:staff", LAB, APPLY ("panel/knob"), "\"revision\":2", "error", 1, 4, FALSE },
  { "group:staff", LAB, APPLY ("gain"), "may not write “lab/gain”", NULL, 1, 50, FALSE },

  { "token:guest", "", MARK, "may not write “markers”", NULL, 1, 50, FALSE },
  { "token:marker", "", MARK, "\"answer\":{\"id\":7}", "error", 1, 50, FALSE },
  { "token:marker", "", APPLY ("gain"), "takes only the calls", NULL, 1, 50, FALSE },
  { "token:guest", LAB, MARK, "are for the agent", NULL, 1, 50, FALSE },

  { "token:guest", OWN, NULL, "may not run “scripted”", "\"gain\"", 1, 50, FALSE },
  { "token:maker", OWN, APPLY ("gain"), "\"revision\":2", "error", 1, 50, FALSE },

  { "token:guest", LAB, APPLY ("gain"), "is read-only", NULL, 1, 50, TRUE },
  { "token:guest", LAB, APPLY_ALL, "is read-only", NULL, 1, 50, TRUE },
  { "token:guest", LAB, CHECK ("gain"), "is read-only", NULL, 1, 50, TRUE },
  { "token:guest", LAB, NULL, "\"gain\"", "error", 1, 50, TRUE },
  { "token:marker", "", MARK, "is read-only", NULL, 1, 50, TRUE },
  { "token:maker", OWN, NULL, "is read-only", "\"gain\"", 1, 50, TRUE },
};

static double
get_value (Bed *bed, const char *parameter)
{
  return gscope_parameter_get_number (gscope_source_find_parameter (bed->lab, parameter));
}

static void
check_case (const Case *expected)
{
  Bed bed = { 0 };
  g_autofree char *texts = NULL;

  g_test_message ("%s%s %s", expected->principal, expected->target,
                  expected->call ? expected->call : "");
  set_up (&bed);
  gscope_rights_set_read_only (bed.agent.host.rights, expected->is_read_only);
  connect_as (&bed, expected->principal, expected->target);
  if (expected->call)
    fake_carrier_receive (bed.agent.carrier, expected->call, strlen (expected->call));
  run_pending ();
  texts = disconnect (&bed);
  g_test_message ("%s", texts);
  g_assert_nonnull (strstr (texts, expected->has));
  if (expected->lacks)
    g_assert_null (strstr (texts, expected->lacks));
  g_assert_cmpfloat (get_value (&bed, "gain"), ==, expected->gain);
  g_assert_cmpfloat (get_value (&bed, "panel/knob"), ==, expected->knob);
  tear_down (&bed);
}

static void
test_sessions (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    check_case (&cases[i]);
}

/* Rights that are taken from somebody who is connected. */
static void
test_taken (void)
{
  Bed bed = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *texts = NULL;
  const char *apply = APPLY ("gain");

  set_up (&bed);
  connect_as (&bed, "token:guest", LAB);
  gscope_rights_clear (bed.agent.host.rights);
  gscope_rights_allow (bed.agent.host.rights, "token:guest", GSCOPE_ACCESS_READ, "lab");
  fake_carrier_receive (bed.agent.carrier, apply, strlen (apply));
  g_assert_true (gscope_session_check (bed.agent.session, NULL));
  gscope_rights_clear (bed.agent.host.rights);
  g_assert_false (gscope_session_check (bed.agent.session, &error));
  gscope_session_fail (bed.agent.session, error);
  texts = disconnect (&bed);
  g_assert_nonnull (strstr (texts, "may not write “lab/gain”"));
  g_assert_nonnull (strstr (texts, "may not read “lab”"));
  g_assert_cmpfloat (get_value (&bed, "gain"), ==, 1);
  tear_down (&bed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rights/rows", test_rows);
  g_test_add_func ("/rights/groups", test_groups);
  g_test_add_func ("/rights/sessions", test_sessions);
  g_test_add_func ("/rights/taken", test_taken);
  return g_test_run ();
}
