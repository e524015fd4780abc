/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/quality/client.h>

#include <tsl/page/rows-private.h>

#define PERCENT 100.0
#define MSEC 1e6

struct _TslQosClient
{
  TslPage *page;
  TslCell *minimum;
  TslCell *desired;
  TslCell *increment;
  TslCell *period;
  TslCell *level;
};

#define CELL(member) G_STRUCT_OFFSET (TslQosClient, member)

static const TslCellRow rows[] = {
  TSL_GAUGE (CELL (minimum), "minimum", "%", 0, PERCENT),
  TSL_GAUGE (CELL (desired), "desired", "%", 0, PERCENT),
  TSL_GAUGE (CELL (increment), "increment", "%", 0, PERCENT),
  TSL_GAUGE (CELL (period), "period", "ms", 0, 4194),
  TSL_KNOB (CELL (level), "level", "%", 0, PERCENT),
};

/**
 * tsl_qos_client_new:
 * @page: the page that publishes the application
 * @name: the application's name, which is the cells' group; at most 31 bytes
 * @range: its levels
 *
 * Registers an application. Its level is 0 until a manager offers another one.
 *
 * Returns: (transfer full): the application
 *
 * Since: 1.0
 */
TslQosClient *
tsl_qos_client_new (TslPage *page, const char *name, const TslQosRange *range)
{
  TslQosClient *self;

  g_return_val_if_fail (page && name && range, NULL);
  g_return_val_if_fail (range->minimum > 0 && range->desired >= range->minimum, NULL);

  self = g_new0 (TslQosClient, 1);
  self->page = tsl_page_ref (page);
  tsl_page_add_rows (page, TSL_QOS_MECHANISM, name, rows, G_N_ELEMENTS (rows), self);
  tsl_cell_set (self->minimum, PERCENT * range->minimum);
  tsl_cell_set (self->desired, PERCENT * range->desired);
  tsl_cell_set (self->increment, PERCENT * range->increment);
  tsl_cell_set (self->period, range->period / MSEC);
  return self;
}

/**
 * tsl_qos_client_free:
 * @self: (transfer full): an application
 *
 * Withdraws the application: the manager gives its processor time to others.
 *
 * Since: 1.0
 */
void
tsl_qos_client_free (TslQosClient *self)
{
  g_return_if_fail (self);

  tsl_page_remove_rows (self->page, rows, G_N_ELEMENTS (rows), self);
  tsl_page_unref (self->page);
  g_free (self);
}

/**
 * tsl_qos_client_take:
 * @self: an application
 * @level: (out): the level that the manager offers, in processors; 0: none
 *
 * Looks whether the manager has offered a level. If it returns %TRUE, the application answers by
 * [method@QosClient.answer]; the manager counts an answer that is late as a refusal.
 *
 * Returns: %TRUE if there is an offer to answer
 *
 * Since: 1.0
 */
gboolean
tsl_qos_client_take (TslQosClient *self, double *level)
{
  double asked;

  g_return_val_if_fail (self && level, FALSE);

  if (!tsl_cell_take (self->level, &asked))
    return FALSE;
  *level = asked / PERCENT;
  return TRUE;
}

/**
 * tsl_qos_client_answer:
 * @self: an application
 * @level: the level at which it works now, in processors: the offered one if it accepts, the old one
 *   if it refuses
 *
 * Answers the offer that [method@QosClient.take] returned last.
 *
 * Since: 1.0
 */
void
tsl_qos_client_answer (TslQosClient *self, double level)
{
  g_return_if_fail (self);

  tsl_cell_answer (self->level, PERCENT * level);
}
