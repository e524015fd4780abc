/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* The variable that has the text from outside. */
#define PID_NAMESPACE_OUTSIDE "PID_NAMESPACE_OUTSIDE"

/* Runs a test of this program again, as g_test_trap_subprocess () does, as the first process of a PID namespace with a
 * /proc of its own; asserts that it passes there, or skips the test where the machine forbids namespaces. The environment
 * there has PID_NAMESPACE_OUTSIDE, unless outside is NULL. */
void pid_namespace_trap (const char *path, const char *outside);
