/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"
#include <gscope-test/await.h>

#include <glib/gstdio.h>
#include <gscope/source/private.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Real sockets and threads, in one process. The clock stands still unless a test says otherwise. */

static gint64
get_time (TupleBed *bed)
{
  return gscope_clock_get_time (bed->clock);
}

static void
advance (TupleBed *bed, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), milliseconds * GSCOPE_MSEC);
}

static guint64
get_lost (TupleBed *bed, const char *full_name, GscopeLoss cause)
{
  return gscope_signal_get_lost (gscope_scope_find_signal (bed->scope, full_name), cause);
}

/* Tuples of this machine's own clock keep their own times. */
static void
test_tcp (void)
{
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 1.5 load\n999995 -3 other signal\n# a comment\n999999.5 2.5 lo");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/load") == 1);
  tuple_bed_send (fd, "ad\r\n1000000 7 load\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/load") == 3);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/other signal") == 1);
  g_assert_cmpint (tuple_bed_get_latest (&bed, "t/load").time, ==, get_time (&bed));
  g_assert_cmpfloat (tuple_bed_get_latest (&bed, "t/load").value, ==, 7);
  g_assert_cmpint (tuple_bed_get_latest (&bed, "t/other signal").time, ==,
                   get_time (&bed) - 5 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_tuple_server_get_n_clients (bed.server), ==, 1);
  close (fd);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 0);
  tuple_bed_clear (&bed);
}

/* A client like a shell: one line without its end, and disconnected before the signal exists. */
static void
test_brief_clients (void)
{
  TupleBed bed;

  tuple_bed_init (&bed, NULL, NULL);
  for (guint i = 1; i <= 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u %u", 999980 + i, i);
      int fd = tuple_bed_connect (&bed, 0);

      tuple_bed_send (fd, text);
      close (fd);
      tuple_bed_await (&bed, tuple_bed_count (&bed, "t/value") == i);
      tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 0);
    }
  g_assert_cmpfloat (tuple_bed_get_latest (&bed, "t/value").value, ==, 20);
  tuple_bed_clear (&bed);
}

static void
test_same_names (void)
{
  TupleBed bed;
  int first, second;
  gsize n_gaps;

  tuple_bed_init (&bed, NULL, NULL);
  first = tuple_bed_connect (&bed, 0);
  tuple_bed_send (first, "999990 1 load\n999991 1 load\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/load") == 2);
  second = tuple_bed_connect (&bed, 0);
  tuple_bed_send (second, "999990 2 load\n999990 2 temperature\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/client 2/load") == 1);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/temperature") == 1);

  /* a stream that ends leaves a gap; who comes next goes on */
  close (first);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 1);
  first = tuple_bed_connect (&bed, 0);
  advance (&bed, 20);
  tuple_bed_send (first, "1000010 3 load\n");
  tuple_bed_await (&bed, tuple_bed_get_latest (&bed, "t/load").value == 3);
  gscope_trace_get_gaps (gscope_signal_get_trace (gscope_scope_find_signal (bed.scope, "t/load")),
                         G_MININT64, G_MAXINT64, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, 1);
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/client 1/load"));
  close (first);
  close (second);
  tuple_bed_clear (&bed);
}

/* The status follows the clock. */
static void
await_status (TupleBed *bed, const char *text)
{
  tuple_bed_await (bed,
                   tuple_bed_get_status (bed, "t/server/clients") >= 0
                       && strstr (gscope_source_get_status (GSCOPE_SOURCE (bed->server)), text));
}

