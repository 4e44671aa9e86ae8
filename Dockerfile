FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src ./src
COPY make-bundle.ts ./
RUN node make-bundle.ts

FROM node:26-slim
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.cache HOST=0.0.0.0 PORT=3000 STORE_URL=sqlite:/data/bellhop.db
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY LICENSE manifest.yml .env.example ./
COPY --from=build /app/src ./src
COPY --from=build /app/node_modules/.cache/bellhop/bundle ./node_modules/.cache/bellhop/bundle
RUN mkdir -p /data .cache && chown -R node:node /data .cache
USER node
# Warms the compile cache, so that the first start is as quick as the next ones.
RUN node --input-type=module --eval "await import('/app/node_modules/.cache/bellhop/bundle/serve.js'); await import('/app/src/main.ts')" 2>/dev/null; test $? -eq 78
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation keeps 10,000 watched jobs within 250 MB (npm run bench watch).
CMD ["node", "--max-semi-space-size=8", "src/main.ts"]
