# docker build -t ucp-host . && docker run -p 8787:8787 -v ucp-host:/data -e SECRET_KEY=… -e BASE_URL=https://… ucp-host
# Any command of the command line can stand at the end: docker run … ucp-host stores

# Pinned, because a tag may name another image tomorrow: the Node.js of the tests, which package-lock.json installs.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# The package is the same on every platform: it is built on the builder's own.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json README.md LICENSE CHANGELOG.md ./
COPY cards ./cards
COPY client ./client
COPY connectors ./connectors
COPY console ./console
COPY deploy ./deploy
COPY docs ./docs
COPY packaging ./packaging
COPY search ./search
COPY simulated-shops ./simulated-shops
COPY src ./src
RUN npm ci --no-audit --no-fund && mkdir /package && npm pack --pack-destination /package

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    DATABASE_URL=sqlite:/data/ucp-host.db \
    LOG_LEVEL=info
# The package has no dependencies: nothing is fetched.
RUN --mount=type=bind,from=build,source=/package,target=/package \
    npm install --global --offline --no-audit --no-fund /package/*.tgz && mkdir /data && chown node:node /data
WORKDIR /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["ucp-host"]
CMD ["serve"]