/* Times on the wall, and of a clock that nobody knows. */
static void
test_clocks (void)
{
  TupleBed bed;
  gint64 now;
  g_autofree char *wall = NULL;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  now = get_time (&bed);
  wall = g_strdup_printf ("%" G_GINT64_FORMAT " 1 wall\n",
                          gscope_clock_to_unix (bed.clock, now) / GSCOPE_MSEC - 20);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, wall);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/wall") == 1);
  g_assert_cmpint (tuple_bed_get_latest (&bed, "t/wall").time, ==, now - 20 * GSCOPE_MSEC);
  await_status (&bed, "client 1's clock is this machine's");
  close (fd);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 0);

  now = get_time (&bed);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "77000000 1 strange\n77000010 2 strange\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/strange") == 2);
  /* the newest came with the least delay: none that this clock shows, and half a round trip */
  g_assert_cmpint (ABS (tuple_bed_get_latest (&bed, "t/strange").time - now), <, 50 * GSCOPE_MSEC);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/client 1/clock uncertainty") >= 0);
  g_assert_cmpfloat_with_epsilon (tuple_bed_get_status (&bed, "t/client 1/clock offset"),
                                  now * 1e-9 - 77000.010, 0.05);
  g_assert_cmpfloat (tuple_bed_get_status (&bed, "t/client 1/clock uncertainty"), <, 0.1);
  g_assert_cmpfloat (tuple_bed_get_status (&bed, "t/client 1/clock uncertainty"), >=, 0);
  await_status (&bed, "client 1's clock counts from ");
  close (fd);
  tuple_bed_clear (&bed);
}

static void
test_losses (void)
{
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  tuple_bed_send (fd, "999985 2 x\n1000000 3 x\nnonsense\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 2);
  tuple_bed_await (&bed, get_lost (&bed, "t/x", GSCOPE_LOSS_BACKWARDS) == 1);
  advance (&bed, 500);
  tuple_bed_send (fd, "1000100 2 x\n1000490 3 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 3);
  tuple_bed_await (&bed, get_lost (&bed, "t/x", GSCOPE_LOSS_LATE) == 1);
  /* it came 400 ms after its time, a period of 10 ms is forgiven */
  g_assert_cmpint (gscope_signal_get_needed_delay (gscope_scope_find_signal (bed.scope, "t/x")), >=,
                   390 * GSCOPE_MSEC);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/client 1/late") == 1);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/client 1/refused") == 1);
  close (fd);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 0);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/refused") == 1);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/late") == 1);
  tuple_bed_clear (&bed);
}

/* Nobody but the broken client notices, and that one is told. */
static void
test_broken_clients (void)
{
  g_autoptr (GString) noise = g_string_new (NULL);
  g_autofree char *answer = NULL, *line = NULL;
  TupleBed bed;
  int good, bad;

  tuple_bed_init (&bed, NULL, NULL);
  good = tuple_bed_connect (&bed, 0);
  tuple_bed_send (good, "999990 1 good\n");
  bad = tuple_bed_connect (&bed, 0);
  for (guint i = 0; i < 150; i++)
    g_string_append (noise, "What is this?\r\n");
  tuple_bed_send (bad, noise->str);
  answer = tuple_bed_read_all (&bed, bad);
  g_assert_nonnull (strstr (answer, "# line 1 was skipped: the time is not a decimal number\n"));
  g_assert_nonnull (strstr (answer, "# refused: 100 malformed lines in a row"));

  /* a line without end is one bad line */
  bad = tuple_bed_connect (&bed, 0);
  g_string_set_size (noise, 100000);
  memset (noise->str, '1', noise->len);
  tuple_bed_send (bad, noise->str);
  tuple_bed_send (bad, "\n999990 5 recovered\n");
  line = tuple_bed_read_line (&bed, bad);
  g_assert_cmpstr (line, ==, "# line 1 was skipped: the line is longer than 4096 bytes\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/recovered") == 1);
  close (bad);

  tuple_bed_send (good, "999995 1 good\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/good") == 2);
  close (good);
  /* the source says so too */
  await_status (&bed, ": line 1 was skipped: the line is longer");
  tuple_bed_clear (&bed);
}

