/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/time-base.h>

/* The writer of a parameter's initial value, as a workspace has it: such a write has no marker. */
#define GSCOPE_INITIAL_WRITER "workspace"

/* The functions of the source that owns a parameter: the parameter knows no sources. */
typedef struct
{
  gint64 (*get_time) (gpointer owner);
  void (*add_marker) (gpointer owner, GscopeMarker *marker);
  void (*check_async) (gpointer owner, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*check_finish) (gpointer owner, GAsyncResult *result, char **verdict, GError **error);
  void (*apply_async) (gpointer owner, GscopeParameter *parameter, GVariant *value,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
  GVariant *(*apply_finish) (gpointer owner, GAsyncResult *result, GError **error);
} GscopeParameterOwner;

/* An owner of NULL takes the parameter away: writes under way then fail. */
void gscope_parameter_set_owner (GscopeParameter *self, const GscopeParameterOwner *verbs,
                                 gpointer owner, const char *instance);
gboolean gscope_parameter_has_owner (GscopeParameter *self);

/* Writes as gscope_parameter_write_async() does, for the value of a revision, or for any value if that is 0. A write that waits
 * for another one is judged when its turn comes. */
void gscope_parameter_write_for_async (GscopeParameter *self, guint64 revision, GVariant *value,
                                       const char *writer, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data);
/* Returns the number of the write that gave the value, at least 1. Each accepted write has another number, also if it gave the value
 * again; a change that was noticed is a write, too. */
guint64 gscope_parameter_get_write_number (GscopeParameter *self);
/* Takes a write back, by its number: writes the former value, unless another write is accepted first. */
void gscope_parameter_take_back_async (GscopeParameter *self, guint64 number, GVariant *former,
                                       const char *writer, GAsyncReadyCallback callback,
                                       gpointer user_data);
/* The change that an accepted write has made: the value before, the number of its write, and the number of this one. */
typedef struct
{
  GVariant *former;
  guint64 former_number;
  guint64 number;
} GscopeParameterChange;

/* Returns the change of a write that was accepted; it belongs to the result. */
const GscopeParameterChange *gscope_parameter_get_change (GAsyncResult *result);
/* Returns whether the value has this revision; 0 is any. */
gboolean gscope_parameter_check_revision (GscopeParameter *self, guint64 revision, GError **error);

/* Returns when the value was last changed, by the clock of the owner. */
gint64 gscope_parameter_get_changed (GscopeParameter *self);

/* Returns the writer of the value that the owner is applying, or NULL. */
const char *gscope_parameter_get_writer (GscopeParameter *self);

/* Binds the parameter to a word of the kind that GscopeSourceParameter has for its type; NULL binds it to nothing. */
void gscope_parameter_bind_word (GscopeParameter *self, gpointer word);
/* Takes the value of the word that the parameter is bound to. */
void gscope_parameter_read_word (GscopeParameter *self);
/* Stores a value in that word. */
void gscope_parameter_store_word (GscopeParameter *self, GVariant *value);
/* Calls the function that the parameter is bound to. Returns the value that the function has accepted. */
GVariant *gscope_parameter_apply_func (GscopeParameter *self, GVariant *value);

/* Returns the value that gscope_parameter_return_checked() gave a task. */
GVariant *gscope_parameter_propagate_checked (GTask *task, char **verdict, GError **error);

/* A value that somebody else wrote at a time, which the base qualifies. */
void gscope_parameter_notice_at (GscopeParameter *self, GVariant *value, const char *writer,
                                 gint64 time, GscopeTimeBase *base);
