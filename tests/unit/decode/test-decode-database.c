/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoded.h"

#include <sqlite3.h>

/* Databases that SQLite makes. */

static char *
make_database (const char *sql)
{
  char *path = decoded_new_path (), *message = NULL;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (database);
  return path;
}

static const struct
{
  const char *name;
  const char *sql;
  const char *selection;
  /* lines of samples; parts of the notes and of the damage, or NULL if there is none */
  const char *samples;
  const char *notes;
  const char *damage;
} rows[] = {
  { "wide",
    "CREATE TABLE log (time REAL, speed REAL, gear INTEGER); INSERT INTO log VALUES (0.5, 20.25, "
    "1), "
    "(0.25, 10, NULL), (1, 30, 2)",
    NULL, "250 10 speed\n500 20.25 speed\n500 1 gear\n1000 30 speed\n1000 2 gear\n", NULL, NULL },
  { "nanoseconds",
    "CREATE TABLE log (time_ns INTEGER, v REAL); INSERT INTO log VALUES (1700000000123456789, 1), "
    "(1700000000123456790, 2)",
    NULL, "1700000000123.456789 1 v\n1700000000123.45679 2 v\n", NULL, NULL },
  { "dates",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, at TEXT, v REAL); INSERT INTO log VALUES "
    "(1, '2026-01-31 12:00:00', 1), (2, '2026-01-31 12:00:01.5', 2)",
    NULL, "1769860800000 1 id\n1769860800000 1 v\n1769860801500 2 id\n1769860801500 2 v\n", NULL,
    NULL },
  { "order of zones",
    "CREATE TABLE log (at TEXT, v REAL); INSERT INTO log VALUES ('2026-10-25T02:30:00+02:00', 1), "
    "('2026-10-25T02:00:00+01:00', 2), ('2026-10-25T02:30:00+01:00', 3)",
    NULL, "1792888200000 1 v\n1792890000000 2 v\n1792891800000 3 v\n", NULL, NULL },
  { "texts of numbers",
    "CREATE TABLE log (time TEXT, v TEXT); INSERT INTO log VALUES ('9', '1.5'), ('10', '2'), "
    "('11', 'x'), ('12', '3'), ('13', '4e1')",
    NULL, "9000 1.5 v\n10000 2 v\n11000 nan v\n12000 3 v\n13000 40 v\n", NULL,
    "values that are no numbers: 1" },
  { "blanks around numbers",
    "CREATE TABLE log (time INTEGER, v TEXT); INSERT INTO log VALUES (1, '1.5 '), (2, ' 2'), "
    "(3, '3' || char (13)), (4, '4'), (5, '  ')",
    NULL, "1000 1.5 v\n2000 2 v\n3000 3 v\n4000 4 v\n5000 nan v\n", NULL,
    "values that are no numbers: 1" },
  { "long",
    "CREATE TABLE log (time INTEGER, sensor TEXT, value REAL); INSERT INTO log VALUES (1, 'a', 1), "
    "(1, 'b/c', 2), (2, 'a', 3)",
    NULL, "1000 1 a\n1000 2 b/c\n2000 3 a\n", NULL, NULL },
  { "long and wide",
    "CREATE TABLE log (time INTEGER, name TEXT, x REAL, y REAL); INSERT INTO log VALUES "
    "(1, 'a', 1, 2), (2, 'b', 3, NULL)",
    NULL, "1000 1 a/x\n1000 2 a/y\n2000 3 b/x\n", NULL, NULL },
  { "left out",
    "CREATE TABLE log (time REAL, v REAL, note TEXT, picture BLOB); INSERT INTO log VALUES "
    "(1, 2, 'hello', x'00ff')",
    NULL, "1000 2 v\n",
    "Column “note” holds text, such as “hello”, and is not shown.\nColumn “picture” holds binary "
    "data",
    NULL },
  { "best table",
    "CREATE TABLE car (id INTEGER PRIMARY KEY, doors INTEGER); INSERT INTO car VALUES (1, 2), (2, "
    "4); "
    "CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('a'); "
    "CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2)",
    NULL, "1000 2 v\n", "Table “log” is shown; other tables with values are: car.", NULL },
  { "selected",
    "CREATE TABLE car (id INTEGER PRIMARY KEY, doors INTEGER); INSERT INTO car VALUES (1, 2), (2, "
    "4); "
    "CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2)",
    "car", "1000 2 doors\n2000 4 doors\n", NULL, NULL },
  { "view",
    "CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2); "
    "CREATE VIEW \"my view\" AS SELECT time, v * 2 AS w FROM log",
    "my view", "1000 4 w\n", NULL, NULL },
  { "query",
    "CREATE TABLE log (time REAL, v REAL, k INTEGER); INSERT INTO log VALUES (1, 2, 7), (2, 3, 8)",
    "SELECT time, v * 3.5 AS 'speed (km/h)' FROM log WHERE k = 7; -- one", "1000 7 speed\n", NULL,
    NULL },
  { "recursive query", "CREATE TABLE log (time REAL)",
    "WITH RECURSIVE n (time) AS (SELECT 1 UNION ALL SELECT time + 1 FROM n WHERE time < 3) SELECT "
    "time, time * 2 AS v "
    "FROM n",
    "1000 2 v\n2000 4 v\n3000 6 v\n", NULL, NULL },
  { "rows", "CREATE TABLE log (a REAL, b REAL); INSERT INTO log VALUES (5, 1), (3, 2), (4, 0)",
    NULL, "0 5 a\n0 1 b\n1000 3 a\n1000 2 b\n2000 4 a\n2000 0 b\n", NULL, NULL },
  { "one name",
    "CREATE TABLE log (time REAL, \"v (m)\" REAL, \"v (s)\" REAL); INSERT INTO log VALUES (1, 2, "
    "3)",
    NULL, "1000 2 v\n1000 3 3 v\n", NULL, NULL },
  { "no times",
    "CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2), (NULL, 3), (2, 4), (3, "
    "5), (4, 6)",
    NULL, "1000 2 v\n2000 4 v\n3000 5 v\n4000 6 v\n", NULL,
    "rows without a time that can be read: 1" },
  { "odd names",
    "CREATE TABLE \"a \"\"b\"\" c\" (time REAL, \"x\ny\" REAL, \"select\" REAL); INSERT INTO \"a "
    "\"\"b\"\" c\" "
    "VALUES (1, 2, 3)",
    NULL, "1000 2 x-y\n1000 3 select\n", NULL, NULL },
  { "nothing", "CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('a')", NULL, "", NULL,
    "no table of it has numbers" },
  { "empty", "CREATE TABLE log (time REAL, v REAL)", NULL, "", NULL, "no table of it has numbers" },
  { "no such table", "CREATE TABLE log (time REAL, v REAL); CREATE TABLE other (a)", "lag", "",
    NULL, "it has no table “lag”. Select one of these, or a query: log, other" },
  { "no such column", "CREATE TABLE log (time REAL, v REAL)", "SELECT w FROM log", "", NULL,
    "no such column: w" },
  { "two queries", "CREATE TABLE log (time REAL, v REAL)", "SELECT 1; SELECT 2", "", NULL,
    "more than one query" },
  { "words only", "CREATE TABLE log (time REAL, v REAL)", "SELECT 'a' AS a", "", NULL,
    "there are no numbers in the selection" },
  { "attach", "CREATE TABLE log (time REAL, v REAL)",
    "WITH a AS (SELECT 1) ATTACH '/etc/passwd' AS b", "", NULL, "SQLite reports" },
  { "delete", "CREATE TABLE log (time REAL, v REAL)", "WITH a AS (SELECT 1) DELETE FROM log", "",
    NULL, "not authorized" },
  { "pragma", "CREATE TABLE log (time REAL, v REAL)", "SELECT * FROM pragma_table_info ('log')", "",
    NULL, "SQLite reports" },
};

