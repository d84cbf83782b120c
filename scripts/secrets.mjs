// Finds keys, tokens and passwords in the files of the repository: `node scripts/secrets.mjs` reads all tracked files,
// `--staged` what the next commit has. Ends with code 1 if there are any. They are named, never printed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Kinds of secrets. Each pattern matches what is issued, not names or placeholders. */
const kinds = [
  ['private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/],
  ['Bidhouse key', /\bbhk_[A-Za-z0-9_-]{20,}/],
  ['Bidhouse SECRET', /\bSECRET(?:_PREVIOUS)?["']?\s*[=:]\s*["']?[0-9a-f]{64}\b/],
  ['AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['AWS secret key', /aws_secret_access_key["']?\s*[=:]\s*["']?[A-Za-z0-9/+]{40}(?![\w/+])/i],
  ['Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['Slack webhook', /hooks\.slack\.com\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/[A-Za-z0-9]+/],
  ['GitHub token', /\b(?:gh[opsru]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/],
  ['GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  ['AI service key', /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{40,}/],
  [
    'password in a URL',
    // Names that are reserved for examples (RFC 2606) lead to no server, and SECRET is a placeholder.
    /\b[a-z][a-z0-9+]*:\/\/[^\s:/@"'`$<>{}]+:(?!SECRET@)[^\s:/@"'`$<>{}]{6,}@(?!(?:[\w-]+\.)*(?:example|invalid|test|localhost|local)\b|127\.|\[::1)[\w.-]+/,
  ],
];

/** Files with made-up secrets of a kind, which tests need. */
const allowed = new Set([
  // Certificates of localhost.
  'private key in tests/support/outbound/expired.pem',
  'private key in tests/support/outbound/localhost.pem',
  'password in a URL in src/runtime/log/createLogger.test.ts',
]);

/** The secrets in the text of a file: their kinds with path and line. */
export function secretsIn(path, text) {
  return text.split('\n').flatMap((line, at) =>
    kinds.flatMap(([kind, pattern]) => {
      const isFound = pattern.test(line) && !allowed.has(`${kind} in ${path}`);
      return isFound ? [`${path}:${at + 1}: ${kind}`] : [];
    }),
  );
}

/** The secrets in the tracked files below `root`, or in what the next commit has. */
export function secretsOfRepository(root, { isStaged = false } = {}) {
  const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 28 });
  const list = isStaged ? ['diff', '--cached', '--name-only', '--diff-filter=d', '-z'] : ['ls-files', '-z'];
  const paths = git(...list)
    .toString()
    .split('\0')
    .filter((path) => path !== '');
  return paths.flatMap((path) => {
    const bytes = isStaged ? git('show', `:${path}`) : readTracked(join(root, path));
    return bytes.includes(0) ? [] : secretsIn(path, bytes.toString('utf8'));
  });
}

/** The bytes of a file; none for one that is deleted or a folder. */
function readTracked(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = secretsOfRepository(root, { isStaged: process.argv.includes('--staged') });
  for (const each of found) console.error(each);
  if (found.length > 0) {
    console.error('Remove them, and replace them where they are valid: whoever has the repository has them.');
    process.exitCode = 1;
  }
}
