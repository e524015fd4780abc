/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/kind-private.h>
#include <tsl/sched/kind-private.h>
#include <tsl/tcp/option-private.h>

const TslGuardKind *const tsl_guard_kinds[] = {
  &tsl_file_kind, &tsl_sched_kind, &tsl_option_kind, &tsl_knob_kind, &tsl_folder_kind, NULL,
};
