import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

interface Rule {
  /** Our own folders that it may import, beside itself. A path with a slash names one file or folder inside. */
  ours: string[];
  /** Our own folders of which it may import types only, which leave nothing in the build. */
  types?: string[];
  /** npm packages that it may import. */
  packages: string[];
  /** Whether it may import node: modules. */
  node: boolean;
}

/** The import rules by folder. Any import that is not listed is refused. */
const rules: Record<string, Rule> = {
  model: { ours: [], packages: ['zod'], node: false },
  standards: { ours: [], packages: ['htmlparser2', 'isbot', 'tldts'], node: false },
  engine: { ours: ['model', 'standards'], packages: [], node: false },
  reports: { ours: ['model'], packages: ['zod'], node: false },
  runtime: {
    ours: [],
    packages: [
      'prom-client',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
    ],
    node: true,
  },
  storage: {
    ours: ['model', 'runtime'],
    packages: [
      'drizzle-orm',
      'pg',
      '@clickhouse/client',
      'chdb',
      '@electric-sql/pglite',
      '@node-rs/argon2',
      '@redis/client',
      'aws4fetch',
      'fs-native-extensions',
      'undici',
      'zod',
    ],
    node: true,
  },
  events: { ours: ['model', 'runtime', 'storage', 'config.ts', 'processes/roles.ts'], packages: [], node: true },
  outbound: { ours: ['model', 'standards'], packages: ['undici'], node: true },
  crawler: {
    ours: ['model', 'standards', 'outbound', 'runtime', 'storage', 'config.ts', 'processes/roles.ts'],
    packages: [],
    node: true,
  },
  deletion: {
    ours: [
      'standards',
      'outbound',
      'runtime',
      'storage',
      'serving/delivery/viewerKeys.ts',
      'config.ts',
      'processes/roles.ts',
    ],
    packages: [],
    node: true,
  },
  review: {
    ours: [
      'model',
      'engine',
      'runtime',
      'storage',
      'events',
      'serving/geo',
      'serving/ivt/trafficLists.ts',
      'config.ts',
      'processes/roles.ts',
    ],
    packages: [],
    node: true,
  },
  serving: {
    ours: [
      'engine',
      'model',
      'standards',
      'outbound',
      'events',
      'runtime',
      'storage/bidCache',
      'storage/counters',
      'storage/media',
      'storage/notices',
      'config.ts',
      'processes/roles.ts',
    ],
    packages: ['fastify', 'undici', 'mmdb-lib'],
    node: true,
  },
  adtag: { ours: [], packages: [], node: false },
  api: {
    ours: [
      'model',
      'standards',
      'engine',
      'outbound',
      'deletion',
      'serving/geo',
      'serving/notices/urlSealer.ts',
      'serving/vendorLists',
      'events',
      'reports',
      'runtime',
      'storage',
      'config.ts',
      'processes/roles.ts',
    ],
    packages: [
      'fastify',
      '@fastify/cookie',
      '@fastify/static',
      '@fastify/compress',
      '@node-rs/argon2',
      'zod',
      'drizzle-orm',
      'csv-parse',
      'pdfkit',
      'hucre',
      'wawoff2',
      'yaml',
      'nodemailer',
      'mediainfo.js',
      'image-size',
      'yauzl',
      'rate-limiter-flexible',
      '@simplewebauthn/server',
      'openid-client',
    ],
    node: true,
  },
  console: {
    ours: [
      'model',
      'reports',
      'api/consoleRoutes.ts',
      'api/shownUserHeader.ts',
      'api/deals/dealChecks.ts',
      'api/shares/shareLimits.ts',
      'api/vastTester/deviceProfiles.ts',
      'api/whatif/whatIfFigures.ts',
      'api/why/whyKinds.ts',
      'standards/foreignMacros.ts',
      'standards/macros.ts',
      'standards/vast/vastVersions.ts',
    ],
    types: ['api'],
    packages: [
      'react',
      'react-dom',
      '@base-ui/react',
      '@tanstack/react-router',
      '@tanstack/react-query',
      'react-hook-form',
      'echarts',
      'lucide-react',
      'marked',
      '@noble/ciphers',
      '@simplewebauthn/browser',
      'uqr',
      'zod',
      'vite',
    ],
    node: false,
  },
  demo: {
    ours: ['model', 'standards', 'events', 'runtime', 'storage/postgres.ts', 'config.ts', 'processes/roles.ts'],
    types: ['api'],
    packages: [
      'fastify',
      'undici',
      '@dailymotion/vast-client',
      'video.js',
      'videojs-contrib-ads',
      'fluid-player',
      'prebid.js',
    ],
    node: true,
  },
  operations: {
    ours: [
      'config.ts',
      'invalidSettings.ts',
      'model',
      'runtime',
      'storage',
      'events',
      'processes',
      'serving/snapshot/controlPlane.ts',
      'serving/vendorLists',
      'engine',
      'outbound',
      'standards',
    ],
    packages: ['zod', 'pg', 'nodemailer'],
    node: true,
  },
  processes: {
    ours: [
      'config.ts',
      'findMisspelledSettings.ts',
      'runtime',
      'storage',
      'api',
      'serving',
      'events',
      'crawler',
      'deletion',
      'review',
      'demo',
    ],
    packages: ['prom-client'],
    node: true,
  },
};

