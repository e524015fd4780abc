/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "stage.h"

/* Below the source directory. */
#define WAVES "docs/pictures/waves.json"
#define STEP "docs/pictures/step.json"

/* A picture of the window. */
typedef struct
{
  const char *name;
  /* the file to open, "" for the welcome page, NULL to go on with the open one */
  const char *file;
  /* seconds from there to the picture */
  double seconds;
  /* actions of the window before the picture, and after it to leave no trace of it */
  const char *before;
  const char *after;
  void (*prepare) (Stage *stage);
  /* called before the file is opened, and after the picture is taken */
  void (*begin) (Stage *stage);
  void (*end) (Stage *stage);
  int width;
  int height;
} Picture;

/* Returns the pictures of the manual, in their order. */
const Picture *pictures_list (gsize *n);