/* Annotations come from files only. */
static void
test_annotations (void)
{
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "#gscope {\"gap\": {\"signal\": \"x\", \"time\": 1, \"cause\": \"tick\"}}\n"
                      "#gscope {nonsense\n999990 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (bed.scope))),
                    ==, 0);
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/client 1/refused") == 0);
  close (fd);
  tuple_bed_clear (&bed);
}

static void
test_limits (void)
{
  g_autofree char *answer = NULL, *names = NULL, *all_names = NULL, *now = NULL;
  TupleBed bed;
  int first, second, third;

  tuple_bed_init (&bed, NULL,
                  "{ \"listen\": \"tcp:0\", \"clients\": 2, \"names\": 2, \"all-names\": 3 }");
  first = tuple_bed_connect (&bed, 0);
  tuple_bed_send (first, "999990 1 a\n999990 1 b\n999990 1 c\n999990 1 c\n999991 1 a\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/a") == 2);
  names = tuple_bed_read_line (&bed, first);
  g_assert_cmpstr (names, ==, "# line 3 was skipped: there are more than 2 different names\n");
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/c"));

  second = tuple_bed_connect (&bed, 0);
  tuple_bed_send (second, "999990 1 d\n999990 1 e\n999991 1 d\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/d") == 2);
  all_names = tuple_bed_read_line (&bed, second);
  g_assert_nonnull (strstr (all_names, "all 3 names of the server are in use"));
  await_status (&bed, "; message to client 2: all 3 names of the server are in use");

  third = tuple_bed_connect (&bed, 0);
  tuple_bed_send (third, "999990 1 f\n");
  answer = tuple_bed_read_all (&bed, third);
  g_assert_true (g_str_has_prefix (answer, "# refused: there are 2 clients already"));
  tuple_bed_await (&bed, tuple_bed_get_status (&bed, "t/server/turned away") == 1);
  await_status (&bed, "; another client was refused: there are 2 clients already");

  /* names that nobody feeds any more make room */
  close (first);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 1);
  third = tuple_bed_connect (&bed, 0);
  now = g_strdup_printf ("%" G_GINT64_FORMAT " 1 g\n%" G_GINT64_FORMAT " 1 h\n",
                         get_time (&bed) / GSCOPE_MSEC, get_time (&bed) / GSCOPE_MSEC);
  tuple_bed_send (third, now);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/h") == 1);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/g") == 1);
  g_assert_null (gscope_scope_find_signal (bed.scope, "t/a"));
  g_assert_nonnull (gscope_scope_find_signal (bed.scope, "t/d"));
  close (second);
  close (third);
  tuple_bed_clear (&bed);
}

/* A name that cannot be a signal's is refused alone: with a control character of ASCII, or with one of those beyond, which
 * begin escape sequences of some terminals. */
static void
test_bad_names (gconstpointer lines)
{
  g_autofree char *line = NULL;
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, lines);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/fine") == 1);
  line = tuple_bed_read_line (&bed, fd);
  g_assert_nonnull (strstr (line, "it contains a control character"));
  close (fd);
  tuple_bed_clear (&bed);
}

/* Data that comes too fast waits without loss. */
static void
test_rate (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TupleBed bed;
  gint64 begin = g_get_monotonic_time ();
  int fd;

  tuple_bed_init (&bed, NULL, "{ \"listen\": \"tcp:0\", \"rate\": 20000 }");
  fd = tuple_bed_connect (&bed, 0);
  for (guint i = 0; i < 22000; i++)
    g_string_append (text, "999999 1 x\n");
  tuple_bed_send (fd, text->str);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 22000);
  tuple_bed_send (fd, "1000000 2 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 22001);
  /* a second's worth was free */
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 80 * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpuint (gscope_signal_get_total_lost (gscope_scope_find_signal (bed.scope, "t/x")), ==,
                    0);
  close (fd);
  tuple_bed_clear (&bed);
}

