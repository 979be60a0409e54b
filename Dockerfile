# The sources run as they are; only the page is built. Any user of the group 0 runs them and writes to /data and /tmp only:
# `docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges` is fine. Nothing runs on the architecture of the
# image, so each machine builds those of others.
FROM --platform=$BUILDPLATFORM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS base
WORKDIR /app

# What npm needs to install: as long as it stays the same, so do the layers of the dependencies.
FROM base AS manifests
COPY . .
RUN find packages -type f ! -name package.json ! -path '*/bin/*' -delete

FROM base AS page
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run assets --workspace @forewarn/pages-koa

# The optional dependencies are the Node and the Postgres of the development. The others have no native parts.
FROM base AS dependencies
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && \
    mkdir --parents /image/data && chmod 775 /image/data

FROM node:26.10.0-alpine@sha256:0b36e8c136b94cd4fcf02188228e76c31ad5872eef3fec8cbd2eee500cfd9e80

LABEL org.opencontainers.image.title=Forewarn \
    org.opencontainers.image.description="Which scheduled changes would this break?" \
    org.opencontainers.image.licenses=Apache-2.0 \
    org.opencontainers.image.source=https://github.com/forewarn/forewarn

ENV NODE_ENV=production \
    HOST=:: \
    PATH=/app/node_modules/.bin:$PATH

WORKDIR /app
COPY --from=dependencies /app ./
COPY . .
COPY --from=page /app/packages/pages-koa/dist packages/pages-koa/dist
# With the mode of the folder: its group is 0, as that of each user whom OpenShift chooses.
COPY --from=dependencies /image/ /

# Where the default store is. The image sets no DATABASE_URL: it would hide that the store of the settings has another name.
WORKDIR /data
# A number, so that Kubernetes knows that it is not root.
USER 1000:0
# Imports, syncs and SQLite write temporary files.
VOLUME ["/data", "/tmp"]
EXPOSE 4242
# An agent of its own takes no proxy. HOST and PORT are read as the service reads them: without brackets, white space and hidden characters.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "const [host, port] = ['HOST', 'PORT'].map((name) => (process.env[name] || '').replaceAll(/^[[\\s\\p{C}]+|[\\]\\s\\p{C}]+$/gu, '')); require('node:http').get({ host: ['', '0.0.0.0', '::'].includes(host) ? 'localhost' : host, port: port || 4242, path: '/health', agent: new (require('node:http').Agent)() }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["forewarn"]
CMD ["serve"]
