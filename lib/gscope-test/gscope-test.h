/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-test/await.h>
#include <gscope-test/harness.h>
#include <gscope-test/run.h>
