/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "mode.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <sys/klog.h>
#include <unistd.h>

/* Commands of syslog(2): SYSLOG_ACTION_READ_ALL and SYSLOG_ACTION_SIZE_BUFFER of the kernel's
 * headers. */
#define LOG_READ_ALL 3
#define LOG_SIZE 10

#define UNKNOWN "unknown"

const char *const preemption_mode_nicks[] = {
  "none", "voluntary", "full", "lazy", "real-time", UNKNOWN, NULL,
};

const char *const preemption_mode_titles[] = {
  N_ ("None"), N_ ("Voluntary"), N_ ("Full"), N_ ("Lazy"), N_ ("Real-time"), N_ ("Unknown"), NULL,
};

static char *
read_file (const char *path)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

/* Needs CAP_SYSLOG if /proc/sys/kernel/dmesg_restrict is 1. */
static char *
read_log (void)
{
  int size = klogctl (LOG_SIZE, NULL, 0), n;
  g_autofree char *text = NULL;

  if (size <= 0)
    return NULL;
  text = g_malloc (size + 1);
  n = klogctl (LOG_READ_ALL, text, size);
  if (n < 0)
    return NULL;
  text[n] = '\0';
  return g_steal_pointer (&text);
}

void
preemption_texts_read (PreemptionTexts *self)
{
  self->file = read_file (PREEMPTION_FILE);
  self->version = read_file ("/proc/version");
  self->cmdline = read_file ("/proc/cmdline");
  self->log = read_log ();
}

void
preemption_texts_refresh (PreemptionTexts *self)
{
  g_free (self->file);
  self->file = read_file (PREEMPTION_FILE);
}

void
preemption_texts_clear (PreemptionTexts *self)
{
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->cmdline, g_free);
  g_clear_pointer (&self->log, g_free);
}

/* Finding the mode. */

static const char *
match (const char *word, gsize length)
{
  for (guint i = 0; preemption_mode_nicks[i]; i++)
    if (strlen (preemption_mode_nicks[i]) == length
        && strncmp (preemption_mode_nicks[i], word, length) == 0)
      return preemption_mode_nicks[i];
  return NULL;
}

/* "none voluntary (full) lazy" */
static const char *
find_in_file (const char *text)
{
  const char *begin = text ? strchr (text, '(') : NULL;
  const char *end = begin ? strchr (begin, ')') : NULL;

  return end ? match (begin + 1, end - begin - 1) : NULL;
}

/* The last occurrence counts. */
static const char *
find_after (const char *text, const char *key)
{
  const char *found = text ? g_strrstr (text, key) : NULL;

  if (!found)
    return NULL;
  found += strlen (key);
  return match (found, strspn (found, "abcdefghijklmnopqrstuvwxyz"));
}

static const char *
find_in_cmdline (const char *text)
{
  g_autofree char *words = g_strconcat (" ", text, NULL);

  return find_after (words, " preempt=");
}

static gboolean
is_dynamic (const PreemptionTexts *texts)
{
  return texts->version && strstr (texts->version, " PREEMPT_DYNAMIC");
}

/* The version of a kernel without full preemption does not distinguish none and voluntary. */
static const char *
find_in_version (const char *version)
{
  if (version && strstr (version, " PREEMPT_RT"))
    return "real-time";
  return version && strstr (version, " PREEMPT ") ? "full" : NULL;
}

const char *
preemption_mode_find_written (const PreemptionTexts *texts)
{
  return find_in_file (texts->file);
}

const char *
preemption_mode_find (const PreemptionTexts *texts, const char **where)
{
  const struct
  {
    const char *nick;
    const char *where;
  } found[] = {
    { find_in_file (texts->file), PREEMPTION_FILE },
    { find_in_version (texts->version), "/proc/version" },
    { find_after (texts->log, "Dynamic Preempt: "), "dmesg" },
    { is_dynamic (texts) ? find_in_cmdline (texts->cmdline) : NULL, "/proc/cmdline" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i].nick)
      {
        *where = found[i].where;
        return found[i].nick;
      }
  *where = NULL;
  return UNKNOWN;
}

/* Setting the mode. */

char *
preemption_mode_find_refusal (const char *path, const PreemptionTexts *texts)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  int code = errno;

  if (fd >= 0)
    {
      close (fd);
      return NULL;
    }
  if (texts->version && !is_dynamic (texts))
    return g_strdup (_ ("cannot change the mode of preemption: it is fixed in this kernel; boot a "
                        "kernel with PREEMPT_DYNAMIC in /proc/version"));
  if (code == ENOENT)
    return g_strdup_printf (
        _ ("cannot change the mode of preemption: there is no file %s; mount debugfs (mount -t "
           "debugfs none /sys/kernel/debug), or boot with preempt=MODE"),
        path);
  if (code == EACCES)
    return g_strdup_printf (_ ("cannot change the mode of preemption: no permission for %s; run as "
                               "root, or boot with preempt=MODE"),
                            path);
  return g_strdup_printf (
      _ ("cannot change the mode of preemption: the kernel does not open %s (%s), "
         "perhaps because it is locked down; boot with preempt=MODE"),
      path, g_strerror (code));
}

gboolean
preemption_mode_write (const char *path, const char *nick, GError **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gboolean is_written = fd >= 0 && write (fd, nick, strlen (nick)) == (gssize) strlen (nick);
  int code = errno;

  if (fd >= 0)
    close (fd);
  if (!is_written)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot set the mode of preemption “%s”: %s; choose another mode"), nick,
                 g_strerror (code));
  return is_written;
}
