/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "scan.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_CPUS = 1024,
};

/* Moves to the next line; NULL after the last. */
static const char *
next_line (const char *line)
{
  line = strchr (line, '\n');
  return line && line[1] ? line + 1 : NULL;
}

static const char *
skip_blanks (const char *c)
{
  while (*c == ' ' || *c == '\t')
    c++;
  return c;
}

/* Reads a whole number, and moves *c behind it. Returns whether there is one. */
static gboolean
read_number (const char **c, double *number)
{
  const char *digit = skip_blanks (*c);
  guint64 value = 0;

  if (!g_ascii_isdigit (*digit))
    return FALSE;
  for (; g_ascii_isdigit (*digit); digit++)
    value = value * 10 + (*digit - '0');
  *number = value;
  *c = digit;
  return TRUE;
}

static void
read_fields (ProcRow *row, const char *c, guint max)
{
  for (row->n_fields = 0; row->n_fields < max; row->n_fields++)
    if (!read_number (&c, &row->fields[row->n_fields]))
      return;
}

static gboolean
has_prefix (const char *line, const char *prefix)
{
  return strncmp (line, prefix, strlen (prefix)) == 0;
}

void
proc_scan_cpus (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data)
{
  for (const char *line = text; line && has_prefix (line, "cpu"); line = next_line (line))
    {
      ProcRow row = { .key = line + strlen ("cpu") };

      while (g_ascii_isdigit (row.key[row.key_length]))
        row.key_length++;
      read_fields (&row, row.key + row.key_length, 8);
      if (row.key_length > 0 && row.n_fields > 3)
        func (&row, data);
    }
}

/* Calls func for a row of the numbers after these names at the begin of lines. */
static void
scan_names (const char *text, const char *const *names, guint n, ProcRowFunc func, gpointer data)
{
  ProcRow row = { .n_fields = n };
  guint left = n;

  for (guint i = 0; i < n; i++)
    row.fields[i] = NAN;
  for (const char *line = text; line && left > 0; line = next_line (line))
    for (guint i = 0; i < n; i++)
      if (has_prefix (line, names[i]))
        {
          const char *c = line + strlen (names[i]);

          read_number (&c, &row.fields[i]);
          left--;
        }
  func (&row, data);
}

void
proc_scan_counts (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data)
{
  static const char *const names[] = { "intr ", "ctxt " };

  scan_names (text, names, G_N_ELEMENTS (names), func, data);
}

void
proc_scan_load (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data)
{
  ProcRow row = { 0 };
  const char *c = text;

  for (; row.n_fields < 3; row.n_fields++)
    {
      char *end;

      row.fields[row.n_fields] = g_ascii_strtod (c, &end);
      if (end == c)
        break;
      c = end;
    }
  func (&row, data);
}

void
proc_scan_memory (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data)
{
  static const char *const names[] = {
    "MemTotal:", "MemAvailable:", "Cached:", "SwapTotal:", "SwapFree:",
  };

  scan_names (text, names, G_N_ELEMENTS (names), func, data);
}

static gboolean
is_idle (const ProcRow *row)
{
  for (guint i = 0; i < row->n_fields; i++)
    if (row->fields[i] > 0)
      return FALSE;
  return TRUE;
}

static void
add_row (ProcRow *total, const ProcRow *row)
{
  for (gsize i = 0; i < row->key_length; i++)
    total->set = total->set * 33 + (guint8) row->key[i];
  total->set = total->set * 33 + '/';
  for (guint i = 0; i < PROC_MAX_FIELDS; i++)
    total->fields[i] += row->fields[i];
}

static gboolean
read_interface (ProcRow *row, const char *line)
{
  const char *colon;

  *row = (ProcRow){ .key = skip_blanks (line) };
  row->key_length = strcspn (row->key, ":\n");
  colon = row->key + row->key_length;
  if (*colon != ':')
    return FALSE;
  read_fields (row, colon + 1, PROC_MAX_FIELDS);
  return row->n_fields == PROC_MAX_FIELDS;
}

