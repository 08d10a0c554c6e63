# docker build -t heddle .
# docker run --rm -v "$PWD:/work" heddle prog.c
# Without MathSAT, whose licence allows research and evaluation only.
FROM debian:12 AS build
WORKDIR /heddle
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends make ca-certificates \
    && make MATHSAT=0 deb

FROM debian:12
COPY --from=build /heddle/build/heddle.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/heddle.deb \
    && rm -rf /tmp/heddle.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["heddle"]
