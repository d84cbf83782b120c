// Makes a release of the current commit in release/: `npm run release -- --key KEY.pem`, or with RELEASE_KEY=KEY.pem.
// `--unsigned` makes one without a signature. The folder of the sources has to be as the commit has it.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/makeRelease.ts';
import { fingerprintOf, readSigningKey } from './release/signSums.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const to = join(root, 'release');

try {
  run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function run() {
  const { values } = parseArgs({ options: { key: { type: 'string' }, unsigned: { type: 'boolean' } } });
  const key = readKey(values);
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new Error(`A release is made of a commit. These files are not as the commit has them:\n${changed}`);
  // An earlier build may contain files of other sources.
  if (spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' }).status !== 0)
    throw new Error('The build failed.');
  const source = { root, commit: git('rev-parse', 'HEAD'), time: Number(git('log', '-1', '--format=%ct')) };
  for (const { name, bytes } of makeRelease(source, to, key))
    console.log(`release/${name}  ${Math.ceil(bytes / 1000)} kB`);
  console.log(
    key
      ? `Signed by the key with the fingerprint ${fingerprintOf(key)}`
      : 'NOT SIGNED: the origin of these files cannot be checked. Do not publish them.',
  );
}

/** The key that signs; null for a release that is not signed on purpose. */
function readKey({ key: path = process.env.RELEASE_KEY, unsigned = false }) {
  if (unsigned) return null;
  if (!path)
    throw new Error(
      'A release is signed. Set RELEASE_KEY, or use --key, with the file of an Ed25519 key (openssl genpkey -algorithm ed25519 -out KEY.pem); or use --unsigned.',
    );
  return readSigningKey(readFileSync(path, 'utf8'), process.env.RELEASE_KEY_PASSPHRASE);
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
