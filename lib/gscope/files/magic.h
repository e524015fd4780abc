/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Tell by the first bytes what a file is that gscope-decode reads. */

/* WAV, RF64, Wave64, AIFF, FLAC or Ogg. */
gboolean gscope_magic_is_audio (gconstpointer head, gsize n);
/* A database of SQLite 3. */
gboolean gscope_magic_is_database (gconstpointer head, gsize n);
/* A file of HDF5 that is none of MATLAB. */
gboolean gscope_magic_is_hdf5 (gconstpointer head, gsize n);
/* A file of MATLAB 5 to 7.3. */
gboolean gscope_magic_is_matlab (gconstpointer head, gsize n);
