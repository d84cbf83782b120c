// Checks the files of a release: `node scripts/verifyRelease.mjs FOLDER --key PUBLIC.pem`. Names each altered, missing
// or additional file, and ends with code 1 if there is one. Needs nothing but Node; docs/operations.md shows the same
// with openssl and sha256sum.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

const sumsName = 'SHA256SUMS';
const signatureName = `${sumsName}.sig`;

try {
  const { folder, keyPath } = readArguments();
  const faults = await check(folder, keyPath);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function readArguments() {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  const [folder] = positionals;
  if (positionals.length !== 1 || values.key === undefined)
    throw new Error('Usage: node scripts/verifyRelease.mjs FOLDER --key PUBLIC.pem');
  return { folder, keyPath: values.key };
}

/** All faults of a release; prints what is right. */
async function check(folder, keyPath) {
  const key = readKey(keyPath);
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  const entries = readFolder(folder).filter(({ name }) => realPathOf(join(folder, name)) !== realPathOf(keyPath));
  const names = entries.map(({ name }) => name);
  const unreadable = entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
  const missing = [sumsName, signatureName].filter((name) => !names.includes(name));
  const notFiles = unreadable.filter((name) => name === sumsName || name === signatureName);
  if (notFiles.length > 0) return notFiles.map((name) => `${name} is not a file: nothing can be checked.`);
  if (missing.length > 0) return missing.map((name) => `${name} is missing: nothing can be checked.`);
  const sums = readFileSync(join(folder, sumsName));
  if (key.asymmetricKeyType !== 'ed25519' || !verify(null, sums, key, readFileSync(join(folder, signatureName))))
    return [
      `${sumsName} was altered, or was not signed by the key with the fingerprint ${fingerprint}: no file can be trusted.`,
    ];
  console.log(`${sumsName} is signed by the key with the fingerprint ${fingerprint}.`);
  const expected = new Map(
    sums
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const faults = names
    .filter((name) => !expected.has(name) && name !== sumsName && name !== signatureName)
    .map((name) => `${name} is additional: it is not part of the release.`);
  for (const [name, digest] of expected) {
    if (!names.includes(name)) faults.push(`${name} is missing.`);
    else if (unreadable.includes(name)) faults.push(`${name} is not a file.`);
    else if ((await digestOf(join(folder, name))) !== digest) faults.push(`${name} was altered.`);
    else console.log(`${name} is as it was released.`);
  }
  return faults;
}

/** The public key in a file. Throws an Error of one line. */
function readKey(path) {
  let pem;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw new Error(`The key ${path} cannot be read: ${causeOf(error)}.`, { cause: error });
  }
  try {
    return createPublicKey(pem);
  } catch {
    throw new Error(`${path} has no key in PEM. It begins with -----BEGIN PUBLIC KEY-----.`);
  }
}

/** The entries of the folder of a release. Throws an Error of one line. */
function readFolder(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be read: ${causeOf(error)}.`, { cause: error });
  }
}

function realPathOf(path) {
  return existsSync(path) ? realpathSync(path) : path;
}

function causeOf({ code, message }) {
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'ENOTDIR' ? 'it is not a folder' : (code ?? message);
}

async function digestOf(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
