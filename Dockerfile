# assay with the clang 14 that it compiles programs with. Build it from the
# repository alone:
#   docker build -t assay .
#   docker run --rm -v "$PWD:/src" assay triage alarms.sarif -- src/*.c
#
# Debian 12 is the system that `make check` runs on; its clang is version 14.
FROM golang:1.26-bookworm AS build
WORKDIR /assay
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=unreleased
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X github.com/assay-dev/assay/internal/version.stamped=${VERSION}" -o /out/assay ./cmd/assay \
    && /out/assay man /out/man

FROM debian:12-slim
# The versions are those of Debian 12, which gets security fixes only.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends clang-14 llvm-14 libclang-rt-14-dev libc6-dev git ca-certificates \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/assay /usr/local/bin/assay
COPY --from=build /out/man/ /usr/local/share/man/man1/
RUN useradd --create-home assay
USER assay
WORKDIR /src
ENTRYPOINT ["assay"]
CMD ["help"]
