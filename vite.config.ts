import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What icons are made of, and those of the login page and of messages: the others come after it. */
const firstIcons =
  /lucide-react[\\/](?!.*[\\/]icons[\\/])|[\\/]icons[\\/](building-complex|circle-check|eye|eye-off|fingerprint-pattern|info|x|(circle|triangle)-exclamation-point)\.m?js$/;

/** What pages share would be named after all these pages. */
const shortName = (name = '') => (name.startsWith('common~') ? 'common' : '[name]');

/** The console: `vite` serves it beside an api on port 8080, `vite build` writes dist/console. */
export default defineConfig({
  root: new URL('src/console', import.meta.url).pathname,
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: new URL('dist/console', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'es2023',
    // Without these the CSS minifier rewrites light-dark() to variables that nothing defines.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A module preload polyfill and inlined assets would need a wider content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // These folders do nothing when they are loaded: a page takes of them what it uses.
      treeshake: { moduleSideEffects: (id) => !/[\\/]src[\\/](model|reports|standards)[\\/]/.test(id) },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0])}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 20 },
            { name: 'firstIcons', test: firstIcons, priority: 21 },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: 20, minShareCount: 2 },
            // The login page has these alone, and every page after it.
            {
              name: 'Field',
              test: /[\\/]src[\\/]console[\\/]ui[\\/](?:field[\\/])?(Avatar|Banner|Button|Field|PasswordField|Spinner|TextField|cx)\.tsx?$/,
              priority: 20,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Layers have files of their own, so that the files of what many share never import each other in a circle.
            { name: 'model', test: /[\\/]src[\\/]model[\\/]/, minShareCount: 41, priority: 2 },
            { name: 'lib', test: /[\\/]src[\\/]console[\\/]lib[\\/]/, minShareCount: 41, priority: 2 },
            // A file of its own for each set of pages that share something would be a hundred requests for a page: what
            // many share is in a few files, which cost each of them little that it does not use.
            { name: 'common', minShareCount: 41, entriesAware: true, entriesAwareMergeThreshold: 30_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:8080' } },
  },
});
