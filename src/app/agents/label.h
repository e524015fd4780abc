/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Returns the name under which the window shows the agent at an address: its host, or “This Machine”. */
char *app_agent_label_new (const char *address);
/* Returns the same as a part of a source's name. */
char *app_agent_label_new_word (const char *address);
/* Returns how the agent is reached, in a word. */
const char *app_agent_label_get_carrier (const char *address);
