import { resolve } from 'node:path';
import { getPattern, list as botPatterns } from 'isbot';
import { checkSync } from 'recheck';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { expressionsOf, type ModuleExpressions } from './expressionsOf.ts';
import safeExpressions from './safeExpressions.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../../..');

/** Packages that process untrusted input. */
const onPath = ['entities', 'fastify', 'find-my-way', 'isbot', 'mmdb-lib', 'tldts', 'tldts-core', 'undici'];

/** Packages in the bundle that do not, and why. */
const offPath: Readonly<Record<string, string>> = {
  '@fastify/ajv-compiler': 'no route has a schema',
  '@fastify/error': 'writes errors of its own',
  '@fastify/fast-json-stringify-compiler': 'no route has a schema',
  '@fastify/merge-json-schemas': 'no route has a schema',
  '@fastify/proxy-addr': 'Fastify’s addresses are not used',
  '@opentelemetry/api': 'its propagation of calls is not used',
  '@redis/client': 'speaks to the operator’s server',
  ajv: 'no route has a schema',
  'ajv-formats': 'no route has a schema',
  aws4fetch: 'signs calls to the operator’s bucket',
  'bare-addon-resolve': 'finds the library of file locks, at the start',
  'bare-module-resolve': 'finds the library of file locks, at the start',
  'bare-semver': 'finds the library of file locks, at the start',
  cookie: 'nothing is injected',
  'fast-json-stringify': 'no route has a schema',
  'fast-querystring': 'queries are read by readQuery',
  'fast-uri': 'no route has a schema',
  'ipaddr.js': 'Fastify’s addresses are not used',
  'json-schema-traverse': 'no route has a schema',
  'light-my-request': 'nothing is injected',
  pino: 'Fastify does not log',
  ret: 'no route has an expression',
  'safe-stable-stringify': 'Fastify does not log',
  'secure-json-parse': 'Fastify reads no body',
  semver: 'reads versions of plugins at the start',
  'set-cookie-parser': 'nothing is injected',
  zod: 'checks settings and rows',
};

/** Expressions that take more than linear time, by module, and what bounds their input. */
const bounded: Readonly<Record<string, readonly (readonly [source: string, why: string])[]>> = {
  'node_modules/fastify/lib/plugin-utils.js': [['-(?:rc|pre|alpha).+$', 'versions of plugins, at the start']],
  'node_modules/mmdb-lib/lib/ip.js': [['(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)', 'addresses: 45 characters']],
  'node_modules/undici/lib/handler/cache-handler.js': [['^[\\t ]+|[\\t ]+$', 'nothing is cached']],
  'node_modules/undici/lib/interceptor/cache.js': [['^[\\t ]+|[\\t ]+$', 'nothing is cached']],
  'node_modules/undici/lib/util/cache.js': [
    ['^[\\t ]+|[\\t ]+$', 'nothing is cached'],
    ['[\\t ]+$', 'nothing is cached'],
  ],
  'node_modules/undici/lib/web/fetch/data-url.js': [['(\\u0020+)$', 'no data: URL is fetched']],
  'src/model/field/structures.ts': [
    ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'fields of rows, which have come through the API'],
  ],
  'src/runtime/log/createScrubber.ts': [
    ['\\b([a-z][a-z0-9+.-]*:\\/\\/)[^\\s/@"\'<>]+@', 'lines of the log: 2,000 characters'],
    ['\\beyJ[\\w-]{8,}\\.[\\w-]+\\.[\\w-]*', 'lines of the log: 2,000 characters'],
    ['[\\w.+-]+(@[\\w-]+(?:\\.[\\w-]+)+)', 'lines of the log: 2,000 characters'],
  ],
  'src/runtime/log/secretsOf.ts': [
    ['[?&][^=&#\\s]*(?:password|secret|token|key)=([^&#\\s]+)', 'the operator’s settings'],
  ],
  'src/standards/vast/creativeIdentity.ts': [
    ['(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z][a-z0-9-]*[a-z0-9]', 'words of 253 characters'],
  ],
  'src/storage/media/bucket.ts': [
    ['\\/+$', 'the operator’s setting'],
    ['<Contents>(.*?)<\\/Contents>', 'answers of the operator’s bucket'],
  ],
};

