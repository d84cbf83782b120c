import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, startTestApi, type TestApi } from '../startTestApi.ts';

const script = new URL('../../../../scripts/config.mjs', import.meta.url).pathname;

let api: TestApi;
let account: TestAccount;
let call: Caller;
let url: string;
let token: string;
let folder: string;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'cli');
  call = await api.signIn(account.logins.demand);
  token = ((await call('POST', '/api/demand/token')).body as { token: string }).token;
  url = await api.listen();
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-cli-'));
});

afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command in a process of its own, as a person would. */
function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, BIDHOUSE_URL: url, BIDHOUSE_TOKEN: token, ...env } };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('npm run config', () => {
  test('exports the account, plans a changed file, applies it, and undoes it', async () => {
    const exported = await run(['export']);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const { text } = await call('GET', '/api/config.yaml');
    expect(exported.stdout).toBe(text);
    const same = file('same.yaml', text);
    expect(await run(['plan', same])).toEqual({ code: 0, stdout: '', stderr: 'Nothing to change.\n' });

    const changed = file(
      'changed.yaml',
      text.replace('rate: 2.50', 'rate: 3.75').replace(/deals:\n(?: .*\n)+/, 'deals: []\n'),
    );
    const plan = await run(['plan', changed]);
    expect(plan.stdout).toBe('~ tags.0 “cli tag”\n    rate: "2.50" → "3.75"\n- deals “cli deals”\n');
    expect(plan).toMatchObject({ code: 0, stderr: '1 to change, 1 to archive.\n' });
    expect((await call('GET', '/api/config.yaml')).text).toBe(text);

    const applied = await run(['apply', changed, '--yes']);
    expect(applied.code, applied.stderr).toBe(0);
    expect(applied.stdout).toBe(plan.stdout);
    expect((await call('GET', '/api/config.yaml')).text).toContain('rate: 3.75');
    const batch = /npm run config -- undo (\d+)/.exec(applied.stderr)?.[1] ?? '';
    expect(await run(['undo', batch])).toMatchObject({ code: 0, stderr: 'Undone.\n' });
    expect((await call('GET', '/api/config.yaml')).text).toBe(text);
    expect((await run(['undo', batch])).stderr).toContain('already been undone');
  });

  test('reads the document from standard input too', async () => {
    const { text } = await call('GET', '/api/config.yaml');
    const child = execFile(process.execPath, [script, 'plan', '-'], {
      env: { ...process.env, BIDHOUSE_URL: url, BIDHOUSE_TOKEN: token },
    });
    child.stdin?.end(text);
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
  });

  test('requires confirmation before it applies, and refuses without a terminal', async () => {
    const path = file('confirmed.yaml', `bidhouse: 1\ndeals: []\n`);
    const answer = await run(['apply', path]);
    expect(answer).toMatchObject({ code: 1, stdout: '- deals “cli deals”\n' });
    expect(answer.stderr).toContain('Use --yes');
    expect((await call('GET', '/api/config.yaml')).text).toContain('cli deals');
  });

  test('reports every fault with its line, and applies nothing', async () => {
    const path = file('faulty.yaml', 'bidhouse: 1\nadvertisers:\n  - name: x\n    colour: red\n');
    const answer = await run(['apply', path, '--yes']);
    expect(answer.code).toBe(1);
    expect(answer.stderr).toContain(`${path}:4: advertisers.0.colour: No such field`);
    expect((await call('GET', '/api/config.yaml')).text).toContain('cli advertiser');
  });

  test('reports the line on which a file is not valid YAML', async () => {
    const path = file('broken.yaml', 'bidhouse: 1\ntags: [\n');
    const answer = await run(['plan', path]);
    expect(answer.code).toBe(1);
    expect(answer.stderr).toContain('Line 3');
  });

  test('reports what is missing: a token, a valid token, a file, a server, a command', async () => {
    expect(await run(['export'], { BIDHOUSE_TOKEN: '' })).toMatchObject({
      code: 1,
      stderr: 'BIDHOUSE_TOKEN is not set.\n',
    });
    const wrong = await run(['export'], { BIDHOUSE_TOKEN: 'wrong' });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('The token was not accepted');
    const none = await run(['plan', join(folder, 'none.yaml')]);
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toContain('none.yaml cannot be read');
    const away = await run(['export'], { BIDHOUSE_URL: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ code: 1 });
    expect(away.stderr).toContain('http://127.0.0.1:9 does not respond');
    for (const args of [[], ['plan'], ['destroy'], ['export', '--force']]) {
      expect((await run(args)).stderr).toContain('Usage:');
    }
  });

  test('is the script in package.json', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(manifest.scripts['config']).toBe('node scripts/config.mjs');
  });
});
