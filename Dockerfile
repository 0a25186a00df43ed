# Builds the Debian package from this checkout and installs it in a small image:
#
#   docker build -t inspector .
#   docker run --rm -it inspector                              the demo, on its screens
#   docker run --rm -v "$PWD:/work" inspector run requests/    your own request files
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends binutils dpkg-dev
RUN Scripts/package

FROM debian:bookworm-slim
COPY --from=build /source/.build/package/inspector_*_amd64.deb /tmp/
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates /tmp/inspector_*_amd64.deb \
    && rm -rf /tmp/inspector_*_amd64.deb /var/lib/apt/lists/*
ENV LANG=C.UTF-8 TERM=xterm-256color
WORKDIR /work
ENTRYPOINT ["inspector"]
CMD ["demo"]
