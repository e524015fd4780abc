/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/limit/result.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <gscope/enums.h>
#include <inttypes.h>
#include <math.h>

/* Of values in texts. */
#define DIGITS 4

static GscopeLimitResult *
result_copy (const GscopeLimitResult *self)
{
  return g_memdup2 (self, sizeof *self);
}

/* Other languages keep copies of the outcome of a limit, which stay when the limit compares more. */
G_DEFINE_BOXED_TYPE (GscopeLimitResult, gscope_limit_result, result_copy, g_free)

#define COUNT(member) .offset = G_STRUCT_OFFSET (GscopeLimitResult, member), .is_count = TRUE

/* Signals of agents, JSON objects and dialogs read this table. */
static const GscopeLimitNumber numbers[] = {
  { "margin", N_ ("Smallest Margin"),
    N_ ("The smallest distance of a sample from the bounds, which is negative beyond them"),
    .offset = G_STRUCT_OFFSET (GscopeLimitResult, margin) },
  { "margin-time", N_ ("Place of the Smallest Margin"),
    N_ ("The time from the trigger to the sample with the smallest margin"), "s",
    .offset = G_STRUCT_OFFSET (GscopeLimitResult, margin_time), .is_of_mask = TRUE },
  { "failures", N_ ("Failures"),
    N_ ("The number of failures, each of one or more samples in a row beyond the limit"),
    "failures", COUNT (n_failures) },
  { "failed", N_ ("Samples that Fail"), N_ ("The number of samples beyond the limit"), "samples",
    COUNT (n_failed) },
  { "passed", N_ ("Samples that Pass"), N_ ("The number of samples within the limit"), "samples",
    COUNT (n_passed) },
  { "missed", N_ ("Samples Missed"),
    N_ ("The number of samples that were dropped before they were compared"), "samples",
    COUNT (n_missed) },
  { "failed-captures", N_ ("Captures that Fail"),
    N_ ("The number of triggers after which a sample failed"), "captures",
    COUNT (n_failed_captures), .is_of_mask = TRUE },
  { "captures", N_ ("Captures"), N_ ("The number of triggers after which the mask was compared"),
    "captures", COUNT (n_captures), .is_of_mask = TRUE },
  { .name = NULL },
};

/**
 * gscope_limit_result_init: (skip)
 * @self: an outcome
 * @kind: the kind of the limit
 *
 * Makes the outcome of a limit that has compared nothing.
 *
 * Since: 1.0
 */
void
gscope_limit_result_init (GscopeLimitResult *self, GscopeLimitKind kind)
{
  *self = (GscopeLimitResult){ .kind = kind, .margin = NAN, .margin_time = NAN };
}

/**
 * gscope_limit_result_list_numbers: (skip)
 *
 * Lists the numbers of an outcome.
 *
 * Returns: (transfer none): the numbers, ended by one without a name
 *
 * Since: 1.0
 */
const GscopeLimitNumber *
gscope_limit_result_list_numbers (void)
{
  return numbers;
}

/**
 * gscope_limit_result_has_number: (skip)
 * @self: an outcome
 * @number: a number
 *
 * Gets whether limits of this kind have the number.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_limit_result_has_number (const GscopeLimitResult *self, const GscopeLimitNumber *number)
{
  return !number->is_of_mask || self->kind == GSCOPE_LIMIT_KIND_MASK;
}

/**
 * gscope_limit_result_get_number: (skip)
 * @self: an outcome
 * @number: a number
 *
 * Gets a number.
 *
 * Returns: its value; not-a-number if it is not known
 *
 * Since: 1.0
 */
double
gscope_limit_result_get_number (const GscopeLimitResult *self, const GscopeLimitNumber *number)
{
  return number->is_count ? (double) G_STRUCT_MEMBER (guint64, self, number->offset)
                          : G_STRUCT_MEMBER (double, self, number->offset);
}

/**
 * gscope_limit_result_set_number: (skip)
 * @self: an outcome
 * @number: a number
 * @value: its value
 *
 * Sets a number, such as one that came from an agent. A value that is no count becomes the count 0.
 *
 * Since: 1.0
 */
void
gscope_limit_result_set_number (GscopeLimitResult *self, const GscopeLimitNumber *number,
                                double value)
{
  if (!number->is_count)
    G_STRUCT_MEMBER (double, self, number->offset) = value;
  else if (value >= 0 && value < (double) G_MAXINT64)
    G_STRUCT_MEMBER (guint64, self, number->offset) = (guint64) value;
  else
    G_STRUCT_MEMBER (guint64, self, number->offset) = 0;
}

/**
 * gscope_limit_result_get_verdict:
 * @self: the outcome of a limit
 *
 * Gets whether all samples were compared and are within the limit.
 *
 * Returns: the verdict
 *
 * Since: 1.0
 */
