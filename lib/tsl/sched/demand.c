/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/demand-private.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <sched.h>
#include <tsl/error.h>

#define MSEC 1e6
#define RESET_ON_FORK 1

/**
 * tsl_demand_validate:
 * @self: a demand
 * @error: reason why the demand is invalid
 *
 * Checks a demand against the kernel's bounds: those of sched(7), and the defaults of
 * sched_deadline_period_min_us and sched_deadline_period_max_us.
 *
 * Returns: %TRUE if the demand is valid
 *
 * Since: 1.0
 */
gboolean
tsl_demand_validate (const TslDemand *self, GError **error)
{
  if (self->period < TSL_LEAST_PERIOD || self->period > TSL_LONGEST_PERIOD)
    g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                 _ ("cannot reserve a period of %.6g ms: choose a period from %.6g ms to %.6g ms"),
                 self->period / MSEC, TSL_LEAST_PERIOD / MSEC, TSL_LONGEST_PERIOD / MSEC);
  else if (self->budget < TSL_LEAST_BUDGET)
    g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                 _ ("cannot reserve a budget of %.6g ms: the minimum is %.6g ms"),
                 self->budget / MSEC, TSL_LEAST_BUDGET / MSEC);
  else if (self->budget > self->period)
    g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                 _ ("cannot reserve a budget of %.6g ms in a period of %.6g ms: it is longer than "
                    "the period; reduce the budget, or lengthen the period"),
                 self->budget / MSEC, self->period / MSEC);
  else
    return TRUE;
  return FALSE;
}

/**
 * tsl_demand_format:
 * @self: a demand
 *
 * Formats a demand for users.
 *
 * Returns: (transfer full): a text such as “5 ms of every 20 ms (25 %)”
 *
 * Since: 1.0
 */
char *
tsl_demand_format (const TslDemand *self)
{
  return g_strdup_printf (_ ("%.6g ms of every %.6g ms (%.3g %%)"), self->budget / MSEC,
                          self->period / MSEC, 100.0 * self->budget / self->period);
}

TslSchedAttr
tsl_demand_make_attr (const TslSchedAttr *old, const TslDemand *demand)
{
  TslSchedAttr attr = { .policy = SCHED_DEADLINE,
                        .flags = old->policy == SCHED_DEADLINE ? old->flags : RESET_ON_FORK,
                        .runtime = demand->budget,
                        .deadline = demand->period,
                        .period = demand->period };

  return attr;
}

void
tsl_demand_set_error (GError **error, int code, const TslDemand *demand)
{
  g_autofree char *text = tsl_demand_format (demand);

  if (code == EBUSY)
    g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
                 _ ("the kernel does not admit %s: other reserves leave too little processor time; "
                    "reserve less, or free other reserves"),
                 text);
  else if (code == EPERM)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot reserve %s: no permission; reserves need CAP_SYS_NICE (run as root) "
                    "and a thread that may run on every processor"),
                 text);
  else if (code == ESRCH)
    g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                 _ ("cannot reserve %s: the thread has ended"), text);
  else if (code == EINVAL || code == ENOSYS)
    g_set_error (
        error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
        _ ("cannot reserve %s: the kernel refuses it (%s); see sched_deadline_period_min_us and "
           "sched_deadline_period_max_us in /proc/sys/kernel"),
        text, g_strerror (code));
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED, _ ("cannot reserve %s: %s"), text,
                 g_strerror (code));
}
