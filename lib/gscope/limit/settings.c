/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/limit/settings.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/error.h>

/* Other languages keep copies of the settings of a limit, which stay when the limit gets others. */
G_DEFINE_BOXED_TYPE (GscopeLimitSettings, gscope_limit_settings, gscope_limit_settings_copy,
                     gscope_limit_settings_free)

static const char *const kinds[] = {
  [GSCOPE_LIMIT_KIND_BETWEEN] = N_ ("Between two values"),
  [GSCOPE_LIMIT_KIND_AT_MOST] = N_ ("At most"),
  [GSCOPE_LIMIT_KIND_AT_LEAST] = N_ ("At least"),
  [GSCOPE_LIMIT_KIND_MASK] = N_ ("Mask"),
};

static GscopeLimitKind
get_kind (gconstpointer record)
{
  return ((const GscopeLimitSettings *) record)->kind;
}

static gboolean
has_lower (gconstpointer record)
{
  return get_kind (record) == GSCOPE_LIMIT_KIND_BETWEEN
         || get_kind (record) == GSCOPE_LIMIT_KIND_AT_LEAST;
}

static gboolean
has_upper (gconstpointer record)
{
  return get_kind (record) == GSCOPE_LIMIT_KIND_BETWEEN
         || get_kind (record) == GSCOPE_LIMIT_KIND_AT_MOST;
}

static gboolean
is_mask (gconstpointer record)
{
  return get_kind (record) == GSCOPE_LIMIT_KIND_MASK;
}

static const char *
get_choice (int value)
{
  return gscope_limit_kind_get_title ((GscopeLimitKind) value);
}

#define ANY .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE
#define AT_A_FAILURE .section = NC_ ("section", "At a Failure")

/* Documents, comparisons and dialogs read this table. A field follows those by which it applies. */
static const GscopeField fields[] = {
  { "kind", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, kind),
    .title = NC_ ("field", "Values Are"), .get_type = gscope_limit_kind_get_type,
    .get_choice = get_choice },
  { "lower", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, lower),
    .title = NC_ ("field", "Lower Bound"), ANY, .applies = has_lower },
  { "upper", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, upper),
    .title = NC_ ("field", "Upper Bound"), ANY, .applies = has_upper },
  { "mask", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, mask),
    .title = NC_ ("field", "Corners: Time in s, Lower, Upper, …"), .applies = is_mask },
  { "trigger", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, trigger),
    .title = NC_ ("field", "Time 0 Is the Trigger of"), .applies = is_mask,
    .description =
        N_ ("Without a trigger nothing is compared; a triggered display shows the mask") },
  { "mark", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, marks),
    AT_A_FAILURE, .title = NC_ ("field", "Mark"), .initial = TRUE, .idle = TRUE,
    .description = N_ ("Adds a marker to the time axis") },
  { "capture", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, captures),
    AT_A_FAILURE, .title = NC_ ("field", "Capture"),
    .description = N_ ("Adds a capture to the triggered displays that show the signal") },
  { "notify", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, notifies),
    AT_A_FAILURE, .title = NC_ ("field", "Notify"),
    .description = N_ ("Shows a notification on the desktop, at most one in ten seconds") },
  { "stop", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeLimitSettings, stops),
    AT_A_FAILURE, .title = NC_ ("field", "Stop"),
    .description = N_ ("Stops sampling, or pauses the playback") },
  { .key = NULL },
};

/**
 * gscope_limit_kind_get_title:
 * @kind: a kind of limit
 *
 * Gets the name of a kind to show to a user.
 *
 * Returns: the translated name, such as “At most”
 *
 * Since: 1.0
 */
const char *
gscope_limit_kind_get_title (GscopeLimitKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (kinds), NULL);

  return g_dgettext (GETTEXT_PACKAGE, kinds[kind]);
}

/**
 * gscope_limit_settings_get_fields: (skip)
 *
 * Gets the table of the fields of a #GscopeLimitSettings. Titles and descriptions are not translated.
 *
 * Returns: (transfer none): the fields, ended by one without a key
 *
 * Since: 1.0
 */
const GscopeField *
gscope_limit_settings_get_fields (void)
{
  return fields;
}

/**
 * gscope_limit_settings_copy:
 * @self: (nullable): settings
 *
 * Copies settings.
 *
 * Returns: (transfer full) (nullable): the copy, for [method@LimitSettings.free]
 *
 * Since: 1.0
 */
GscopeLimitSettings *
gscope_limit_settings_copy (const GscopeLimitSettings *self)
{
  GscopeLimitSettings *copy;

  if (!self)
    return NULL;
  copy = g_new0 (GscopeLimitSettings, 1);
  gscope_fields_copy (fields, self, copy);
  return copy;
}

/**
 * gscope_limit_settings_free:
 * @self: (nullable) (transfer full): settings
 *
 * Frees settings.
 *
 * Since: 1.0
 */
void
gscope_limit_settings_free (GscopeLimitSettings *self)
{
  if (!self)
    return;
  gscope_fields_clear (fields, self);
  g_free (self);
}

/**
 * gscope_limit_settings_check:
 * @self: settings
 * @error: why they make no limit
 *
 * Checks whether settings make a limit.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_limit_settings_check (const GscopeLimitSettings *self, GError **error)
{
  g_autofree GscopeLimitCorner *corners = NULL;
  gsize n;

  g_return_val_if_fail (self, FALSE);

  if (self->kind == GSCOPE_LIMIT_KIND_MASK)
    {
      corners = gscope_limit_mask_parse (self->mask, &n, error);
      return corners != NULL;
    }
  if (gscope_fields_check (fields, self)
      && (self->kind != GSCOPE_LIMIT_KIND_BETWEEN || self->lower <= self->upper))
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("The upper bound is below the lower bound: raise it, or lower that."));
  return FALSE;
}