static void
test_row (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = make_database (rows[i].sql);
  g_auto (Decoded) decoded = decoded_read (decode_database, path, rows[i].selection, 0);
  g_autofree char *samples = decoded_dup_samples (&decoded);

  g_test_message ("%s%s: %s", decoded.text->str, decoded.notes->str, decoded.damage);
  g_assert_cmpstr (samples, ==, rows[i].samples);
  if (rows[i].notes)
    g_assert_nonnull (strstr (decoded.notes->str, rows[i].notes));
  else
    g_assert_cmpstr (decoded.notes->str, ==, "");
  if (rows[i].damage)
    g_assert_nonnull (strstr (decoded.damage ? decoded.damage : "", rows[i].damage));
  else
    g_assert_cmpstr (decoded.damage, ==, NULL);
  g_unlink (path);
}

/* The head has units, and says that dates count from 1970. */
static void
test_head (void)
{
  g_autofree char *path =
      make_database ("CREATE TABLE log (date TEXT, \"v [m/s]\" REAL); INSERT INTO log VALUES "
                     "('1999-01-31', 1), ('1999-02-01', 2)");
  g_auto (Decoded) decoded = decoded_read (decode_database, path, NULL, 0);

  g_assert_true (g_str_has_prefix (
      decoded.text->str,
      "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\",\"time_ns\":0,"));
  g_assert_nonnull (strstr (decoded.text->str, "\"name\":\"v\",\"title\":\"v\",\"unit\":\"m/s\""));
  g_assert_true (g_str_has_suffix (decoded.text->str, "\n917740800000 1 v\n917827200000 2 v\n"));
  g_unlink (path);
}

