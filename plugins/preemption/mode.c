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

/* syslog(2) has names for these in the kernel's headers only. */
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

/* Where /proc/sys/kernel/dmesg_restrict is 1, that takes CAP_SYSLOG. */
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

/* Finding it. */

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

/* The last one that is said counts. */
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

/* One that is not preemptible does not tell whether it is so voluntarily. */
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
    { find_after (texts->log, "Dynamic Preempt: "), "the boot log" },
    { is_dynamic (texts) ? find_in_cmdline (texts->cmdline) : NULL, "/proc/cmdline" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    if (found[i].nick)
      {
        *where = found[i].where;
        return found[i].nick;
      }
  *where = "nothing that this user may read";
  return UNKNOWN;
}

/* Writing it. */

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
    return g_strdup ("this kernel's mode of preemption was chosen when it was built; start one "
                     "with PREEMPT_DYNAMIC in /proc/version to change it");
  if (code == ENOENT)
    return g_strdup_printf ("there is no %s to change the mode of preemption with; mount debugfs "
                            "(mount -t debugfs none /sys/kernel/debug), or start the kernel with "
                            "preempt=MODE",
                            path);
  if (code == EACCES)
    return g_strdup_printf ("no permission to change the mode of preemption in %s; run as root, or "
                            "start the kernel with preempt=MODE",
                            path);
  return g_strdup_printf ("the kernel keeps %s closed (%s), as it does under lockdown; start it "
                          "with preempt=MODE to have another mode of preemption",
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
                 "the kernel does not take the mode of preemption “%s” (%s); the old one stands",
                 nick, g_strerror (code));
  return is_written;
}
