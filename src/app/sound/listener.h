/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

/* Plays a signal of a view as sound: its value is the pitch, from the lower to the upper end of its lane, and markers are clicks.
 * A picture that moves sounds as it comes. One that stands still sounds once, from its left to its right end. It emits "ended" with
 * NULL when it has nothing more to play, or with an error, also where there is no sound card. */
#define APP_TYPE_LISTENER (app_listener_get_type ())
G_DECLARE_FINAL_TYPE (AppListener, app_listener, APP, LISTENER, GObject)

AppListener *app_listener_new (GscopeGtkView *view, GscopeGtkViewSignal *signal, gboolean is_still);
/* Ends the sound. Returns whether it was within a picture that stands still, and gets the time that sounded last. */
gboolean app_listener_stop (AppListener *self, gint64 *time);
