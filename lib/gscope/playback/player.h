/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/transport.h>
#include <gscope/playback/format.h>
#include <gscope/source/source.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_PLAYER (gscope_player_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopePlayer, gscope_player, GSCOPE, PLAYER, GscopeSource)

GSCOPE_EXPORT GscopePlayer *gscope_player_new (const char *name, GFile *file);
GSCOPE_EXPORT GscopePlayer *
gscope_player_new_with_clock (const char *name, GFile *file, GscopeClock *base);
GSCOPE_EXPORT GscopePlayer *gscope_player_new_compared (const char *name, GFile *file, guint run);
GSCOPE_EXPORT GFile *gscope_player_get_file (GscopePlayer *self);
GSCOPE_EXPORT GscopeTransport *gscope_player_get_transport (GscopePlayer *self);
GSCOPE_EXPORT guint64 gscope_player_get_budget (GscopePlayer *self);
GSCOPE_EXPORT void gscope_player_set_budget (GscopePlayer *self, guint64 bytes);
GSCOPE_EXPORT gboolean gscope_player_get_following (GscopePlayer *self);
GSCOPE_EXPORT void gscope_player_set_following (GscopePlayer *self, gboolean following);
GSCOPE_EXPORT const GscopeRecordingFormat *gscope_player_get_format (GscopePlayer *self);
GSCOPE_EXPORT void
gscope_player_set_format (GscopePlayer *self, const GscopeRecordingFormat *format);

GSCOPE_EXPORT double gscope_player_get_progress (GscopePlayer *self);
GSCOPE_EXPORT guint64 gscope_player_get_n_samples (GscopePlayer *self);
GSCOPE_EXPORT GStrv gscope_player_list_losses (GscopePlayer *self);
GSCOPE_EXPORT void
gscope_player_get_losses (GscopePlayer *self, const char *name, GscopeTally *tally);
GSCOPE_EXPORT guint64 gscope_player_get_skipped (GscopePlayer *self);
GSCOPE_EXPORT char **gscope_player_dup_reports (GscopePlayer *self);

GSCOPE_EXPORT gboolean gscope_player_get_overview (GscopePlayer *self);
GSCOPE_EXPORT gboolean gscope_player_get_details (GscopePlayer *self, gint64 *begin, gint64 *end);
GSCOPE_EXPORT void gscope_player_show (GscopePlayer *self, gint64 begin, gint64 end);

GSCOPE_EXPORT gint64 gscope_player_get_shift (GscopePlayer *self);
GSCOPE_EXPORT gboolean gscope_player_set_shift (GscopePlayer *self, gint64 shift);

G_END_DECLS