/* More than all rings hold, while nobody drains: it waits in the client, and all of it arrives. */
static void
test_backpressure (void)
{
  enum
  {
    N = 200000
  };
  TupleBed bed;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_sent = 0;
  int fd;

  tuple_bed_init (&bed, NULL, NULL);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 0 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  for (guint i = 0; i < N - 1; i++)
    g_string_append (text, "999999 1 x\n");
  g_string_append (text, "999999 2 x\n");
  while (tuple_bed_count (&bed, "t/x") < N + 1)
    {
      gssize n = send (fd, text->str + n_sent, text->len - n_sent, MSG_DONTWAIT | MSG_NOSIGNAL);

      n_sent += MAX (n, 0);
      tuple_bed_step (&bed);
    }
  g_assert_cmpuint (gscope_signal_get_total_lost (gscope_scope_find_signal (bed.scope, "t/x")), ==,
                    0);
  g_assert_cmpfloat (tuple_bed_get_latest (&bed, "t/x").value, ==, 2);
  close (fd);
  tuple_bed_clear (&bed);
}

static void
test_unix (void)
{
  g_autofree char *dir = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "socket", NULL);
  g_autofree char *options = g_strdup_printf ("{ \"listen\": [\"unix:%s\"] }", path);
  struct stat status;
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, options);
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  close (fd);
  tuple_bed_stop (&bed);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  tuple_bed_start (&bed);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  tuple_bed_clear (&bed);
  g_rmdir (dir);
}

static void
test_udp (void)
{
  g_autofree char *line = NULL;
  TupleBed bed;
  int first, second;

  tuple_bed_init (&bed, NULL, "{ \"listen\": [\"udp:0\"] }");
  first = tuple_bed_connect (&bed, 0);
  second = tuple_bed_connect (&bed, 0);
  tuple_bed_send (first, "999990 1 x\n999990 1 y");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/y") == 1);
  /* another port of the same machine is the same client */
  tuple_bed_send (second, "999991 2 x\n999992 bad x\n999993 3 x");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 3);
  line = tuple_bed_read_line (&bed, second);
  g_assert_true (g_str_has_prefix (line, "# line 4 was skipped"));
  g_assert_cmpuint (gscope_tuple_server_get_n_clients (bed.server), ==, 1);
  close (first);
  close (second);
  tuple_bed_clear (&bed);
}

static char *
find_start_error (const char *options)
{
  g_autoptr (GscopeTupleServer) server = gscope_tuple_server_new ("t");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GVariant *variant = json_gvariant_deserialize_data (options, -1, "a{sv}", &error);

  g_assert_no_error (error);
  if (gscope_source_configure (GSCOPE_SOURCE (server), variant, &error))
    {
      gscope_source_start_async (GSCOPE_SOURCE (server), NULL, gscope_test_keep_result, &result);
      g_assert_false (
          gscope_source_start_finish (GSCOPE_SOURCE (server), gscope_test_await (&result), &error));
    }
  g_assert_true (error->domain == GSCOPE_ERROR);
  return g_strdup (error->message);
}

