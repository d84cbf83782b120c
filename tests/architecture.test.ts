import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

interface Rule {
  /** Folders of ours that it may import, beside itself. A path with a slash names one file or folder inside. */
  ours: string[];
  /** npm packages that it may import. */
  packages: string[];
  /** Whether it may import node: modules. */
  node: boolean;
}

/** Who may import whom. What is not named here is refused. */
const rules: Record<string, Rule> = {
  model: { ours: [], packages: ['zod'], node: false },
  standards: { ours: [], packages: ['@xmldom/xmldom', 'isbot', 'tldts'], node: false },
  engine: { ours: ['model', 'standards'], packages: [], node: false },
  reports: { ours: ['model'], packages: ['zod'], node: false },
  runtime: { ours: [], packages: [], node: true },
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
  serving: {
    ours: [
      'engine',
      'model',
      'standards',
      'outbound',
      'events',
      'runtime',
      'storage/counters',
      'storage/media',
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
      'serving/geo',
      'serving/notices/urlSealer.ts',
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
    ],
    node: true,
  },
  console: {
    ours: [
      'model',
      'reports',
      'api/contract.ts',
      'api/changeContract.ts',
      'api/reportContract.ts',
      'api/shares/shareContract.ts',
      'api/consoleRoutes.ts',
      'api/finance/financeContract.ts',
      'api/media/mediaContract.ts',
      'api/postbid/postbidContract.ts',
      'api/tools/vastTest.ts',
      'api/tools/deviceProfiles.ts',
      'api/dashboard/dashboardContract.ts',
      'api/deals/dealsContract.ts',
      'api/sdk/sdkContract.ts',
      'api/reach/reachContract.ts',
      'api/whatif/whatIfContract.ts',
      'api/why/whyContract.ts',
      'standards/foreignMacros.ts',
      'standards/macros.ts',
    ],
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
      'zod',
      'vite',
    ],
    node: false,
  },
  demo: {
    ours: ['model', 'standards', 'events', 'runtime', 'api/contract.ts', 'config.ts', 'processes/roles.ts'],
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
  processes: {
    ours: ['config.ts', 'runtime', 'storage', 'api', 'serving', 'events', 'crawler', 'demo'],
    packages: [],
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

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Where an import leads: a path inside src, a package, or node. */
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
    return importsOf(readFileSync(file, 'utf8')).flatMap((specifier) => {
      const target = resolveImport(file, specifier);
      if (target.kind === 'node') return rule.node ? [] : [`${name} imports ${specifier}`];
      if (target.kind === 'package') return rule.packages.includes(target.name) ? [] : [`${name} imports ${specifier}`];
      const isAllowed = [folder, ...rule.ours].some(
        (each) => target.name === each || target.name.startsWith(`${each}/`),
      );
      return isAllowed ? [] : [`${name} imports ${specifier}`];
    });
  });
}

describe('folders', () => {
  const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory());

  test('every folder has its rule', () => {
    expect(folders.toSorted()).toEqual(Object.keys(rules).toSorted());
  });

  test.each(folders)('%s imports only what it may', (folder) => {
    expect(faultsOf(folder, rules[folder] ?? { ours: [], packages: [], node: false })).toEqual([]);
  });

  test.each(pureFolders)('%s reads neither clock nor chance', (folder) => {
    const faults = filesUnder(join(source, folder)).filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/.test(readFileSync(file, 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test('the environment is read in config.ts alone, and handed on whole where a process is started', () => {
    const readers = filesUnder(source)
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(source, file).split(sep).join('/'));
    expect(readers.toSorted()).toEqual(['main.ts', 'processes/supervisor.ts']);
  });

  test('no file stands in a folder of leftovers', () => {
    const leftovers = filesUnder(source).filter((file) =>
      /(^|[/\\])(utils?|helpers?|common|services?|misc)([/\\.]|$)/.test(relative(source, file)),
    );
    expect(leftovers).toEqual([]);
  });
});
