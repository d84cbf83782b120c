import { afterEach, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { readConfig } from '../config.ts';
import { createApp } from './createApp.ts';

const lines: string[] = [];
const logger = createLogger({ level: 'error', role: 'test', write: (line) => void lines.push(line) });
const config = readConfig({ DATA_DIR: '/nowhere', SECRET: '0'.repeat(64) }, { isDemo: false });

afterEach(() => {
  lines.length = 0;
});

test.each([
  ['has lost its socket', null, 0],
  ['has a closed socket', { destroyed: true }, 0],
  ['still waits', { destroyed: false }, 1],
])(
  'a fault is returned as a problem, and logged only for a caller who waits: one who %s',
  async (_, socket, logged) => {
    const app = createApp({ config, logger });
    app.get('/', ({ raw }) => {
      Object.defineProperty(raw, 'socket', { value: socket });
      throw new Error('a fault');
    });
    const response = await app.inject('/');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ problems: [{ code: 'internal' }] });
    expect(lines).toHaveLength(logged);
    await app.close();
  },
);
