// Configuration as code of an account: `npm run config -- export|plan FILE|apply FILE|undo NUMBER`. It calls the
// Bidhouse at BIDHOUSE_URL with the account's API token in BIDHOUSE_TOKEN.
import { readFileSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run config -- export              prints the account’s configuration as YAML
       npm run config -- plan FILE           shows what FILE would change
       npm run config -- apply FILE [--yes]  shows it, applies it after confirmation
       npm run config -- undo NUMBER         undoes the change set with that number

FILE may be - for standard input.

BIDHOUSE_URL    URL of the console. Default: http://localhost:8080
BIDHOUSE_TOKEN  API token of the account. Its owner creates it on the Profile page, tab Common.`;

const { command, subject, isYes } = readCommand();
const base = process.env.BIDHOUSE_URL || 'http://localhost:8080';
const token = process.env.BIDHOUSE_TOKEN;
if (!token) fail('BIDHOUSE_TOKEN is not set.');

if (command === 'export') await write(await (await call('/api/config.yaml')).text());
else if (command === 'undo') await undo(subject);
else await bring(subject, command === 'apply');

function readCommand() {
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean', default: false } } });
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  const [name, ...subjects] = parsed.positionals;
  const wanted = { export: 0, plan: 1, apply: 1, undo: 1 }[name];
  if (wanted === undefined || subjects.length !== wanted) fail(usage);
  if (name === 'undo' && !/^[1-9]\d*$/.test(subjects[0])) fail(usage);
  return { command: name, subject: subjects[0], isYes: parsed.values.yes };
}

/** Prints what a document changes and, with `apply`, applies exactly that. */
async function bring(file, isApplied) {
  const text = read(file);
  const plan = await send(text, 'isDryRun=true');
  await write(plan.changes.map(linesOf).join(''));
  const counts = countsOf(plan.changes);
  const faults = plan.problems.map(({ path, message, line }) => {
    const at = line === null ? file : `${file}:${line}`;
    return path === '' ? `${at}: ${message}` : `${at}: ${path}: ${message}`;
  });
  if (faults.length > 0) fail(faults.join('\n'));
  console.error(counts === '' ? 'Nothing to change.' : `${counts}.`);
  if (!isApplied || counts === '') return;
  if (!isYes && !(await isConfirmed())) fail('Nothing was changed.');
  const done = await send(text, `previewDigest=${encodeURIComponent(plan.previewDigest)}`);
  console.error(`Done. To undo: npm run config -- undo ${done.batch}`);
}

async function undo(batch) {
  await call(`/api/changes/${batch}/undo`, { method: 'POST' });
  console.error('Undone.');
}

function read(file) {
  try {
    return readFileSync(file === '-' ? stdin.fd : file, 'utf8');
  } catch (error) {
    return fail(`${file} cannot be read: ${error.message}`);
  }
}

function countsOf(changes) {
  const verbs = { create: 'create', update: 'change', archive: 'archive', remove: 'remove' };
  return Object.entries(verbs)
    .map(([action, verb]) => [changes.filter((change) => change.action === action).length, verb])
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${count} to ${verb}`)
    .join(', ');
}

function linesOf({ place, action, name, fields }) {
  const sign = { create: '+', update: '~', archive: '-', remove: '-' }[action];
  const head = `${sign} ${place}${name === '' ? '' : ` “${name}”`}\n`;
  if (action === 'archive' || action === 'remove') return head;
  return fields.reduce((text, { field, from, to }) => {
    const before = action === 'create' ? '' : `${JSON.stringify(from)} → `;
    return `${text}    ${field}: ${before}${JSON.stringify(to)}\n`;
  }, head);
}

/** Writes the whole text, however slowly the other end reads. */
async function write(text) {
  if (text !== '') await new Promise((resolve) => void stdout.write(text, resolve));
}

async function isConfirmed() {
  if (!stdin.isTTY) fail('Use --yes to apply without confirmation.');
  const prompt = createInterface({ input: stdin, output: process.stderr });
  const answer = await prompt.question('Apply? Type yes: ');
  prompt.close();
  return answer.trim() === 'yes';
}

async function send(text, query) {
  const answer = await call(`/api/config?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/yaml' },
    body: text,
  });
  return answer.json();
}

async function call(path, init = {}) {
  let answer;
  try {
    answer = await fetch(new URL(path, base), {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
  } catch (error) {
    fail(`${base} does not respond: ${error.cause?.message ?? error.message}`);
  }
  if (answer.ok) return answer;
  if (answer.status === 401 || answer.status === 403) fail(`The token was not accepted (${answer.status}).`);
  const body = await answer.json().catch(() => ({}));
  const problems = (body.problems ?? []).map(({ path: place, message }) => {
    return place === '' || place.startsWith('line.') ? message : `${place}: ${message}`;
  });
  return fail([`${answer.status} ${answer.statusText}`, ...problems].join('\n'));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
