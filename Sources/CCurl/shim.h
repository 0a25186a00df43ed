#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
/* The type-check macros hide the functions from Swift. */
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#endif