/* The loopback interface is included if the settings say so or if no other interface is in use. */
void
proc_scan_interfaces (const char *text, const ProcSettings *settings, ProcRowFunc func,
                      gpointer data)
{
  ProcRow total = { .n_fields = PROC_MAX_FIELDS, .set = 1 }, loopback = { 0 }, row;

  for (const char *line = text; line; line = next_line (line))
    {
      if (!read_interface (&row, line))
        continue;
      if (row.key_length == 2 && has_prefix (row.key, "lo"))
        {
          loopback = row;
          continue;
        }
      func (&row, data);
      add_row (&total, &row);
    }
  if (loopback.key && (settings->loopback || is_idle (&total)))
    {
      func (&loopback, data);
      add_row (&total, &loopback);
    }
  func (&total, data);
}

/* A partition's name is the disk's name and a number, with a p between them if the disk's name ends
 * with a digit. Partitions follow their disk. */
static gboolean
is_partition (const ProcRow *row, const ProcRow *disk)
{
  gsize n = disk->key_length;

  if (n == 0 || row->key_length <= n || memcmp (row->key, disk->key, n) != 0)
    return FALSE;
  if (g_ascii_isdigit (disk->key[n - 1]))
    return row->key[n] == 'p' && row->key_length > n + 1 && g_ascii_isdigit (row->key[n + 1]);
  return g_ascii_isdigit (row->key[n]);
}

void
proc_scan_disks (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data)
{
  ProcRow disk = { 0 };

  for (const char *line = text; line; line = next_line (line))
    {
      ProcRow row = { 0 };
      const char *c = line;
      double number;

      if (!read_number (&c, &number) || !read_number (&c, &number))
        continue;
      row.key = skip_blanks (c);
      row.key_length = strcspn (row.key, " \t\n");
      read_fields (&row, row.key + row.key_length, 11);
      if (row.n_fields < 11 || is_partition (&row, &disk))
        continue;
      disk = row;
      func (&row, data);
    }
}

/* Reads the end of a line of interrupts, which names devices or a purpose. */
static void
read_title (ProcRow *row, const char *c)
{
  gsize length;

  row->title = c = skip_blanks (c);
  length = strcspn (c, "\n");
  for (gsize i = 0; i + 2 < length && g_ascii_isdigit (*row->key); i++)
    if (c[i] == ' ' && c[i + 1] == ' ')
      row->title = c + i + 2;
  row->title_length = c + length - row->title;
}

static void
scan_interrupt (const char *line, double *columns, guint n_columns, ProcRowFunc func, gpointer data)
{
  ProcRow row = { .key = skip_blanks (line), .n_fields = 1 };
  const char *c;
  double number;

  row.key_length = strcspn (row.key, ":\n");
  if (row.key[row.key_length] != ':')
    return;
  c = row.key + row.key_length + 1;
  for (guint i = 0; i < n_columns && read_number (&c, &number); i++)
    {
      row.fields[0] += number;
      columns[i] += number;
    }
  read_title (&row, c);
  func (&row, data);
}

/* The first line has the names of the online CPUs. */
void
proc_scan_interrupts (const char *text, const ProcSettings *settings, ProcRowFunc func,
                      gpointer data)
{
  const char *of_cpu = _ ("all lines");
  double columns[MAX_CPUS] = { 0 };
  const char *c = skip_blanks (text);
  guint n_columns = 0;

  for (; n_columns < MAX_CPUS && has_prefix (c, "CPU"); n_columns++)
    c = skip_blanks (c + strcspn (c, " \n"));
  for (const char *line = next_line (text); line; line = next_line (line))
    scan_interrupt (line, columns, n_columns, func, data);

  c = skip_blanks (text);
  for (guint i = 0; i < n_columns; i++)
    {
      ProcRow row = { .key = c, .key_length = strcspn (c, " \n"), .n_fields = 1 };

      row.title = of_cpu;
      row.title_length = strlen (of_cpu);
      row.fields[0] = columns[i];
      func (&row, data);
      c = skip_blanks (c + row.key_length);
    }
}
