/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

/* Tells ThreadSanitizer that an object passes from one thread to another. Both threads call it, the one that gives
 * the object first. GTask and GIO synchronise the threads, but ThreadSanitizer does not see it, since GLib is built
 * without it. */
static inline void
gscope_hand_over (gpointer object)
{
#ifdef __SANITIZE_THREAD__
  __tsan_acquire (object);
  __tsan_release (object);
#endif
}
