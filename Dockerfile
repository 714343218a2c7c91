# Azimuth in a container: built from source in one stage, run from another that has what the npm package has and nothing else.
# The bundle in it has all dependencies inside and there is no native code, so one image serves amd64 and arm64. The process is
# not root, and writes to its volume alone: a read-only root works.

# What is built is the same for all platforms, so it is built on that of the builder and not in an emulator.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
RUN npm pack --ignore-scripts --silent && tar --extract --gzip --file azimuth-db-*.tgz

FROM node:24-bookworm-slim
# The user `node` of the image is 1000:1000.
RUN mkdir -p /var/lib/service-data && chown 1000:1000 /var/lib/service-data && chmod 700 /var/lib/service-data
WORKDIR /app
COPY --from=build /src/package ./
ENV NODE_ENV=production AZIMUTH_HOST=0.0.0.0 AZIMUTH_DATA_DIR=/var/lib/service-data
USER 1000:1000
VOLUME /var/lib/service-data
EXPOSE 6573 6574 6575
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/dist/main.js", "healthcheck"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