/* Rows without a time come first, and do not tell whether times count from 1970. */
static void
test_late_head (void)
{
  g_autofree char *path =
      make_database ("CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES "
                     "(1700000000, 1), (NULL, 2), (1700000001, 3), (1700000002, 4), "
                     "(1700000003, 5)");
  g_auto (Decoded) decoded = decoded_read (decode_database, path, NULL, 0);

  g_assert_true (g_str_has_prefix (decoded.text->str,
                                   "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\","));
  g_assert_true (g_str_has_suffix (decoded.text->str, "\n1700000003000 5 v\n"));
  g_unlink (path);
}

/* A query that never gives a row ends. */
static void
test_patience (void)
{
  g_autofree char *path = make_database ("CREATE TABLE log (time REAL, v REAL)");
  g_auto (Decoded) decoded = decoded_read (decode_database, path,
                                           "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + "
                                           "1 FROM n) SELECT i FROM n WHERE i < 0",
                                           50000);

  g_assert_cmpstr (decoded.text->str, ==, "");
  g_assert_nonnull (strstr (decoded.damage, "a row of it took more than 0 s"));
  g_unlink (path);
}

/* A file that was removed is read, and one whose writer has not closed it is told of. */
static void
test_journal (void)
{
  g_autofree char *path = decoded_new_path (), *journal = g_strconcat (path, "-wal", NULL),
                  *shared = g_strconcat (path, "-shm", NULL);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  sqlite3_exec (database,
                "CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2); PRAGMA "
                "journal_mode = WAL; "
                "INSERT INTO log VALUES (2, 3)",
                NULL, NULL, NULL);
  {
    g_auto (Decoded) decoded = decoded_read (decode_database, path, NULL, 0);
    g_autofree char *samples = decoded_dup_samples (&decoded);

    g_assert_cmpstr (samples, ==, "1000 2 v\n");
    g_assert_nonnull (strstr (decoded.notes->str, "-wal”, and are not shown until"));
    g_assert_cmpstr (decoded.damage, ==, NULL);
  }
  sqlite3_close (database);
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (shared, G_FILE_TEST_EXISTS));
  g_unlink (path);
}

/* The journal of a change that has not ended is reported, but none that is kept for the next change. */
static void
test_rollback (void)
{
  static const struct
  {
    const char *text;
    gsize size;
    gboolean is_told;
  } journals[] = {
    { "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8, TRUE },
    { "\0\0\0\0\0\0\0\0", 8, FALSE },
    { "", 0, FALSE },
  };
  g_autofree char *path =
      make_database ("CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2)");
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (journals); i++)
    {
      gboolean is_written =
          g_file_set_contents (journal, journals[i].text, (gssize) journals[i].size, NULL);
      g_auto (Decoded) decoded = decoded_read (decode_database, path, NULL, 0);

      g_assert_true (is_written);
      g_assert_cmpint (strstr (decoded.notes->str, "-journal”, and are not shown until") != NULL,
                       ==, journals[i].is_told);
      g_assert_cmpstr (decoded.damage, ==, NULL);
    }
  g_unlink (journal);
  g_unlink (path);
}

static void
test_damaged (void)
{
  g_autofree char *path =
      make_database ("CREATE TABLE log (time REAL, v REAL); INSERT INTO log VALUES (1, 2)");
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  /* the page of the table */
  memset (bytes + 4096, 0xa5, 64);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  {
    g_auto (Decoded) decoded = decoded_read (decode_database, path, NULL, 0);

    g_assert_cmpstr (decoded.text->str, ==, "");
    g_assert_nonnull (strstr (decoded.damage, "SQLite reports: database disk image is malformed"));
  }
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name =
          g_strdelimit (g_strconcat ("/decode-database/", rows[i].name, NULL), " ", '-');

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/decode-database/head", test_head);
  g_test_add_func ("/decode-database/late-head", test_late_head);
  g_test_add_func ("/decode-database/patience", test_patience);
  g_test_add_func ("/decode-database/journal", test_journal);
  g_test_add_func ("/decode-database/rollback", test_rollback);
  g_test_add_func ("/decode-database/damaged", test_damaged);
  return g_test_run ();
}