static void
test_options (void)
{
  static const struct
  {
    const char *options;
    const char *reason;
  } rows[] = {
    { "{ \"listen\": \"tcp:0.0.0.0:0\" }", "set the option “remote”" },
    { "{ \"listen\": \"udp:[::]:0\" }", "set the option “remote”" },
    { "{ \"listen\": \"tcp:example.org:0\" }", "cannot find the host" },
    { "{ \"listen\": \"tcp:70000\" }", "port from 0 to 65535" },
    { "{ \"listen\": \"tcp::1\" }", "the host before the port is missing" },
    { "{ \"listen\": \"http:80\" }", "it does not begin with a transport" },
    { "{ \"listen\": \"unix:\" }", "the path is missing" },
    { "{ \"listen\": \"unix:/nowhere/at/all\" }", "cannot listen" },
    { "{ \"listen\": [3] }", "listen: this is not a text" },
    { "{ \"listen\": 3 }", "listen: this is not an array of texts" },
    { "{ \"clients\": 0 }", "clients: this is not a whole number from 1" },
    { "{ \"rate\": -1 }", "rate: the value is not a whole number of at least 0" },
    { "{ \"rate\": \"fast\" }", "rate: this is not a whole number" },
    { "{ \"remote\": 1 }", "remote: this is neither true nor false" },
    { "{ \"token\": \"two\\nlines\" }", "A token is one line of UTF-8" },
    { "{ \"port\": 1 }", "there is no option “port”; there are: listen, remote" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *message = find_start_error (rows[i].options);

      if (!strstr (message, rows[i].reason))
        g_error ("%s: %s", rows[i].options, message);
    }
}

/* Two servers cannot have one port; the second says so, and the first goes on. */
static void
test_port_in_use (void)
{
  g_autofree char *address = NULL, *options = NULL, *message = NULL;
  TupleBed bed;

  tuple_bed_init (&bed, NULL, NULL);
  address = tuple_bed_dup_address (&bed, 0);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (bed.server)), address));
  options = g_strdup_printf ("{ \"listen\": \"%s\" }", address);
  message = find_start_error (options);
  g_assert_true (g_str_has_prefix (message, address));
  tuple_bed_clear (&bed);
}

static void
test_remote (void)
{
  TupleBed bed;
  int fd;

  tuple_bed_init (&bed, NULL, "{ \"listen\": \"tcp:0.0.0.0:0\", \"remote\": true }");
  fd = tuple_bed_connect (&bed, 0);
  tuple_bed_send (fd, "999990 1 x\n");
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  close (fd);
  tuple_bed_clear (&bed);
}

static void
test_register (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeSource) source = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_tuple_server_register (registry, &error));
  source = gscope_registry_create (registry, "tuples", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (GSCOPE_IS_TUPLE_SERVER (source));
  g_assert_false (gscope_tuple_server_register (registry, NULL));
}

/* The user's options match the options of the type, with their defaults. */
static void
test_asked_options (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  guint n;
  const GscopeSourceOption *options;

  g_assert_true (gscope_tuple_server_register (registry, NULL));
  options = gscope_registry_get_options (registry, "tuples", &n);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) value = g_variant_parse (G_VARIANT_TYPE (options[i].type),
                                                    options[i].initial, NULL, NULL, &error);
      GVariantDict dict;
      g_autoptr (GVariant) given = NULL;
      g_autoptr (GscopeSource) source = NULL;

      g_assert_no_error (error);
      g_variant_dict_init (&dict, NULL);
      g_variant_dict_insert_value (&dict, options[i].name, value);
      given = g_variant_ref_sink (g_variant_dict_end (&dict));
      source = gscope_registry_create (registry, "tuples", NULL, given, &error);
      g_assert_no_error (error);
    }
}

/* Clients come and go while they send, and the server is stopped amid them. */
static gpointer
send_on (gpointer data)
{
  int fd = GPOINTER_TO_INT (data);

  while (send (fd, "1000000 1 x\n1000000 2 y\n", 24, MSG_NOSIGNAL) > 0)
    ;
  close (fd);
  return NULL;
}

static void
test_stop_amid (void)
{
  GThread *threads[8];
  TupleBed bed;

  tuple_bed_init (&bed, NULL, NULL);
  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        threads[i] =
            g_thread_new ("client", send_on, GINT_TO_POINTER (tuple_bed_connect (&bed, 0)));
      tuple_bed_await (&bed, tuple_bed_count (&bed, "t/client 8/x")
                                 || tuple_bed_count (&bed, "t/client 7/x"));
      tuple_bed_stop (&bed);
      for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
        g_thread_join (threads[i]);
      g_assert_cmpuint (gscope_tuple_server_get_n_clients (bed.server), ==, 0);
      tuple_bed_start (&bed);
    }
  tuple_bed_clear (&bed);
}