const pureFolders = ['model', 'standards', 'engine', 'reports'];

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name) ? [path] : [];
  });
}

interface Import {
  specifier: string;
  /** Whether it imports types only, and nothing at run time. */
  isType: boolean;
}

function importsOf(text: string): Import[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    isType: match[1] !== undefined,
  }));
}

/** Target of an import: a path inside src, a package, or node. */
function resolveImport(file: string, specifier: string): { kind: 'ours' | 'package' | 'node'; name: string } {
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier };
  if (specifier.startsWith('#')) return { kind: 'ours', name: specifier.slice(1) };
  if (specifier.startsWith('.')) {
    return {
      kind: 'ours',
      name: relative(source, resolve(dirname(file), specifier))
        .split(sep)
        .join('/'),
    };
  }
  const parts = specifier.split('/');
  return { kind: 'package', name: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '') };
}

function faultsOf(folder: string, rule: Rule): string[] {
  return filesUnder(join(source, folder)).flatMap((file) => {
    const name = relative(root, file);
    return importsOf(readFileSync(file, 'utf8')).flatMap(({ specifier, isType }) => {
      const target = resolveImport(file, specifier);
      if (target.kind === 'node') return rule.node ? [] : [`${name} imports ${specifier}`];
      if (target.kind === 'package') return rule.packages.includes(target.name) ? [] : [`${name} imports ${specifier}`];
      const isAllowed = [folder, ...rule.ours, ...(isType ? (rule.types ?? []) : [])].some(
        (each) => target.name === each || target.name.startsWith(`${each}/`),
      );
      return isAllowed ? [] : [`${name} imports ${specifier}`];
    });
  });
}

/** Methods that mutate their object. */
const changing = 'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' ');

/**
 * The places where a module changes its own state: variables, static members, and mutations of its own and of imported
 * constants. Names are matched regardless of scope.
 */
