/** A project outside of the repository that uses the packed packages. */
export interface ConsumerProject {
  readonly name: string;
  /** The packages that it installs by name, besides what these depend on; `all` for every one. */
  readonly packages: readonly string[] | 'all';
  /** What else it installs, in exact versions, or in the version of this repository. */
  readonly versions: Readonly<Record<string, string | typeof OURS>>;
  /** Files of `tools/consumer` that are compiled in both ways that resolve modules, and then run. */
  readonly files: readonly string[];
  /** Files that these import. */
  readonly parts?: readonly string[];
  /** Files that are only compiled: examples of the repository, or of installed packages. */
  readonly compiled?: readonly string[];
  /** Packages of which there must be exactly one copy. */
  readonly shared: readonly string[];
  /** Packages that must not be installed. */
  readonly absent: readonly string[];
}

/** The version in the package.json of the repository. */
export const OURS = Symbol('ours');

const DRIVERS = ['inversify', 'kysely', 'pg', 'commander', 'pino'];

const KOA_HOST = {
  '@koa/bodyparser': '6.1.0',
  '@koa/router': '15.7.0',
  '@types/node': OURS,
} as const;
/** Runs without a framework and a database. */
const HTTP = ['core', 'http', 'store-memory', 'use-cases'];

/** The projects. */
export const PROJECTS: readonly ConsumerProject[] = [
  {
    name: 'client',
    packages: ['client'],
    versions: { '@types/node': OURS },
    files: [],
    compiled: ['packages/client/test/first-use.example.ts'],
    shared: [],
    absent: ['@forewarn/wire', 'neverthrow', 'zod'],
  },
  {
    name: 'koa-2',
    packages: ['core', 'http-koa', 'store-memory', 'use-cases'],
    versions: { ...KOA_HOST, koa: '2.16.0', '@types/koa': '2.15.0' },
    files: ['koa-host.ts'],
    parts: ['platform.ts'],
    shared: ['koa', 'neverthrow', '@koa/router', '@types/koa'],
    absent: DRIVERS,
  },
  {
    name: 'koa-3',
    packages: ['client', 'core', 'http-koa', 'store-memory', 'unleash', 'use-cases'],
    versions: { ...KOA_HOST, koa: '3.0.0', neverthrow: OURS, '@types/koa': OURS },
    files: ['embedded.ts', 'koa-host.ts'],
    parts: ['platform.ts'],
    compiled: ['docs/examples/tutorial-embed.ts', 'packages/http-koa/test/first-use.example.ts'],
    shared: ['koa', 'neverthrow', '@koa/router', '@types/koa'],
    absent: DRIVERS,
  },
  {
    name: 'express-and-fastify',
    packages: HTTP,
    versions: {
      express: '5.3.0',
      '@types/express': '5.0.6',
      fastify: '5.12.8',
      '@fastify/middie': '9.3.6',
      '@types/node': OURS,
    },
    files: ['express-host.ts', 'fastify-host.ts', 'custom-errors.ts'],
    parts: ['platform.ts'],
    shared: ['neverthrow'],
    absent: ['koa', ...DRIVERS.filter((each) => each !== 'pino')],
  },
  {
    name: 'oldest-pg',
    packages: ['core', 'store-postgres'],
    versions: { pg: '8.11.0', '@types/pg': '8.11.0', kysely: OURS, '@types/node': OURS },
    files: ['given-pool.ts'],
    shared: ['kysely', 'neverthrow', 'pg', '@types/pg'],
    absent: ['koa', 'zod'],
  },
  {
    name: 'all',
    packages: 'all',
    versions: { '@types/node': OURS, '@types/pg': OURS },
    files: ['stores.ts', 'given-pool.ts', 'own-migrations.ts', 'own-transaction.ts'],
    compiled: ['first-use', 'plain-reads', 'plain-search'].map(
      (name) => `node_modules/@forewarn/store-sql/test/${name}.example.ts`,
    ),
    shared: ['koa', 'kysely', 'neverthrow', 'pg', 'zod'],
    absent: ['vitest'],
  },
];
