import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Output {
  entryPoint?: string;
  inputs: Record<string, unknown>;
  imports: { path: string; kind: string; external?: boolean }[];
}

const root = resolve(import.meta.dirname, '../../..');
const { outputs } = JSON.parse(readFileSync(resolve(root, 'dist/server/meta.json'), 'utf8')) as {
  outputs: Record<string, Output>;
};

/** The modules that a process of a role has loaded: our files, and the packages it imports. */
function loadedBy(entryPoint: string): { files: string[]; packages: string[] } {
  const start = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint);
  const queue = [start ?? ''];
  const seen = new Set(queue);
  const files: string[] = [];
  const packages: string[] = [];
  for (const path of queue) {
    const output = outputs[path];
    files.push(...Object.keys(output?.inputs ?? {}));
    for (const each of output?.imports ?? []) {
      if (each.kind !== 'import-statement') continue;
      if (each.external) packages.push(each.path);
      else if (!seen.has(each.path)) {
        seen.add(each.path);
        queue.push(each.path);
      }
    }
  }
  return { files, packages };
}

test.each([
  'src/main.ts',
  'src/serving/startServingRole.ts',
  'src/api/startApiRole.ts',
  'src/events/startWorkerRole.ts',
])('metrics and traces are loaded where they are set only, not with %s', (entryPoint) => {
  const { files, packages } = loadedBy(entryPoint);
  expect(files).toContain(entryPoint);
  expect(packages.filter((name) => name === 'prom-client' || name.startsWith('@opentelemetry/'))).toEqual([]);
});

describe('the bundle of ad serving', () => {
  const { files, packages } = loadedBy('src/serving/startServingRole.ts');

  test('contains serving and its allowed imports', () => {
    expect(files).toContain('src/serving/startServing.ts');
    expect(files).toContain('src/engine/auction/slotAuction.ts');
  });

  test('contains neither the API nor the console nor a database', () => {
    const foreign = /^src\/(adtag|api|console|reports|demo|storage\/(?!counters\/))\//;
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
    const own = packages.filter((name) => !name.startsWith('node:'));
    const allowed = ['fastify', 'fs-native-extensions', 'htmlparser2', 'isbot', 'mmdb-lib', 'tldts', 'undici', 'zod'];
    expect([...new Set(own)].toSorted()).toEqual(allowed);
  });
});
