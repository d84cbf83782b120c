import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

/**
 * Bundles the console of the working tree as one script, which runs in a window without a browser; the answer removes it.
 * Vitest calls it by this name.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-console-'));
  const outfile = join(folder, 'console.js');
  await build({
    entryPoints: [join(import.meta.dirname, 'entry.ts')],
    outfile,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    target: 'es2024',
    define: {
      'import.meta.env.DEV': 'false',
      'process.env.NODE_ENV': '"production"',
      // jsdom loads no other document; the page of the test does.
      'location.assign': 'loadDocument',
      'location.reload': 'loadDocument',
    },
    loader: { '.css': 'empty' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  project.provide('consoleScript', outfile);
  return () => rm(folder, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the console's bundle. */
    consoleScript: string;
  }
}
