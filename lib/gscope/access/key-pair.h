/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Returns whether the private key that was read with a certificate is the key of its public key. Neither GIO nor GnuTLS
 * compares them when they are read, and a pair that does not fit fails in each handshake. A build without GnuTLS
 * cannot tell, and returns TRUE. */
gboolean gscope_key_pair_fits (GTlsCertificate *certificate);
