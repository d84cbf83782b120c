import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listenForControl } from '#api/control/listenForControl.ts';
import { createApp } from '#api/createApp.ts';
import { controlAuthorization, controlToken } from '#runtime/control/controlToken.ts';
import { controlVersion, controlVersionHeader, oldestControlVersion } from '#runtime/control/controlVersion.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { readConfig } from '../../../../src/config.ts';
import { freePort } from '../../../e2e/freePort.ts';
import { problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('internal calls', () => {
  test('are not available at the console’s port, even with the right token, and not in its document', async () => {
    const authorization = controlAuthorization(api.deps.config.secret);
    const calls = api.controlRoutes.map(({ method, path }) => ({
      method,
      path: path
        .replace('{entity}', 'pubList')
        .replace('{id}', '1')
        .replace('{hash}', '0'.repeat(32))
        .replace('{list}', 'robots')
        .replace('{digest}', '0'.repeat(64)),
    }));
    expect(calls.length).toBeGreaterThan(4);
    for (const { method, path } of calls) {
      expect((await api.anonymous(method, path, undefined, { authorization })).status, path).toBe(404);
    }
    expect((await api.anonymous('GET', '/api/openapi.json')).text).not.toContain('/internal/');
    expect((await api.control('GET', '/internal/ping')).status).toBe(200);
    expect((await api.control('GET', '/api/session')).status).toBe(404);
  });

  test('are not authenticated by an API token or a session', async () => {
    const { sessions } = api.deps;
    const looked: unknown[] = [];
    const { readApiToken, use } = sessions as unknown as Record<string, (...given: unknown[]) => unknown>;
    Object.assign(sessions, {
      readApiToken: (...given: unknown[]) => {
        looked.push(given);
        return readApiToken?.(...given);
      },
      use: (...given: unknown[]) => {
        looked.push(given);
        return use?.(...given);
      },
    });
    const counts = { client: 'one', cursor: '', impressions: '' };
    const answer = await api.control('POST', '/internal/counters', counts, { cookie: 'bidhouse_session=any' });
    await api.control('GET', '/internal/ping', undefined, { authorization: 'Bearer wrong' });
    Object.assign(sessions, { readApiToken, use });
    expect(answer.status).toBe(200);
    expect(looked).toEqual([]);
  });

  test('carry the version of both sides, and are rejected from a version that is not understood', async () => {
    const { headers } = await api.control('GET', '/internal/ping');
    expect(headers[controlVersionHeader]).toBe(String(controlVersion));
    const version = (text: string) => api.control('GET', '/internal/ping', undefined, { [controlVersionHeader]: text });
    expect((await version(String(controlVersion + 1))).status).toBe(200);
    const rejected = await version(String(oldestControlVersion - 1));
    expect([rejected.status, problemsOf(rejected)]).toEqual([403, [': unsupported_version']]);
    const earlier = createServer((_request, response) => {
      response.writeHead(200, { [controlVersionHeader]: String(oldestControlVersion - 1) }).end('{}');
    });
    const port = await freePort();
    await new Promise<void>((done) => earlier.listen(port, '127.0.0.1', done));
    const plane = openControlPlane(`http://127.0.0.1:${port}`, api.deps.config.secret);
    await expect(plane.ping()).rejects.toThrow('Upgrade the management API first');
    await plane.close();
    await new Promise((done) => earlier.close(done));
  });

  test('have a token of their own, which does not reveal the secret', () => {
    const { secret } = api.deps.config;
    expect(controlToken(secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(controlToken(secret)).not.toContain(secret);
    expect(controlToken(secret)).not.toBe(controlToken(`${secret.slice(1)}0`));
  });
});

describe('the transport of internal calls', () => {
  const folders: string[] = [];
  const apps: { close(): unknown }[] = [];

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function configOf(dataDir: string, more: Record<string, string> = {}) {
    return readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more }, { isDemo: false });
  }

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'bidhouse-control-'));
    folders.push(folder);
    return folder;
  }

  function openApp(): FastifyInstance {
    const app = createApp(api.deps);
    app.get('/internal/ping', async () => ({ status: 'ok' }));
    apps.push(app);
    return app;
  }

  function planeOf({ CONTROL_URL, secret }: ReturnType<typeof configOf>) {
    const plane = openControlPlane(CONTROL_URL, secret);
    apps.push(plane);
    return plane;
  }

  test('is a socket in a folder of the data folder that only this user can enter', async () => {
    const config = configOf(newFolder());
    await listenForControl(openApp(), config);
    const path = fileURLToPath(config.CONTROL_URL.replace('unix:', 'file:'));
    expect(path.startsWith(config.DATA_DIR)).toBe(true);
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await planeOf(config).ping();
  });

  test('differs between installations, also where paths are too long for sockets', async () => {
    const deep = ['one', 'two'].map((name) => join(newFolder(), 'x'.repeat(120), name));
    for (const folder of deep) mkdirSync(folder, { recursive: true });
    const configs = deep.map((folder) => configOf(folder));
    expect(new Set(configs.map(({ CONTROL_URL }) => CONTROL_URL)).size).toBe(2);
    for (const config of configs) {
      await listenForControl(openApp(), config);
      await planeOf(config).ping();
      folders.push(dirname(fileURLToPath(config.CONTROL_URL.replace('unix:', 'file:'))));
    }
  });

  test('opens again after a process was killed, and not beside a running one', async () => {
    const config = configOf(newFolder());
    const path = fileURLToPath(config.CONTROL_URL.replace('unix:', 'file:'));
    mkdirSync(dirname(path), { mode: 0o700 });
    // A listener that ends without removing its socket, like a killed one.
    const killed = createServer();
    await new Promise<void>((done) => killed.listen(`${path}.old`, done));
    renameSync(`${path}.old`, path);
    await new Promise((done) => killed.close(done));
    expect(lstatSync(path).isSocket()).toBe(true);
    await listenForControl(openApp(), config);
    await planeOf(config).ping();
    await expect(listenForControl(openApp(), config)).rejects.toThrow(/Another management API is already running/);
    await planeOf(config).ping();
  });

  test('is a port if one is set, on this machine only unless an address is set', async () => {
    const port = String(await freePort());
    const config = configOf(newFolder(), { CONTROL_PORT: port });
    expect(config.CONTROL_URL).toBe(`http://127.0.0.1:${port}`);
    expect(configOf(newFolder(), { CONTROL_PORT: port, CONTROL_HOST: '0.0.0.0' }).CONTROL_URL).toBe(config.CONTROL_URL);
    expect(configOf(newFolder(), { CONTROL_URL: 'https://api.example:9/' }).CONTROL_URL).toBe('https://api.example:9');
    await listenForControl(openApp(), config);
    await planeOf(config).ping();
  });

  test('throws for a control plane that rejects the token', async () => {
    const url = await api.listenForControl();
    const plane = openControlPlane(url, 'ff'.repeat(32));
    apps.push(plane);
    await expect(plane.ping()).rejects.toThrow('SECRET: the management API at CONTROL_URL has another one');
  });
});
