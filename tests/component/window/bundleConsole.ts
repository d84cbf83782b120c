import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createOncePerRun } from '../../stores/createOncePerRun.ts';

/** The console of the working tree as one script that runs in a window without a browser: bundled once per run. */
export async function bundleConsole(): Promise<string> {
  const folder = await createOncePerRun('console', async (draft) => {
    await build({
      entryPoints: [join(import.meta.dirname, 'entry.ts')],
      outfile: join(draft, 'console.js'),
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
  });
  return readFile(join(folder, 'console.js'), 'utf8');
}
