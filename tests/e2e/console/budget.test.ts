import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const dist = resolve(import.meta.dirname, '../../../dist/console');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const assets = readdirSync(join(dist, 'assets'));
const textOf = (name: string) => readFileSync(join(dist, 'assets', name), 'utf8');

/** The only built file of a source module, by its name. */
function chunkOf(module: string): string {
  const found = assets.filter((name) => new RegExp(`^${module}-[\\w-]{8}\\.js$`).test(name));
  const [chunk] = found;
  if (!chunk || found.length > 1) throw new Error(`the build has ${found.length} files of ${module}`);
  return chunk;
}

/** A built file with all its imports: what the browser needs before it can run. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
    if (imported) withImports(imported, seen);
  }
  return seen;
}

const entries = [...html.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? '');
const firstStyles = [...html.matchAll(/href="\/assets\/([\w.-]+\.css)"/g)].map((match) => match[1] ?? '');
const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0) / 1000;

/** Compressed JavaScript of a route in kB: the entry and the chunks of its page. */
function scriptOf(...modules: string[]): number {
  const files = new Set<string>();
  for (const name of [...entries, ...modules.map(chunkOf)]) withImports(name, files);
  return kilobytes(files);
}

const lists = [
  'TagsPage',
  'ChannelsPage',
  'AdvertisersPage',
  'SubpublishersPage',
  'DemandsPage',
  'AdexchangesPage',
  'SuppliersPage',
  'CampaignsPage',
  'CreativesPage',
  'DealsPage',
  'TargetingsPage',
  'ApplistsPage',
  'CrelistsPage',
  'PublistsPage',
  'IvtsPage',
  'SdkPage',
  'ApplicationsPage',
  'SitesPage',
  'PublishersPage',
  'TcreativesPage',
];

describe('the compressed files that a page loads', () => {
  test('the login page: at most 183 kB of script and 10.9 kB of styles', () => {
    expect(entries.length).toBeGreaterThan(0);
    expect(scriptOf('LoginPage')).toBeLessThanOrEqual(183);
    expect(kilobytes(firstStyles)).toBeLessThanOrEqual(10.9);
  });

  test.each(lists)('the list of %s: at most 268 kB of script', (page) => {
    expect(scriptOf('Frame', page)).toBeLessThanOrEqual(268);
  });

  test.each(lists)('one more list adds at most 12 kB: %s', (page) => {
    const others = scriptOf('Frame', ...lists.filter((each) => each !== page));
    expect(scriptOf('Frame', ...lists) - others).toBeLessThanOrEqual(12);
  });

  test.each(['VastTesterPage', 'ConfigAsCodePage'])('the tool %s: at most 279 kB of script', (page) => {
    expect(scriptOf('Frame', page)).toBeLessThanOrEqual(279);
  });

  test('the report: at most 317 kB of script, and 182 kB for the chart that is loaded after it', () => {
    expect(scriptOf('Frame', 'ReportPage')).toBeLessThanOrEqual(317);
    expect(kilobytes([chunkOf('ChartCanvas')])).toBeLessThanOrEqual(182);
  });

  test('only pages with charts load the chart library', () => {
    const chart = chunkOf('ChartCanvas');
    for (const page of ['LoginPage', 'Frame', ...lists]) {
      expect(withImports(chunkOf(page))).not.toContain(chart);
    }
  });

  test('no files import each other in a circle: one of them would run before what it uses', () => {
    const importsOf = (name: string) =>
      [...textOf(name).matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+\.js)["`]/g)].map(([, imported]) => imported ?? '');
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (name: string, path: readonly string[]): void => {
      if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' → '));
      if (done.has(name) || path.includes(name)) return;
      for (const imported of importsOf(name)) visit(imported, [...path, name]);
      done.add(name);
    };
    for (const name of assets.filter((each) => each.endsWith('.js'))) visit(name, []);
    expect(circles).toEqual([]);
  });
});
