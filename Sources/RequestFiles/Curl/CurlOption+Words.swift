/// The options of curl that are not about one HTTP request, so that each is known by its name.
///
/// A word is a name, its letter behind a comma, and `=` where a value follows.
extension CurlOption {
  /// They change what is printed, or how it is tried.
  static let ignoredWords = """
    silent,s show-error,S verbose,v include,i fail,f fail-with-body fail-early remote-name,O
    remote-header-name,J no-buffer,N progress-bar,# no-progress-meter create-dirs disable,q
    basic ipv4,4 ipv6,6 tlsv1.2 tlsv1.3 tcp-nodelay no-keepalive ssl-no-revoke output,o=
    write-out,w= dump-header,D= cookie-jar,c= stderr= trace= trace-ascii= connect-timeout=
    retry= retry-delay= retry-max-time= max-redirs= limit-rate= keepalive-time=
    append,a create-file-mode= output-dir= parallel,Z parallel-immediate parallel-max=
    parallel-max-host= remote-name-all remote-time,R remove-on-error no-clobber
    skip-existing out-null retry-all-errors retry-connrefused speed-limit,Y=
    speed-time,y= styled-output suppress-connect-headers trace-time trace-config=
    trace-ids xattr tcp-fastopen mptcp ip-tos= vlan-priority= happy-eyeballs-timeout-ms=
    expect100-timeout= help,h= manual,M version,V libcurl= use-ascii,B rate=
    max-filesize= no-alpn no-npn no-sessionid false-start etag-save=
    junk-session-cookies,j keepalive-cnt= dns-interface= dns-ipv4-addr= dns-ipv6-addr=
    local-port= interface= dump-ca-embed ssl-sessions=
    proto= proto-redir=
    """

  /// What they ask for cannot be said of a request here, and why.
  static let refusedWords: [(why: String, words: String)] = [
    (
      "a proxy is taken from the environment",
      """
      proxy,x=
      haproxy-protocol noproxy= preproxy= proxy-anyauth proxy-basic proxy-cacert=
      proxy-capath= proxy-cert= proxy-cert-type= proxy-ciphers= proxy-crlfile=
      proxy-digest proxy-header= proxy-insecure proxy-key= proxy-key-type=
      proxy-negotiate proxy-ntlm proxy-pass= proxy-pinnedpubkey= proxy-service-name=
      proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers=
      proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser= proxy-tlsv1 proxy-user,U=
      proxy1.0= proxytunnel,p socks4= socks4a= socks5= socks5-basic socks5-gssapi
      socks5-gssapi-nec socks5-gssapi-service= socks5-hostname= proxy-ca-native
      haproxy-clientip= proxy-http2
      """
    ),
    (
      "only plain TLS of the system's own choice can be spoken",
      """
      tlsv1,1 tlsv1.0 tlsv1.1 sslv2,2 sslv3,3 tls-max= tls13-ciphers= ciphers= curves=
      ssl ssl-reqd ssl-allow-beast ssl-auto-client-cert ssl-revoke-best-effort
      tlsauthtype= tlspassword= tlsuser= cert-status crlfile= capath= ca-native
      pinnedpubkey= egd-file= random-file= engine= ech= sigalgs= alt-svc= hsts= doh-url=
      doh-cert-status doh-insecure dns-servers=
      """
    ),
    ("client certificates cannot be sent", "cert,E= key= cert-type= key-type= pass= pubkey="),
    (
      "only Basic, Digest and Bearer can be sent",
      """
      ntlm negotiate anyauth aws-sigv4=
      ntlm-wb krb= delegation= service-name= sasl-authzid= sasl-ir login-options=
      disallow-username-in-url
      """
    ),
    ("credentials are never taken from .netrc", "netrc,n netrc-file= netrc-optional"),
    ("only TCP connections can be made", "unix-socket= abstract-unix-socket="),
    ("redirects follow the standard", "post301 post302 post303 follow"),
    ("write it into the URL itself", "request-target="),
    (
      "the body of a response is read as it comes",
      """
      tr-encoding raw ignore-content-length http0.9 continue-at,C= etag-compare=
      """
    ),
    ("HTTP/1.1 and HTTP/2 can be spoken", "http1.0,0 http3 http3-only"),
    ("put the value in its place", "variable="),
    (
      "it is about another protocol than HTTP",
      """
      compressed-ssh crlf disable-eprt disable-epsv ftp-account=
      ftp-alternative-to-user= ftp-create-dirs ftp-method= ftp-pasv ftp-port,P= ftp-pret
      ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control hostpubmd5=
      hostpubsha256= list-only,l mail-auth= mail-from= mail-rcpt= mail-rcpt-allowfails
      metalink proto-default= quote,Q= telnet-option,t=
      tftp-blksize= tftp-no-options ipfs-gateway= upload-flags=
      """
    ),
    ("one command is one request", "next,:"),
    ("it stands for options of a file", "config,K="),
    ("credentials stay with their origin", "location-trusted"),
    ("names are looked up by the system", "resolve= connect-to="),
    ("write the header If-Modified-Since", "time-cond,z="),
    ("names are always percent-encoded", "form-escape"),
  ]
}
