import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Builds the browser SDK into dist/adtag: one file for browsers of all ages, the page of its frames, and the script of
 * previews. Returns esbuild's description of it.
 */
export async function buildAdtag() {
  const { metafile } = await build({
    entryPoints: { adtag: 'src/adtag/adtag.ts', preview: 'src/adtag/preview/preview.ts' },
    outdir: 'dist/adtag',
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2019',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  copyFileSync('src/adtag/display/frame.html', 'dist/adtag/frame.html');
  return metafile;
}