/** Modules that build expressions at run time: from which strings, or all possible results. */
const built: Readonly<Record<string, string | (() => RegExp[])>> = {
  'node_modules/find-my-way/index.js': 'routes with expressions: there are none',
  'node_modules/find-my-way/lib/compiler.js': 'routes with expressions: there are none',
  'node_modules/find-my-way/lib/strategies/accept-host.js': 'routes with expressions: there are none',
  'node_modules/isbot/index.mjs': () => botPatterns.map((source) => new RegExp(source, 'i')),
  'node_modules/mmdb-lib/lib/ip.js': 'addresses: 45 characters',
  'src/model/field/secretField.ts': 'fixed expressions, when the program starts',
  'src/standards/openrtb/bid/bannerMarkup.ts': () => [/<\/script(?=[\s/>])/gi],
  'src/storage/media/bucket.ts': 'answers of the operator’s bucket',
};

function packageOf(module: string): string {
  const parts = module.slice(module.lastIndexOf('node_modules/') + 'node_modules/'.length).split('/');
  return parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
}

/** Limits as counts of steps: the same on every machine. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxNFASize: 6000,
  maxIteration: 2,
  randomSeed: 1,
} as const;

/**
 * Expressions that were found safe before, as `/source/flags`: the check depends on nothing else, and takes up to a
 * second. The long run checks all of them again.
 */
const judged = new Set(fullOrReduced([], safeExpressions));

function isSafe({ source, flags }: { source: string; flags: string }): boolean {
  return judged.has(`/${source}/${flags}`) || checkSync(source, flags, limits).status === 'safe';
}

/** Expressions that are not known to be at most linear; only the long run checks those in `knownFaults`. */
function faultsOf(
  expressions: readonly { source: string; flags: string }[],
  knownFaults: readonly string[] = [],
): string[] {
  const known = new Set(fullOrReduced([], knownFaults));
  return expressions.flatMap((each) => (!known.has(each.source) && isSafe(each) ? [] : [each.source]));
}

let modules: ModuleExpressions[];
beforeAll(async () => {
  // Its other back ends are programs for some machines.
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');
  modules = await expressionsOf(root, 'src/serving/startServingRole.ts');
});
afterAll(() => vi.unstubAllEnvs());

test('every package of ad serving with expressions is classified as processing untrusted input or not', () => {
  const packages = modules
    .filter(({ module, expressions }) => module.includes('node_modules/') && expressions.length > 0)
    .map(({ module }) => packageOf(module));
  const known = [...onPath, ...Object.keys(offPath)];
  expect([...new Set(packages)].filter((name) => !known.includes(name))).toEqual([]);
});

describe('no regular expression that ad serving can run takes more than linear time', () => {
  const within = (prefix: string) => modules.filter(({ module }) => module.startsWith(prefix));
  const folders = ['engine', 'events', 'model', 'outbound', 'runtime', 'serving', 'standards', 'storage'];

  test.each([
    'src/config.ts',
    'src/settings.ts',
    ...folders.map((folder) => `src/${folder}/`),
    ...onPath.map((name) => `node_modules/${name}/`),
  ])('in %s', (prefix) => {
    for (const { module, expressions } of within(prefix)) {
      const expected = (bounded[module] ?? []).map(([source]) => source);
      expect(faultsOf(expressions, expected), module).toEqual(expected);
    }
  });

  test('in all of its folders', () => {
    const found = modules.flatMap(({ module }) => /^src\/(\w+)\//.exec(module)?.[1] ?? []);
    expect([...new Set(found)].toSorted()).toEqual(folders);
  });

  test.each(Object.keys(built))('among those that %s builds', (module) => {
    const made = built[module];
    expect(modules.find((each) => each.module === module)?.built).toBeGreaterThan(0);
    if (typeof made === 'function') expect(faultsOf(made())).toEqual([]);
  });

  test('and none is built elsewhere from strings', () => {
    const makers = modules
      .filter(({ module }) => !module.includes('node_modules/') || onPath.includes(packageOf(module)))
      .flatMap(({ module, built: count }) => (count > 0 ? [module] : []));
    expect(makers).toEqual(Object.keys(built).toSorted());
    expect(getPattern().source).toBe(new RegExp(botPatterns.join('|')).source);
  });
});

test('an expression beyond linear time is found, wherever its input would have to be malformed', () => {
  expect(faultsOf([/\bTizen\b.*TV/, /^(a+)+$/, / +$/, /<[^>]*>/])).toHaveLength(4);
  expect(faultsOf([/\bTizen\b/, /^a+$/, /<[^<>]*>/])).toEqual([]);
});
