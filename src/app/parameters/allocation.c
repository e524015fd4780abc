/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/allocation.h"

#include <math.h>
#include <string.h>

#define PERCENT 100.0

/* The policy under which the manager uses the levels that the user sets. */
#define BY_HAND "hand"

/* The sums of the utilities. */
typedef struct
{
  double present;
  double proposed;
  double other;
} Sums;

struct _AppAllocation
{
  GArray *rows;
  GscopeParameter *policy;
  GscopeParameter *capacity;
  Sums sums;
  /* of what users have seen */
  guint hash;
  /* the values of the policy and the levels before the proposal was applied; NULL for none */
  GPtrArray *before;
};

#define ROW(self, i) (&g_array_index ((self)->rows, AppAllocationRow, i))

static void
clear_row (gpointer data)
{
  AppAllocationRow *self = data;

  g_clear_pointer (&self->utility, tsl_utility_free);
  g_clear_object (&self->minimum);
  g_clear_object (&self->desired);
  g_clear_object (&self->importance);
  g_clear_object (&self->curve);
  g_clear_object (&self->level);
  g_clear_object (&self->takes_part);
  g_clear_object (&self->limit);
  g_clear_object (&self->period);
  g_free (self->group);
}

static const struct
{
  const char *role;
  gsize offset;
  gboolean is_signal;
} parts[] = {
  { "minimum", G_STRUCT_OFFSET (AppAllocationRow, minimum), FALSE },
  { "desired", G_STRUCT_OFFSET (AppAllocationRow, desired), FALSE },
  { "importance", G_STRUCT_OFFSET (AppAllocationRow, importance), FALSE },
  { "curve", G_STRUCT_OFFSET (AppAllocationRow, curve), FALSE },
  { "level", G_STRUCT_OFFSET (AppAllocationRow, level), FALSE },
  { "takes-part", G_STRUCT_OFFSET (AppAllocationRow, takes_part), FALSE },
  { "limit", G_STRUCT_OFFSET (AppAllocationRow, limit), TRUE },
  { "period", G_STRUCT_OFFSET (AppAllocationRow, period), TRUE },
};

/* Returns the object of a group with a role; the caller owns it. */
static gpointer
find_role (GListModel *model, const char *group, const char *role, gboolean is_signal)
{
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) object = g_list_model_get_item (model, i);
      const char *of = is_signal ? gscope_signal_get_group ((gpointer) object)
                                 : gscope_parameter_get_group ((gpointer) object);
      const char *has = is_signal ? gscope_signal_get_role ((gpointer) object)
                                  : gscope_parameter_get_role ((gpointer) object);

      if (g_strcmp0 (of, group) == 0 && g_strcmp0 (has, role) == 0)
        return g_steal_pointer (&object);
    }
  return NULL;
}

/* Adds the row of a group if it has all parts. */
static void
add_group (AppAllocation *self, GscopeSource *source, const char *group)
{
  AppAllocationRow row = { .group = g_strdup (group) };
  gboolean is_whole = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      GListModel *model = parts[i].is_signal ? gscope_source_get_signals (source)
                                             : gscope_source_get_parameters (source);
      gpointer object = find_role (model, group, parts[i].role, parts[i].is_signal);

      G_STRUCT_MEMBER (gpointer, &row, parts[i].offset) = object;
      is_whole = is_whole && object;
    }
  if (is_whole)
    g_array_append_val (self->rows, row);
  else
    clear_row (&row);
}

AppAllocation *
app_allocation_new (GscopeSource *source)
{
  GListModel *model = gscope_source_get_parameters (source);
  g_autoptr (AppAllocation) self = g_new0 (AppAllocation, 1);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->rows = g_array_new (FALSE, FALSE, sizeof (AppAllocationRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->policy = find_role (model, "", "policy", FALSE);
  self->capacity = find_role (model, "", "capacity", FALSE);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      const char *group = gscope_parameter_get_group (parameter);

      if (g_hash_table_add (groups, g_strdup (group)))
        add_group (self, source, group);
    }
  return self->policy && self->capacity && self->rows->len > 0 ? g_steal_pointer (&self) : NULL;
}

void
app_allocation_free (AppAllocation *self)
{
  g_array_unref (self->rows);
  g_clear_object (&self->policy);
  g_clear_object (&self->capacity);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_free (self);
}

guint
app_allocation_get_n (AppAllocation *self)
{
  return self->rows->len;
}

const AppAllocationRow *
app_allocation_get_row (AppAllocation *self, guint i)
{
  return ROW (self, i);
}

/* Returns the last value of a signal; 0 for none. */
static double
read_signal (GscopeSignal *signal)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 end = gscope_trace_get_end (trace);
  double value = end > gscope_trace_get_first (trace) ? gscope_trace_get_value (trace, end - 1) : 0;

  return isfinite (value) ? value : 0;
}

