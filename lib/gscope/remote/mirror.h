/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/align.h>
#include <gscope/publish/subscriber.h>
#include <gscope/signal/time-base.h>
#include <gscope/source/source.h>
#include <json-glib/json-glib.h>

/* The signals and parameters of another process, as signals and parameters of a source in this one.
 * They outlive a connection: after a reconnection, the same name is the same signal or parameter.
 * Functions return FALSE for an invalid message. */
typedef struct _GscopeMirror GscopeMirror;
typedef struct _GscopeRemoteQueries GscopeRemoteQueries;

GscopeMirror *gscope_mirror_new (GscopeSource *source);
void gscope_mirror_free (GscopeMirror *self);

/* To be called when a connection begins, whose subscriber leases its signals and whose queries ask for their past, when
 * it has sent its first lists, and when it has ended. */
void gscope_mirror_begin (GscopeMirror *self, GscopeSubscriber *subscriber,
                          GscopeRemoteQueries *queries);
void gscope_mirror_complete (GscopeMirror *self);
void gscope_mirror_end (GscopeMirror *self, GscopeGapCause cause);
/* Begins gaps after the last samples, because the other end is silent, or because a clock was stepped. */
void gscope_mirror_fall_silent (GscopeMirror *self);
void gscope_mirror_step (GscopeMirror *self);
/* Converts the times of samples from now on; NULL: the other end has the same clock. */
void gscope_mirror_set_align (GscopeMirror *self, GscopeClockAlign *align, GscopeTimeBase *base);
/* Returns the clock of the other end, with the error that a time of it has when it is converted now; NULL if it is the
 * clock here. */
GscopeTimeBase *gscope_mirror_get_time_base (GscopeMirror *self, gint64 time);
/* Returns whether samples were dropped since the last call, because a clock that was stepped had put them into the
 * future. */
gboolean gscope_mirror_was_ahead (GscopeMirror *self);

gboolean gscope_mirror_take_signals (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_parameters (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_samples (GscopeMirror *self, GBytes *message, GError **error);
/* Takes samples of one signal, whatever its id is in the message. */
gboolean
gscope_mirror_take_broadcast (GscopeMirror *self, guint32 id, GBytes *message, GError **error);
gboolean gscope_mirror_take_losses (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_notice (GscopeMirror *self, JsonObject *object, GError **error);

/* The revision of a parameter's value at the other end, by path; 0 if it is not known. */
gint64 gscope_mirror_get_revision (GscopeMirror *self, const char *path);
void gscope_mirror_set_revision (GscopeMirror *self, GscopeParameter *parameter, gint64 revision);
