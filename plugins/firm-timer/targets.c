/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "targets.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

FirmTimerTargets *
firm_timer_targets_new (gint64 overshoot)
{
  FirmTimerTargets *self = g_new0 (FirmTimerTargets, 1);

  self->words = g_strdup ("");
  self->overshoot = overshoot;
  return self;
}

static void
restore_slack (FirmTimerTargets *self)
{
  if (self->slack)
    tsl_timer_slack_restore (self->slack);
  g_clear_pointer (&self->slack, tsl_timer_slack_free);
}

void
firm_timer_targets_free (FirmTimerTargets *self)
{
  restore_slack (self);
  g_clear_pointer (&self->guard, tsl_guard_free);
  g_free (self->words);
  g_free (self);
}

static gboolean
read_number (const char *word, pid_t *number)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (word, 10, 1, G_MAXINT32, &value, NULL))
    return FALSE;
  *number = value;
  return TRUE;
}

static gboolean
has_name (pid_t pid, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/comm", pid);
  g_autofree char *comm = NULL;

  if (!g_file_get_contents (path, &comm, NULL, NULL))
    return FALSE;
  /* the kernel truncates names to 15 bytes */
  return strncmp (g_strchomp (comm), name, 15) == 0;
}

static gboolean
add_program (TslTimerSlack *slack, const char *name, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *entry;
  guint n = 0;
  pid_t pid;

  while (dir && (entry = g_dir_read_name (dir)))
    if (read_number (entry, &pid) && has_name (pid, name))
      {
        g_autoptr (GError) reason = NULL;

        if (tsl_timer_slack_add_process (slack, pid, &reason))
          n++;
        else if (!g_error_matches (reason, TSL_ERROR, TSL_ERROR_NOT_FOUND))
          {
            g_propagate_error (error, g_steal_pointer (&reason));
            return FALSE;
          }
      }
  if (n == 0)
    g_set_error (
        error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
        _ ("cannot find the program “%s”: no program has this name; write a name, a process "
           "number, thread:NUMBER or cgroup:/sys/fs/cgroup/…"),
        name);
  return n > 0;
}

/* Other directories are not read: the path may come from another user, if this is the agent of the system. */
static gboolean
add_cgroup (TslTimerSlack *slack, const char *path, GError **error)
{
  g_autofree char *real = realpath (path, NULL);

  if (real && g_str_has_prefix (real, "/sys/fs/cgroup/"))
    return tsl_timer_slack_add_cgroup (slack, real, error);
  g_set_error (
      error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
      _ ("cannot find the cgroup “%s”: it is no directory in /sys/fs/cgroup; write the path "
         "of one"),
      path);
  return FALSE;
}

static gboolean
add_word (TslTimerSlack *slack, const char *word, GError **error)
{
  pid_t number;

  if (read_number (word, &number))
    return tsl_timer_slack_add_process (slack, number, error);
  if (g_str_has_prefix (word, "thread:") && read_number (word + strlen ("thread:"), &number))
    return tsl_timer_slack_add_thread (slack, number, error);
  if (g_str_has_prefix (word, "cgroup:"))
    return add_cgroup (slack, word + strlen ("cgroup:"), error);
  return add_program (slack, word, error);
}

static gboolean
add_words (TslTimerSlack *slack, const char *words, GError **error)
{
  g_auto (GStrv) list = g_strsplit_set (words, " ,", -1);

  for (guint i = 0; list[i]; i++)
    if (list[i][0] && !add_word (slack, list[i], error))
      return FALSE;
  return TRUE;
}

/* Makes a new set for new words; for the same words, adds new threads to the present set. */
static gboolean
fill (FirmTimerTargets *self, const char *words, GError **error)
{
  g_autoptr (TslTimerSlack) slack = NULL;

  if (self->slack && g_str_equal (self->words, words))
    return add_words (self->slack, words, error);
  slack = tsl_timer_slack_new (self->guard);
  if (!add_words (slack, words, error))
    return FALSE;
  restore_slack (self);
  self->slack = g_steal_pointer (&slack);
  return TRUE;
}

static gboolean
apply (FirmTimerTargets *self, const char *words, gint64 overshoot, GError **error)
{
  if (!self->guard && !(self->guard = tsl_guard_new (error)))
    return FALSE;
  return fill (self, words, error) && tsl_timer_slack_apply (self->slack, overshoot, error);
}

gboolean
firm_timer_targets_apply (FirmTimerTargets *self, const char *words, gint64 overshoot,
                          GError **error)
{
  gboolean is_empty = words[strspn (words, " ,")] == '\0';

  if (is_empty)
    restore_slack (self);
  else if (!apply (self, words, overshoot, error))
    {
      /* restores the old targets as far as possible */
      restore_slack (self);
      if (self->words[0])
        apply (self, self->words, self->overshoot, NULL);
      return FALSE;
    }
  g_free (self->words);
  self->words = g_strdup (is_empty ? "" : words);
  self->overshoot = overshoot;
  return TRUE;
}

/* Reading another process's slack needs the same permission as writing it. */
char *
firm_timer_targets_find_refusal (void)
{
  g_autoptr (GError) error = NULL;

  if (tsl_timer_slack_get (1, &error) >= 0)
    return NULL;
  if (g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE))
    return g_strdup (_ ("cannot change the overshoot of programs without libtsl: this needs "
                        "CAP_SYS_NICE; unlock the source, or give the program the capability"));
  return g_strdup_printf (_ ("cannot change the overshoot of programs without libtsl: %s"),
                          error->message);
}
