/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "output.h"

/* Reads a file as tuples with annotations; fd remains the caller's. selection: the part of the file to read, or NULL. */
typedef void (*DecodeFunc) (int fd, const char *selection, DecodeOutput *output);

void decode_audio (int fd, const char *selection, DecodeOutput *output);
/* A table of SQLite, or the result of a query. */
void decode_database (int fd, const char *selection, DecodeOutput *output);
/* Vectors and matrices of MATLAB 5 to 7.3, and of HDF5; the selection names the times. */
void decode_matlab (int fd, const char *selection, DecodeOutput *output);
void decode_hdf5 (int fd, const char *selection, DecodeOutput *output);

/* Returns the function for a kind of files; NULL if there is none. */
DecodeFunc decode_find (const char *kind);
