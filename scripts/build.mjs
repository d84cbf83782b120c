// Builds dist/: server (esbuild, one chunk per role), console (Vite), browser SDK and the demo's publisher page (esbuild).
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { buildAdtag } from './buildAdtag.mjs';
import { packagesIn } from './bundledPackages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
rmSync('dist', { recursive: true, force: true });

// Roles load some 200 files of drizzle-orm, and Node parses its package.json of 180 kB for each: it is bundled.
const external = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies).filter(
  (name) => name !== 'drizzle-orm',
);
const server = await esbuild({
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist/server',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  external,
  sourcemap: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
});
writeFileSync(join('dist', 'server', 'meta.json'), JSON.stringify(server.metafile));

const adtag = await buildAdtag();

const demo = await esbuild({
  entryPoints: ['src/demo/page/videoJsPage.ts', 'src/demo/page/fluidPage.ts', 'src/demo/page/prebidPage.ts'],
  outdir: 'dist/demo',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  // Fluid Player's sources import their styles and icons as text.
  loader: { '.svg': 'text' },
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
});

cpSync('src/demo/media', 'dist/demo/media', { recursive: true });
cpSync('src/demo/page/page.css', 'dist/demo/page.css');

const consoleModules = new Set();
const collectModules = {
  name: 'collect-modules',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) for (const id of chunk.moduleIds ?? []) consoleModules.add(id);
  },
};
await vite({ configFile: 'vite.config.ts', logLevel: 'warn', plugins: [collectModules] });

// Which packages are in which part of the build: a release names their licenses.
const bundled = {
  adtag: packagesIn(Object.keys(adtag.inputs)),
  // Tailwind's own style rules come without a module.
  console: packagesIn([...consoleModules, 'node_modules/tailwindcss/index.css']),
  demo: packagesIn(Object.keys(demo.metafile.inputs)),
  server: packagesIn(Object.keys(server.metafile.inputs)),
};
writeFileSync(join('dist', 'bundled.json'), `${JSON.stringify(bundled, null, 2)}\n`);
