/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/level-offers.h>

#include <main-source.h>

#define PERCENT 100.0

/* Milliseconds between two looks for an offer. */
#define INTERVAL 20

/* Counted references: the object waits for the end of a write. */
struct _LevelOffers
{
  /* both NULL after the end */
  TslQosClient *client;
  GscopeParameter *parameter;
  GSource *timer;
  gboolean is_writing;
};

/* The application uses its own settings. */
static void
reset (GscopeParameter *parameter)
{
  if (gscope_parameter_get_number (parameter) != 0)
    gscope_parameter_notice (parameter, g_variant_new_double (0), LEVEL_OFFERS_WRITER);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeParameter *parameter = GSCOPE_PARAMETER (object);
  LevelOffers *self = data;
  /* the parameter keeps the reason of a refusal */
  g_autoptr (GVariant) value = gscope_parameter_write_finish (parameter, result, NULL);

  self->is_writing = FALSE;
  if (self->client)
    tsl_qos_client_answer (self->client, gscope_parameter_get_number (parameter) / PERCENT);
  else
    reset (parameter);
  g_rc_box_release (self);
}

static gboolean
on_timer (gpointer data)
{
  LevelOffers *self = data;
  double level;

  if (self->is_writing || !tsl_qos_client_take (self->client, &level))
    return G_SOURCE_CONTINUE;
  self->is_writing = TRUE;
  gscope_parameter_write_async (self->parameter, g_variant_new_double (PERCENT * level),
                                LEVEL_OFFERS_WRITER, NULL, on_written, g_rc_box_acquire (self));
  return G_SOURCE_CONTINUE;
}

LevelOffers *
level_offers_new (TslPage *page, const char *name, const TslQosRange *range,
                  GscopeParameter *parameter)
{
  LevelOffers *self = g_rc_box_new0 (LevelOffers);

  self->client = tsl_qos_client_new (page, name, range);
  self->parameter = g_object_ref (parameter);
  self->timer = g_timeout_source_new (INTERVAL);
  g_source_set_static_name (self->timer, "[tsl] level offers");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  return self;
}

void
level_offers_free (LevelOffers *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  g_clear_pointer (&self->client, tsl_qos_client_free);
  reset (self->parameter);
  g_clear_object (&self->parameter);
  g_rc_box_release (self);
}
