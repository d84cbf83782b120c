import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Builds the browser SDK into dist/adtag: one file for pages of all ages, and the page of its frames. */
export async function buildAdtag() {
  await build({
    entryPoints: ['src/adtag/adtag.ts'],
    outdir: 'dist/adtag',
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2019',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  copyFileSync('src/adtag/display/frame.html', 'dist/adtag/frame.html');
}