static void
stop_within (GListModel *model, guint position, guint removed, guint added, TupleBed *bed)
{
  if (bed->server)
    tuple_bed_stop (bed);
}

/* A handler of the list of signals stops the server, which other clients still ask for names. */
static void
test_stop_within (void)
{
  TupleBed bed;
  int fds[4];

  tuple_bed_init (&bed, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    fds[i] = tuple_bed_connect (&bed, 0);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == G_N_ELEMENTS (fds));
  g_signal_connect (gscope_source_get_signals (GSCOPE_SOURCE (bed.server)), "items-changed",
                    G_CALLBACK (stop_within), &bed);
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    tuple_bed_send (fds[i], "1 1 a\n1 1 b\n1 1 c\n");
  /* the list would change a quarter of a second later */
  do
    {
      tuple_bed_step (&bed);
      gscope_source_publish (GSCOPE_SOURCE (bed.server));
    }
  while (gscope_tuple_server_get_n_clients (bed.server) > 0);
  g_signal_handlers_disconnect_by_data (gscope_source_get_signals (GSCOPE_SOURCE (bed.server)),
                                        &bed);
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    close (fds[i]);
  tuple_bed_start (&bed);
  tuple_bed_clear (&bed);
}

/* Lets this process open n more files, for good. */
static void
limit_files (guint n)
{
  struct rlimit limit;
  int fd = dup (STDIN_FILENO);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  limit.rlim_cur = limit.rlim_max = fd + n;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
}

/* A listener, and a worker that cannot wait for clients: it does not start, and says why. */
static void
test_no_files (void)
{
  g_autofree char *message = NULL;
  TupleBed bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  /* GLib has opened its descriptors by then */
  tuple_bed_init (&bed, NULL, NULL);
  tuple_bed_clear (&bed);
  limit_files (2);
  message = find_start_error ("{ \"listen\": \"tcp:0\" }");
  g_assert_nonnull (strstr (message, "ulimit -n"));
  limit_files (1);
  g_clear_pointer (&message, g_free);
  message = find_start_error ("{ \"listen\": \"tcp:0\" }");
  g_assert_nonnull (strstr (message, "ulimit -n"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuple-server/tcp", test_tcp);
  g_test_add_func ("/tuple-server/brief-clients", test_brief_clients);
  g_test_add_func ("/tuple-server/same-names", test_same_names);
  g_test_add_func ("/tuple-server/clocks", test_clocks);
  g_test_add_func ("/tuple-server/losses", test_losses);
  g_test_add_func ("/tuple-server/broken-clients", test_broken_clients);
  g_test_add_func ("/tuple-server/annotations", test_annotations);
  g_test_add_func ("/tuple-server/limits", test_limits);
  g_test_add_data_func ("/tuple-server/bad-names", "999990 1 a\001b\n999990 1 fine\n",
                        test_bad_names);
  g_test_add_data_func ("/tuple-server/bad-names-beyond-ascii",
                        "999990 1 a\xc2\x9b[2Jb\n999990 1 fine\n", test_bad_names);
  g_test_add_func ("/tuple-server/rate", test_rate);
  g_test_add_func ("/tuple-server/backpressure", test_backpressure);
  g_test_add_func ("/tuple-server/unix", test_unix);
  g_test_add_func ("/tuple-server/udp", test_udp);
  g_test_add_func ("/tuple-server/options", test_options);
  g_test_add_func ("/tuple-server/port-in-use", test_port_in_use);
  g_test_add_func ("/tuple-server/remote", test_remote);
  g_test_add_func ("/tuple-server/register", test_register);
  g_test_add_func ("/tuple-server/asked-options", test_asked_options);
  g_test_add_func ("/tuple-server/stop-amid", test_stop_amid);
  g_test_add_func ("/tuple-server/stop-within", test_stop_within);
  g_test_add_func ("/tuple-server/no-files", test_no_files);
  return g_test_run ();
}
