#ifndef CSIGNALS_H
#define CSIGNALS_H
/// A file in memory for what is said on stderr while the screen is up.
int crash_memory_file(void);
#endif
