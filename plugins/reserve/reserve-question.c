/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reserve-question.h"

#include <tsl/tsl.h>

/* The kernel's longest period, ns: in it the least differences can be asked for. */
#define LONGEST 4194304000.0
#define LEAST_BUDGET 1024

struct _ReserveQuestion
{
  GVariant *value;
  double more;
  char *tests;
  GError *refusal;
};

ReserveQuestion *
reserve_question_new (GVariant *value, double more, const char *tests, GError *refusal)
{
  ReserveQuestion *self = g_new0 (ReserveQuestion, 1);

  self->value = value;
  self->more = more;
  self->tests = g_strdup (tests);
  self->refusal = refusal;
  return self;
}

void
reserve_question_free (ReserveQuestion *self)
{
  g_variant_unref (self->value);
  g_free (self->tests);
  g_clear_error (&self->refusal);
  g_free (self);
}

/* Whether this user may change it, and whether there is as much more, if it is to be more. What the kernel
 * is asked is not what the user asked: reasons are told in the user's terms. */
static gboolean
ask_kernel (double more, GError **error)
{
  TslDemand difference = { MAX (more * LONGEST, LEAST_BUDGET), LONGEST };
  g_autoptr (GError) refusal = NULL;

  if (tsl_admission_ask_kernel (&difference, &refusal))
    return TRUE;
  if (g_error_matches (refusal, TSL_ERROR, TSL_ERROR_PRIVILEGE))
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                 "to change a reserve takes CAP_SYS_NICE; run as root, or give the program the "
                 "capability");
  else if (!g_error_matches (refusal, TSL_ERROR, TSL_ERROR_REFUSED))
    g_propagate_error (error, g_steal_pointer (&refusal));
  else if (more <= 0)
    return TRUE;
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 "the kernel does not admit %.3g %% of a processor more: what is reserved already "
                 "leaves too little; take less, or free other reserves",
                 100 * more);
  return FALSE;
}

GVariant *
reserve_question_answer (ReserveQuestion *self, char **verdict, GError **error)
{
  g_autoptr (GError) kernels = NULL;
  gboolean is_admitted = ask_kernel (self->more, &kernels);

  *verdict = g_strdup_printf ("%s\nKernel: %s", self->tests, is_admitted ? "admitted" : "refused");
  if (is_admitted && !self->refusal)
    return g_variant_ref (self->value);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "%s\n%s",
               self->refusal ? self->refusal->message : kernels->message, *verdict);
  return NULL;
}
