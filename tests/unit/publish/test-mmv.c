/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/gscope-test.h>
#include <gscope/publish/mmv-file.h>
#include <gscope/publish/mmv.h>

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A reader of mmv(5), which looks at the bytes alone. */
typedef struct
{
  char *data;
  gsize size;
  guint n;
  gsize metrics;
  gsize values;
} Reader;

static guint32
read_32 (const Reader *self, gsize place)
{
  guint32 number;

  g_assert_cmpuint (place + sizeof number, <=, self->size);
  memcpy (&number, self->data + place, sizeof number);
  return number;
}

static guint64
read_64 (const Reader *self, gsize place)
{
  guint64 number;

  g_assert_cmpuint (place + sizeof number, <=, self->size);
  memcpy (&number, self->data + place, sizeof number);
  return number;
}

static void
reader_init (Reader *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &self->data, &self->size, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (self->data, 4, "MMV", 4);
  g_assert_cmpuint (read_32 (self, 4), ==, 2);
  g_assert_cmpuint (read_64 (self, 8), !=, 0);
  g_assert_cmpuint (read_64 (self, 8), ==, read_64 (self, 16));
  g_assert_cmpuint (read_32 (self, 24), ==, 3);
  g_assert_cmpuint (read_32 (self, 28), ==, 2);
  g_assert_cmpuint (read_32 (self, 32), ==, (guint32) getpid ());
  for (guint i = 0; i < 3; i++)
    {
      gsize section = 40 + i * 16;

      g_assert_cmpuint (read_32 (self, section), ==, 3 + i);
      if (i == 0)
        self->n = read_32 (self, section + 4);
      g_assert_cmpuint (read_32 (self, section + 4), ==, self->n * (i == 2 ? 3 : 1));
      if (i < 2)
        *(i == 0 ? &self->metrics : &self->values) = read_64 (self, section + 8);
    }
}

static void
reader_clear (Reader *self)
{
  g_free (self->data);
}

static const char *
get_text (const Reader *self, gsize place)
{
  gsize text = read_64 (self, place);

  g_assert_cmpuint (text + GSCOPE_MMV_TEXT_SIZE, <=, self->size);
  g_assert_cmpuint (self->data[text + GSCOPE_MMV_TEXT_SIZE - 1], ==, 0);
  return self->data + text;
}

/* Returns the place of a metric; 0 if there is none. */
static gsize
find (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->n; i++)
    if (g_str_equal (get_text (self, self->metrics + i * 48), name))
      return self->metrics + i * 48;
  return 0;
}

static double
get_value (const Reader *self, const char *name)
{
  gsize metric = find (self, name);
  double value;

  g_assert_cmpuint (metric, !=, 0);
  for (guint i = 0; i < self->n; i++)
    if (read_64 (self, self->values + i * 32 + 16) == metric)
      {
        memcpy (&value, self->data + self->values + i * 32, sizeof value);
        return value;
      }
  g_assert_not_reached ();
}

static char *
make_path (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

static void
test_units (void)
{
  static const struct
  {
    const char *unit;
    gboolean is_known;
    guint32 code;
  } cases[] = {
    { "", TRUE, 0 },
    { "B", TRUE, 0x10000000 },
    { "KiB", TRUE, 0x10010000 },
    { "ms", TRUE, 0x01002000 },
    { "/s", TRUE, 0x0f003000 },
    { "KiB/s", TRUE, 0x1f013000 },
    { "ms/s", FALSE, 0 },
    { "V", FALSE, 0 },
    { "V/s", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 code = 1;

      g_assert_cmpint (gscope_mmv_find_unit (cases[i].unit, &code), ==, cases[i].is_known);
      g_assert_cmphex (code, ==, cases[i].code);
    }
}

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeMmv *mmv;
  char *path;
} Bed;

/* Takes the path. */
static void
bed_init_at (Bed *self, char *path)
{
  g_autoptr (GError) error = NULL;

  self->path = path;
  self->clock = gscope_test_clock_new (GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  gscope_scope_set_period (self->scope, 100 * GSCOPE_MSEC);
  gscope_scope_start (self->scope);
  self->mmv = gscope_mmv_new (self->path, &error);
  g_assert_no_error (error);
  gscope_mmv_add_scope (self->mmv, self->scope);
}

static void
bed_init (Bed *self)
{
  bed_init_at (self, make_path ("gscope_1"));
}

static void
bed_clear (Bed *self)
{
  g_assert_finalize_object (self->mmv);
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
  g_assert_finalize_object (self->scope);
  g_object_unref (self->clock);
  g_free (self->path);
}

static void
bed_advance (Bed *self)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), GSCOPE_SEC / 2);
  gscope_scope_drain (self->scope);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), GSCOPE_SEC / 2);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Signals appear in the list four times a second by the wall's clock. */
