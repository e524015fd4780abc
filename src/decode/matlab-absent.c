/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include <glib/gi18n.h>

void
decode_matlab (int fd, const char *selection, DecodeOutput *output)
{
  decode_output_fail (output, _ ("this Gscope was built without %s, which reads such files"),
                      "matio");
}
