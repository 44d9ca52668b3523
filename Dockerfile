# The major version of Node.js is the one pinned in package.json.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/

# Build stage: all dependencies.
FROM manifests AS built
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY contract contract
COPY server server
COPY web web
RUN npm run build

# Runtime stage: only packages that the built server loads.
FROM manifests AS dependencies
RUN npm ci --omit=dev --workspace=server --workspace=contract --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=16 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
# Previews of videos.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
COPY --from=dependencies /app ./
COPY --from=built /app/server/dist server/dist
COPY --from=built /app/web/dist web/dist
RUN install --directory --owner=node --group=node --mode=0750 /data /scratch
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ping`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--expose-gc", "server/dist/main.js"]
