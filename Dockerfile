# The sources run as they are, so there is no build: only the dependencies are installed. An ordinary user runs it and
# writes to /data and /tmp only: `docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges` is fine.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS page

WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts \
    && npm run page --workspace @forewarn/pages-koa

FROM node:26.10.0-alpine@sha256:0b36e8c136b94cd4fcf02188228e76c31ad5872eef3fec8cbd2eee500cfd9e80

# A young generation of 64 MiB, Node's default here, makes a service under attack a quarter larger. So does a heap that may
# have 2 GiB or more: V8 then lets it grow to four times what is in use.
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=2000" \
    PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    DATABASE_URL=sqlite:/data/forewarn.db

WORKDIR /app
COPY . .
# The optional dependencies are the Node and the Postgres of the development. The files of the page at /docs come from
# one that is for the development, too.
RUN npm ci --include=dev --omit=optional --ignore-scripts \
    && npm run swagger-ui --workspace @forewarn/pages-koa \
    && npm prune --omit=dev --omit=optional --ignore-scripts \
    && npm cache clean --force \
    && mkdir /data \
    && chown node:node /data
# Its build needs optional dependencies.
COPY --from=page /app/packages/pages-koa/dist/page packages/pages-koa/dist/page

USER node
# Imports, syncs and SQLite write temporary files.
VOLUME ["/data", "/tmp"]
EXPOSE 4242
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4242) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["forewarn"]
CMD ["serve"]
