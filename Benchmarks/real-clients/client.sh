base=$1; say() { printf '%s\t' "$1"; shift; "$@" 2>&1 | tr '\n' '~'; echo; }
c() { curl -sS --noproxy '*' -w ' %{http_code}' "$@"; }
head -c 104857600 /dev/zero > up
say get c $base/get
say post c -d hello $base/sink
say '100 MB up' c -H Expect: --data-binary @up $base/sink
say '100 MB up, chunked' c -H Expect: -H 'Transfer-Encoding: chunked' -T up -X POST $base/sink
say '100 MB down' sh -c "curl -sS --noproxy '*' $base/source | sha256sum"
say gzip c --compressed $base/gzip
say 'chunked down' c $base/chunked
say redirect c -L $base/redirect
say cookies sh -c "curl -sS --noproxy '*' -c jar $base/login; curl -sS --noproxy '*' -b jar $base/private"
say range c -r 2-5 $base/range
say events c -N $base/events
say HEAD sh -c "curl -sS --noproxy '*' -I $base/get | tr -d '\r'"
say 204 c $base/204
say 304 c $base/304
say Expect c -H 'Expect: 100-continue' -d hello $base/sink
say trailers sh -c "curl -sS --noproxy '*' -v -H 'TE: trailers' $base/chunked 2>&1 | grep -i '^< X-Sum' | tr -d '\r'"
say '1,000 in a row' sh -c "curl -sS --noproxy '*' '$base/n/[0-999]' -o /dev/null -w '%{http_code} ' | wc -w"
say '200 at once' sh -c "curl -sS --noproxy '*' -Z --parallel-max 200 --parallel-immediate '$base/n/[0-199]' -o 'n#1' -w '%{http_code} ' 2> /dev/null | wc -w; cat n? n?? n1?? | sha256sum; rm -f n? n?? n1??"
