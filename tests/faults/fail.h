/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <stdbool.h>

/* Makes one call of the C library fail: the nth call of this name from now on, in any thread. A program that links this
 * library calls these functions instead of the functions of the C library. In other programs, LD_PRELOAD loads the
 * library, and FAIL_CALL and FAIL_NTH in the environment say which call fails; the file FAIL_MARK is made
 * when it does. With FAIL_HANGS the call never returns instead. */
__attribute__ ((visibility ("default"))) void fail_begin (const char *call, int nth);
/* Ends it, and returns whether the call has failed. */
__attribute__ ((visibility ("default"))) bool fail_end (void);
