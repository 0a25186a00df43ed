#define _GNU_SOURCE
#include "csignals.h"
#include <sys/mman.h>

int crash_memory_file(void) { return memfd_create("stderr", MFD_CLOEXEC); }
