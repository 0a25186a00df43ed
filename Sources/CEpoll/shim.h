#ifndef CEPOLL_SHIM_H
#define CEPOLL_SHIM_H
/* What Swift's Glibc leaves out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
