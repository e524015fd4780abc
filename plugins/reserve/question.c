/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "question.h"

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <tsl/tsl.h>

/* The kernel's maximum period (ns), which allows the smallest shares, and its minimum budget
 * (ns). */
#define MAX_PERIOD 4194304000.0
#define MIN_BUDGET 1024

/* The mutex protects the rest: one thread asks the kernel, another one creates the question and
 * answers it. */
struct _ReserveQuestion
{
  pthread_mutex_t mutex;
  GVariant *value;
  double more;
  char *tests;
  GError *refusal;
  GError *kernels;
};

ReserveQuestion *
reserve_question_new (GVariant *value, double more, const char *tests, GError *refusal)
{
  ReserveQuestion *self = g_new0 (ReserveQuestion, 1);

  pthread_mutex_init (&self->mutex, NULL);
  pthread_mutex_lock (&self->mutex);
  self->value = value;
  self->more = more;
  self->tests = g_strdup (tests);
  self->refusal = refusal;
  pthread_mutex_unlock (&self->mutex);
  return self;
}

void
reserve_question_free (ReserveQuestion *self)
{
  g_variant_unref (self->value);
  g_free (self->tests);
  g_clear_error (&self->refusal);
  g_clear_error (&self->kernels);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

/* Returns whether this user may change the reserve, and whether an increase is available. The
 * request to the kernel differs from the user's: reasons are given in the user's terms. */
static gboolean
ask_kernel (double more, GError **error)
{
  TslDemand difference = { MAX (more * MAX_PERIOD, MIN_BUDGET), MAX_PERIOD };
  g_autoptr (GError) refusal = NULL;

  if (tsl_admission_ask_kernel (&difference, &refusal))
    return TRUE;
  if (g_error_matches (refusal, TSL_ERROR, TSL_ERROR_PRIVILEGE))
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
        _ ("cannot change the reserve: this needs CAP_SYS_NICE; unlock the source, or give the "
           "program the capability"));
  else if (!g_error_matches (refusal, TSL_ERROR, TSL_ERROR_REFUSED))
    g_propagate_error (error, g_steal_pointer (&refusal));
  else if (more <= 0)
    return TRUE;
  else
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
        _ ("the kernel does not admit %.3g %% of a processor more: other reserves leave too "
           "little processor time; reserve less, or free other reserves"),
        100 * more);
  return FALSE;
}

void
reserve_question_ask (ReserveQuestion *self)
{
  pthread_mutex_lock (&self->mutex);
  ask_kernel (self->more, &self->kernels);
  pthread_mutex_unlock (&self->mutex);
}

GVariant *
reserve_question_answer (ReserveQuestion *self, char **verdict, GError **error)
{
  GVariant *value = NULL;

  pthread_mutex_lock (&self->mutex);
  *verdict = g_strconcat (self->tests, "\n",
                          self->kernels ? _ ("Kernel: refused") : _ ("Kernel: admitted"), NULL);
  if (!self->kernels && !self->refusal)
    value = g_variant_ref (self->value);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "%s\n%s",
                 self->refusal ? self->refusal->message : self->kernels->message, *verdict);
  pthread_mutex_unlock (&self->mutex);
  return value;
}