static void
read_row (AppAllocationRow *self)
{
  const TslUtilityShape *shape = tsl_utility_find_shape (
      g_variant_get_string (gscope_parameter_get_value (self->curve), NULL));
  double minimum = gscope_parameter_get_number (self->minimum) / PERCENT;
  double desired = gscope_parameter_get_number (self->desired) / PERCENT;

  g_clear_pointer (&self->utility, tsl_utility_free);
  self->most = gscope_parameter_get_number (self->importance);
  self->now = read_signal (self->limit) / PERCENT;
  self->proposed = 0;
  if (shape && gscope_parameter_get_number (self->takes_part) != 0 && minimum <= desired)
    self->utility = tsl_utility_new_shaped (shape, minimum, desired, self->most);
}

static double
get_capacity (AppAllocation *self)
{
  return gscope_parameter_get_number (self->capacity) / PERCENT;
}

static double
divide (AppAllocation *self, gboolean is_greedy, double *shares)
{
  g_autoptr (GPtrArray) curves = g_ptr_array_new ();

  for (guint i = 0; i < self->rows->len; i++)
    if (ROW (self, i)->utility)
      g_ptr_array_add (curves, ROW (self, i)->utility);
  if (curves->len == 0)
    return -1;
  return is_greedy ? tsl_qram_greedy ((const TslUtility *const *) curves->pdata, curves->len,
                                      get_capacity (self), shares)
                   : tsl_qram_exact ((const TslUtility *const *) curves->pdata, curves->len,
                                     get_capacity (self), TSL_QRAM_RESOLUTION, shares);
}

/* Returns a hash of what users see. */
static guint
hash (AppAllocation *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const AppAllocationRow *row = ROW (self, i);

      g_string_append_printf (text, "%a %a %a %a %a %a %s ", row->most, row->now, row->proposed,
                              read_signal (row->period), gscope_parameter_get_number (row->minimum),
                              gscope_parameter_get_number (row->desired),
                              g_variant_get_string (gscope_parameter_get_value (row->curve), NULL));
    }
  g_string_append_printf (text, "%a %a %a", self->sums.present, self->sums.proposed,
                          self->sums.other);
  return g_str_hash (text->str);
}

gboolean
app_allocation_update (AppAllocation *self, gboolean is_greedy)
{
  guint before = self->hash, k = 0;
  g_autofree double *shares = g_new0 (double, self->rows->len);

  for (guint i = 0; i < self->rows->len; i++)
    read_row (ROW (self, i));
  self->sums.other = divide (self, !is_greedy, shares);
  self->sums.proposed = divide (self, is_greedy, shares);
  self->sums.present = 0;
  for (guint i = 0; i < self->rows->len; i++)
    {
      AppAllocationRow *row = ROW (self, i);

      if (!row->utility)
        continue;
      row->proposed = self->sums.proposed >= 0 ? shares[k++] : 0;
      self->sums.present += tsl_utility_get (row->utility, row->now);
    }
  self->hash = hash (self);
  return self->hash != before;
}

double
app_allocation_get_present (AppAllocation *self)
{
  return self->sums.present;
}

double
app_allocation_get_utility (AppAllocation *self)
{
  return self->sums.proposed;
}

double
app_allocation_get_other (AppAllocation *self)
{
  return self->sums.other;
}

char *
app_allocation_judge (AppAllocation *self, const TslAdmissionTest *test)
{
  g_autofree TslDemand *demands = g_new0 (TslDemand, self->rows->len);
  g_autofree gint64 *deadlines = g_new0 (gint64, self->rows->len);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const AppAllocationRow *row = ROW (self, i);
      gint64 period = (gint64) (read_signal (row->period) * GSCOPE_MSEC);

      if (row->proposed <= 0 || period <= 0)
        continue;
      demands[n] = (TslDemand){ (gint64) (row->proposed * (double) period), period };
      deadlines[n++] = period;
    }
  if (test->judge (demands, deadlines, n, 1, TSL_ADMISSION_THRESHOLD, &error))
    return NULL;
  return g_strdup (error->message);
}

/* Applying. */

static void
write_value (GscopeParameter *parameter, GVariant *value, const char *writer)
{
  gscope_parameter_write_async (parameter, value, writer, NULL, NULL, NULL);
}

static void
keep (AppAllocation *self)
{
  g_clear_pointer (&self->before, g_ptr_array_unref);
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (self->before,
                     g_variant_ref (gscope_parameter_get_value (ROW (self, i)->level)));
  g_ptr_array_add (self->before, g_variant_ref (gscope_parameter_get_value (self->policy)));
}

void
app_allocation_apply (AppAllocation *self, const char *writer)
{
  keep (self);
  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < self->rows->len; i++)
      {
        const AppAllocationRow *row = ROW (self, i);

        if ((row->proposed > row->now) == (turn > 0))
          write_value (row->level, g_variant_new_double (PERCENT * row->proposed), writer);
      }
  write_value (self->policy, g_variant_new_string (BY_HAND), writer);
}

gboolean
app_allocation_can_restore (AppAllocation *self)
{
  return self->before != NULL;
}

void
app_allocation_restore (AppAllocation *self, const char *writer)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->before);

  g_return_if_fail (before);

  write_value (self->policy, before->pdata[self->rows->len], writer);
  for (guint i = 0; i < self->rows->len; i++)
    write_value (ROW (self, i)->level, before->pdata[i], writer);
}
