/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/transport.h>
#include <gscope/playback/format.h>
#include <gscope/source/source.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_PLAYER (gscope_player_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopePlayer, gscope_player, GSCOPE, PLAYER, GscopeSource)

GSCOPE_AVAILABLE_IN_1_0
GscopePlayer *gscope_player_new (const char *name, GFile *file);
GSCOPE_AVAILABLE_IN_1_0
GscopePlayer *gscope_player_new_with_clock (const char *name, GFile *file, GscopeClock *base);
GSCOPE_AVAILABLE_IN_1_0
GscopePlayer *gscope_player_new_compared (const char *name, GFile *file, guint run);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_player_get_file (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeTransport *gscope_player_get_transport (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_player_get_budget (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_player_set_budget (GscopePlayer *self, guint64 bytes);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_player_get_following (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_player_set_following (GscopePlayer *self, gboolean following);
GSCOPE_AVAILABLE_IN_1_0
const GscopeRecordingFormat *gscope_player_get_format (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_player_set_format (GscopePlayer *self, const GscopeRecordingFormat *format);

GSCOPE_AVAILABLE_IN_1_0
double gscope_player_get_progress (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_player_get_n_samples (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_player_list_losses (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_player_get_losses (GscopePlayer *self, const char *name, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_player_get_skipped (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
char **gscope_player_dup_reports (GscopePlayer *self);

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_player_get_overview (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_player_get_details (GscopePlayer *self, gint64 *begin, gint64 *end);
GSCOPE_AVAILABLE_IN_1_0
void gscope_player_show (GscopePlayer *self, gint64 begin, gint64 end);

GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_player_get_shift (GscopePlayer *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_player_set_shift (GscopePlayer *self, gint64 shift);

G_END_DECLS