function changesOfModules(text: string): string[] {
  const constants = [...text.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name = '']) => name);
  const imported = [...text.matchAll(/^import (?!type)\{([^}]*)\} from '[.#]/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && !each.startsWith('type '))
      .map((each) => each.split(' ').at(-1) ?? ''),
  );
  const found = [...text.matchAll(/^(?:export )?(?:let|var) \w+|^\s*static (?!readonly )\w+ *[=:]/gm)].map(
    ([each]) => each,
  );
  for (const name of new Set([...constants, ...imported])) {
    // These only hold the state of the browser.
    if (['localStore', 'sessionStore'].includes(name)) continue;
    const start = `(?<![\\w.'"-]|: )${name}`;
    const member = '(?:(?:\\?\\.)?\\[[^\\]\\n]+\\]|!?\\??\\.\\w+)';
    const call = `${start}${member}*\\??\\.(?:${changing.join('|')})\\(`;
    const assigned = `${start}${member}+ *(?:=(?![=>])|[-+*/|&?]{1,2}=|\\+\\+|--)`;
    const removed = `\\bdelete ${name}\\b`;
    found.push(...[...text.matchAll(new RegExp(`${call}|${assigned}|${removed}`, 'g'))].map(([each]) => each));
  }
  return found;
}

describe('folders', () => {
  const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory());

  test('every folder has its rule', () => {
    expect(folders.toSorted()).toEqual(Object.keys(rules).toSorted());
  });

  test.each(folders)('%s imports only what it may', (folder) => {
    expect(faultsOf(folder, rules[folder] ?? { ours: [], packages: [], node: false })).toEqual([]);
  });

  test('contracts of the API import only the model, the report catalog and zod', () => {
    const reached = new Set(filesUnder(join(source, 'api')).filter((file) => file.endsWith('Contract.ts')));
    const foreign: string[] = [];
    for (const file of reached) {
      for (const { specifier } of importsOf(readFileSync(file, 'utf8'))) {
        const { kind, name } = resolveImport(file, specifier);
        if (kind === 'ours' && name.startsWith('api/')) reached.add(join(source, name));
        else if (!/^(model|reports)\//.test(name) && name !== 'zod')
          foreign.push(`${relative(root, file)}: ${specifier}`);
      }
    }
    expect(foreign).toEqual([]);
    expect([...reached].filter((file) => file === join(source, 'api/route.ts'))).toEqual([]);
  });

  test.each(pureFolders)('%s reads neither the clock nor random numbers', (folder) => {
    const faults = filesUnder(join(source, folder)).filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(readFileSync(file, 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test('only config.ts reads the environment, which is passed on whole where a process is started', () => {
    const readers = filesUnder(source)
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(source, file).split(sep).join('/'));
    expect(readers.toSorted()).toEqual(['main.ts', 'processes/child.ts', 'processes/spawnRole.ts']);
  });

  test('modules of the console hold constants only, so that a window can start it again', () => {
    const faults = filesUnder(join(source, 'console')).flatMap((file) => {
      const place = relative(source, file).split(sep).join('/');
      return changesOfModules(readFileSync(file, 'utf8')).map((change) => `${place}: ${change}`);
    });
    expect(faults).toEqual([
      // Trees of the model, built once and the same for every reader.
      'console/entities/controls/TreeCell.tsx: treeCache.set(',
    ]);
  });

  test.each([
    'let shown = 0;',
    'var shown;',
    'export let shown = 0;',
    'const seen: Set<string> = new Set();\nseen.add(name)',
    "const state = { current: '' };\nfunction show() { state.current = name; }",
    "const known: Record<string, string> = {};\n  known[name] = '';",
    'export const lists: Map<string, string>[] = [];\nlists[0]?.set(name, name)',
    'const counts = { of: 0 };\n  counts.of += 1',
    'const counts = { of: 0 };\n  counts.of++',
    'const known = { a: 1 };\n  delete known.a;',
    "import { known } from './known.ts';\nknown.push(name)",
    "class Store {\n  static last = '';\n}",
  ])('mutable state in a module is found: %j', (text) => {
    expect(changesOfModules(text)).toHaveLength(1);
  });

  test('no folder is a place for leftovers', () => {
    const leftovers = filesUnder(source).filter((file) =>
      /(^|[/\\])(utils?|helpers?|common|services?|misc)([/\\.]|$)/.test(relative(source, file)),
    );
    expect(leftovers).toEqual([]);
  });
});