GscopeLimitVerdict
gscope_limit_result_get_verdict (const GscopeLimitResult *self)
{
  g_return_val_if_fail (self, GSCOPE_LIMIT_VERDICT_UNKNOWN);

  if (self->n_failed > 0)
    return GSCOPE_LIMIT_VERDICT_FAILS;
  if (isnan (self->margin))
    return GSCOPE_LIMIT_VERDICT_UNKNOWN;
  return self->n_missed > 0 ? GSCOPE_LIMIT_VERDICT_INCOMPLETE : GSCOPE_LIMIT_VERDICT_PASSES;
}

static char *
describe_failures (const GscopeLimitResult *self)
{
  if (self->n_failures == 0)
    return g_strdup (self->n_missed > 0 ? _ ("incomplete") : _ ("passes"));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " failure",
                                       "%" PRIu64 " failures", (gulong) self->n_failures),
                          self->n_failures);
}

/* The samples, or the captures of a mask, that were not compared are named where there are any. */
static char *
describe_samples (const GscopeLimitResult *self)
{
  guint64 n = self->n_failed + self->n_passed;
  g_autofree char *failed =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " of %" PRIu64 " sample failed",
                                    "%" PRIu64 " of %" PRIu64 " samples failed", (gulong) n),
                       self->n_failed, n);
  g_autofree char *missed = NULL;

  if (self->n_missed == 0)
    return g_steal_pointer (&failed);
  missed = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " missed",
                                         "%" PRIu64 " missed", (gulong) self->n_missed),
                            self->n_missed);
  return g_strdup_printf (_ ("%s, %s"), missed, failed);
}

/* The end of the sentence. */
static char *
describe_margin (const GscopeLimitResult *self, const char *unit)
{
  g_autofree char *margin = gscope_quantity_format (self->margin, unit, DIGITS);
  g_autofree char *time = NULL;

  if (self->kind != GSCOPE_LIMIT_KIND_MASK)
    return g_strdup_printf (_ ("margin %s"), margin);
  time = gscope_quantity_format (self->margin_time, "s", DIGITS);
  /* Translators: the last one is a time from the trigger */
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%" PRIu64 " of %" PRIu64 " capture failed, margin %s at %s from the trigger",
                   "%" PRIu64 " of %" PRIu64 " captures failed, margin %s at %s from the trigger",
                   (gulong) self->n_captures),
      self->n_failed_captures, self->n_captures, margin, time);
}

/**
 * gscope_limit_result_dup_text:
 * @self: the outcome of a limit
 * @unit: (nullable): the unit of the signal
 *
 * Gets a sentence about the outcome: whether the signal passes, how many samples failed or were missed, and the margin.
 *
 * Returns: (transfer full): a translated text
 *
 * Since: 1.0
 */
char *
gscope_limit_result_dup_text (const GscopeLimitResult *self, const char *unit)
{
  g_autofree char *failures = NULL;
  g_autofree char *samples = NULL;
  g_autofree char *margin = NULL;

  g_return_val_if_fail (self, NULL);

  if (isnan (self->margin))
    return g_strdup (_ ("no sample was compared"));
  failures = describe_failures (self);
  samples = describe_samples (self);
  margin = describe_margin (self, unit);
  /* Translators: parts of a sentence about the outcome of a limit */
  return g_strdup_printf (_ ("%s, %s, %s"), failures, samples, margin);
}

static GVariant *
describe_number (const GscopeLimitResult *self, const GscopeLimitNumber *number)
{
  double value = gscope_limit_result_get_number (self, number);

  if (!isfinite (value))
    return g_variant_new_maybe (G_VARIANT_TYPE_DOUBLE, NULL);
  return number->is_count ? g_variant_new_int64 ((gint64) value) : g_variant_new_double (value);
}

/**
 * gscope_limit_result_describe:
 * @self: the outcome of a limit
 *
 * Describes an outcome for scripts.
 *
 * Returns: (transfer full): of type `a{sv}`: the nick of the verdict as `verdict`, and the numbers by their names: `x`, `d`, or
 *   an empty `md` for a number that is not known
 *
 * Since: 1.0
 */
GVariant *
gscope_limit_result_describe (const GscopeLimitResult *self)
{
  g_autoptr (GEnumClass) verdicts = g_type_class_ref (GSCOPE_TYPE_LIMIT_VERDICT);
  const char *verdict;
  GVariantBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  verdict = g_enum_get_value (verdicts, gscope_limit_result_get_verdict (self))->value_nick;
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "verdict", g_variant_new_string (verdict));
  for (const GscopeLimitNumber *number = numbers; number->name; number++)
    if (gscope_limit_result_has_number (self, number))
      g_variant_builder_add (&builder, "{sv}", number->name, describe_number (self, number));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}
