/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/failures.h"

struct _AppFailures
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (AppFailures, app_failures, G_TYPE_OBJECT)

static void
app_failures_class_init (AppFailuresClass *klass)
{
  g_signal_new ("failed", APP_TYPE_FAILURES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                GSCOPE_TYPE_LIMIT, G_TYPE_INT64, G_TYPE_DOUBLE);
  g_signal_new ("more-failed", APP_TYPE_FAILURES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, GSCOPE_TYPE_LIMIT, G_TYPE_UINT64);
}

static void
app_failures_init (AppFailures *self)
{
}

static void
on_failed (GscopeLimit *limit, gint64 time, double value, AppFailures *self)
{
  g_signal_emit_by_name (self, "failed", limit, time, value);
}

static void
on_more_failed (GscopeLimit *limit, guint64 n, AppFailures *self)
{
  g_signal_emit_by_name (self, "more-failed", limit, n);
}

/* A limit with other settings is reported as removed and added. */
static void
on_limits_changed (GListModel *limits, guint position, guint n_removed, guint n_added,
                   AppFailures *self)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      g_signal_handlers_disconnect_by_data (limit, self);
      g_signal_connect_object (limit, "failed", G_CALLBACK (on_failed), self, 0);
      g_signal_connect_object (limit, "more-failed", G_CALLBACK (on_more_failed), self, 0);
    }
}

AppFailures *
app_failures_new (AppSession *session)
{
  AppFailures *self = g_object_new (APP_TYPE_FAILURES, NULL);
  GListModel *limits = gscope_workspace_get_limits (app_session_get_workspace (session));

  g_signal_connect_object (limits, "items-changed", G_CALLBACK (on_limits_changed), self, 0);
  on_limits_changed (limits, 0, 0, g_list_model_get_n_items (limits), self);
  return self;
}
