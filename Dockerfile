# Jurybox in a container. The service refuses to listen beyond loopback until it knows the address that
# people use: set PUBLIC_URL (and TRUSTED_PROXIES where that is not https). See compose.yaml.

FROM node:26-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm pack --silent --pack-destination /tmp && mv /tmp/jurybox-*.tgz /tmp/jurybox.tgz

FROM node:26-bookworm-slim AS install
WORKDIR /app
COPY --from=build /tmp/jurybox.tgz ./
# The image brings the right Node, so the one that can come along is left out.
RUN npm init -y && npm install --omit=optional --no-audit --no-fund ./jurybox.tgz && rm jurybox.tgz

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 DATA_DIR=/data
WORKDIR /app
COPY --from=install /app/node_modules ./node_modules
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4600
# Ready, not only alive: a container whose database is away gets no traffic.
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Its own first process, so that SIGTERM reaches the service.
ENTRYPOINT ["node", "--disable-proto=delete", "--max-semi-space-size=8", "node_modules/jurybox/src/cli/jurybox.js"]
CMD ["serve"]