static void
bed_await (Bed *self, guint n)
{
  while (g_list_model_get_n_items (gscope_scope_get_signals (self->scope)) != n)
    g_main_context_iteration (NULL, TRUE);
  bed_advance (self);
}

static void
test_values (void)
{
  double speed = 2.5, power = NAN;
  struct stat status;
  GscopeSignal *signal;
  gsize metric;
  Reader reader;
  Bed bed;

  bed_init (&bed);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (reader.n, ==, 0);
  reader_clear (&reader);

  signal = gscope_scope_add_double (bed.scope, "fan/1 speed", &speed);
  gscope_signal_set_unit (signal, "KiB/s");
  gscope_signal_set_title (signal, "Speed");
  signal = gscope_scope_add_double (bed.scope, "pöwer", &power);
  gscope_signal_set_unit (signal, "W");
  gscope_signal_set_title (signal, "Power");
  bed_await (&bed, 2);

  g_assert_cmpint (stat (bed.path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0644);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (reader.n, ==, 2);
  metric = find (&reader, "fan.n1_speed");
  g_assert_cmpuint (metric, !=, 0);
  g_assert_cmpuint (read_32 (&reader, metric + 8), >, 0);
  g_assert_cmpuint (read_32 (&reader, metric + 12), ==, 5);
  g_assert_cmpuint (read_32 (&reader, metric + 16), ==, 3);
  g_assert_cmphex (read_32 (&reader, metric + 20), ==, 0x1f013000);
  g_assert_cmphex (read_32 (&reader, metric + 24), ==, 0xffffffff);
  g_assert_cmpstr (get_text (&reader, metric + 32), ==, "Speed");
  g_assert_cmpfloat (get_value (&reader, "fan.n1_speed"), ==, 2.5);
  metric = find (&reader, "p__wer");
  g_assert_cmpuint (metric, !=, 0);
  g_assert_cmpstr (get_text (&reader, metric + 32), ==, "Power (W)");
  g_assert_true (isnan (get_value (&reader, "p__wer")));
  reader_clear (&reader);

  speed = 3;
  bed_advance (&bed);
  reader_init (&reader, bed.path);
  g_assert_cmpfloat (get_value (&reader, "fan.n1_speed"), ==, 3);
  reader_clear (&reader);
  bed_clear (&bed);
}

/* A metric keeps its number when others come and go. */
static void
test_changes (void)
{
  double value = 1;
  guint32 item;
  GscopeSignal *first;
  Reader reader;
  Bed bed;

  bed_init (&bed);
  first = gscope_scope_add_double (bed.scope, "a/b", &value);
  gscope_scope_add_double (bed.scope, "a.b", &value);
  bed_await (&bed, 2);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (find (&reader, "a.b"), !=, 0);
  g_assert_cmpuint (find (&reader, "a.b_2"), !=, 0);
  gscope_scope_add_double (bed.scope, "c", &value);
  reader_clear (&reader);
  bed_await (&bed, 3);
  reader_init (&reader, bed.path);
  item = read_32 (&reader, find (&reader, "c") + 8);
  reader_clear (&reader);

  gscope_scope_remove_signal (bed.scope, first);
  bed_await (&bed, 2);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (reader.n, ==, 2);
  g_assert_cmpuint (read_32 (&reader, find (&reader, "c") + 8), ==, item);
  g_assert_cmpfloat (get_value (&reader, "c"), ==, 1);
  reader_clear (&reader);
  bed_clear (&bed);
}

/* A metric cannot have the name of a group. */
static void
test_groups (void)
{
  double value = 1;
  Reader reader;
  Bed bed;

  bed_init (&bed);
  gscope_scope_add_double (bed.scope, "lab/fan", &value);
  gscope_scope_add_double (bed.scope, "lab/fan/speed", &value);
  gscope_scope_add_double (bed.scope, "lab", &value);
  bed_await (&bed, 3);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (reader.n, ==, 3);
  g_assert_cmpuint (find (&reader, "lab.fan.speed"), !=, 0);
  g_assert_cmpuint (find (&reader, "lab.fan_2"), !=, 0);
  g_assert_cmpuint (find (&reader, "lab_2"), !=, 0);
  reader_clear (&reader);
  bed_clear (&bed);
}

/* A file that cannot be written again takes its values with it. */
static void
test_failure (void)
{
  g_autofree char *directory = g_dir_make_tmp ("mmv-XXXXXX", NULL);
  g_autofree char *moved = g_strconcat (directory, "-moved", NULL);
  g_autofree char *former = g_build_filename (moved, "gscope_1", NULL);
  g_autofree char *data = NULL;
  double value = 1;
  Reader reader;
  Bed bed;

  bed_init_at (&bed, g_build_filename (directory, "gscope_1", NULL));
  gscope_scope_add_double (bed.scope, "a", &value);
  bed_await (&bed, 1);
  g_assert_cmpint (g_rename (directory, moved), ==, 0);
  gscope_scope_add_double (bed.scope, "b", &value);
  bed_await (&bed, 2);
  g_assert_nonnull (strstr (gscope_mmv_get_problem (bed.mmv), bed.path));
  g_assert_true (g_file_get_contents (former, &data, NULL, NULL));
  g_assert_cmpint (memcmp (data + 8, data + 16, sizeof (guint64)), !=, 0);

  g_assert_cmpint (g_rename (moved, directory), ==, 0);
  bed_advance (&bed);
  g_assert_null (gscope_mmv_get_problem (bed.mmv));
  reader_init (&reader, bed.path);
  g_assert_cmpfloat (get_value (&reader, "b"), ==, 1);
  reader_clear (&reader);
  bed_clear (&bed);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static void
test_bounds (void)
{
  g_autofree char *name = g_strnfill (190, 'x');
  double value = 1;
  Reader reader;
  Bed bed;

  bed_init (&bed);
  for (guint i = 0; i < 1010; i++)
    {
      g_autofree char *own = g_strdup_printf ("%s%u", name, i);

      gscope_scope_add_double (bed.scope, own, &value);
    }
  bed_await (&bed, 1010);
  reader_init (&reader, bed.path);
  g_assert_cmpuint (reader.n, ==, GSCOPE_MMV_MAX_METRICS);
  for (guint i = 0; i < reader.n; i++)
    g_assert_cmpuint (read_32 (&reader, reader.metrics + i * 48 + 8), <=, GSCOPE_MMV_MAX_ITEM);
  reader_clear (&reader);
  g_assert_nonnull (strstr (gscope_mmv_get_problem (bed.mmv), "10 signals"));
  bed_clear (&bed);
}

static void
test_errors (void)
{
  g_autofree char *nowhere = make_path ("none/gscope");
  g_autofree char *bad = make_path ("my-file");
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) bad_error = NULL;

  g_assert_null (gscope_mmv_new (nowhere, &error));
  g_assert_nonnull (strstr (error->message, nowhere));
  g_assert_null (gscope_mmv_new (bad, &bad_error));
  g_assert_error (bad_error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/mmv/units", test_units);
  gscope_test_add ("/mmv/values", test_values);
  gscope_test_add ("/mmv/changes", test_changes);
  gscope_test_add ("/mmv/groups", test_groups);
  gscope_test_add ("/mmv/failure", test_failure);
  gscope_test_add ("/mmv/bounds", test_bounds);
  gscope_test_add ("/mmv/errors", test_errors);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
