/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/address.h"
#include "process/config.h"

#include <arpa/inet.h>

static const guint16 ports[MXTRAF_N_CLASSES] = {
  [MXTRAF_MEASURED] = MXTRAF_PORT_MEASURED,
  [MXTRAF_ELEPHANTS] = MXTRAF_PORT_ELEPHANTS,
  [MXTRAF_MICE] = MXTRAF_PORT_MICE,
  [MXTRAF_CBR] = MXTRAF_PORT_CBR,
};

struct sockaddr_in
mxtraf_address_of (const char *address, MxtrafClass class)
{
  return (struct sockaddr_in){ .sin_family = AF_INET,
                               .sin_port = htons (ports[class]),
                               .sin_addr.s_addr = inet_addr (address) };
}
