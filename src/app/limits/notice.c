/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "limits/notice.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "captures/failures.h"

#define KEY "app-limit-notices"

enum
{
  /* seconds between two notifications of a signal */
  INTERVAL = 10,
  DIGITS = 4,
};

/* The signals with a notification, and the time of the newest: microseconds of the monotonic clock. */
static gboolean
take_turn (GHashTable *times, const char *name)
{
  const gint64 *last = g_hash_table_lookup (times, name);
  gint64 now = g_get_monotonic_time ();

  if (last && now - *last < INTERVAL * G_USEC_PER_SEC)
    return FALSE;
  g_hash_table_insert (times, g_strdup (name), g_memdup2 (&now, sizeof now));
  return TRUE;
}

static char *
describe (GscopeLimit *limit, double value)
{
  GscopeSignal *signal = gscope_limit_get_signal (limit);
  guint64 n = gscope_limit_get_result (limit)->n_failures;
  g_autofree char *title = gscope_limit_dup_title (limit);
  g_autofree char *number = gscope_quantity_format (value, gscope_signal_get_unit (signal), DIGITS);

  /* Translators: the value of a sample, the bounds, and the number of failures so far */
  return g_strdup_printf (ngettext ("%s. Limit: %s. %" PRIu64 " failure so far",
                                    "%s. Limit: %s. %" PRIu64 " failures so far", (gulong) n),
                          number, title, n);
}

static void
on_failed (AppFailures *failures, GscopeLimit *limit, gint64 time, double value, GHashTable *times)
{
  const char *name = gscope_signal_get_full_name (gscope_limit_get_signal (limit));
  g_autofree char *title = NULL, *body = NULL, *id = NULL;
  g_autoptr (GNotification) notification = NULL;

  if (!gscope_limit_get_settings (limit)->notifies || !take_turn (times, name))
    return;
  title = g_strdup_printf (_ ("“%s” Is beyond Its Limit"), name);
  body = describe (limit, value);
  id = g_strdup_printf ("limit-%s", name);
  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_application_send_notification (g_application_get_default (), id, notification);
}

void
app_limits_notify (AppSession *session)
{
  AppFailures *failures;

  if (g_object_get_data (G_OBJECT (session), KEY))
    return;
  failures = app_failures_new (session);
  g_signal_connect_data (failures, "failed", G_CALLBACK (on_failed),
                         g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                         (GClosureNotify) (void (*) (void)) g_hash_table_unref, 0);
  g_object_set_data_full (G_OBJECT (session), KEY, failures, g_object_unref);
}
