import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { logFault } from './logFault.ts';
import { sendText } from './sendResponse.ts';

test('a fault is logged under the ID that its response has', async () => {
  const lines: { requestId?: string; text: string }[] = [];
  const logger = createLogger({ level: 'warn', role: 'serving 0', write: (line) => void lines.push(JSON.parse(line)) });
  const server = createServer((request, response) => {
    logFault(logger, response, new Error('it failed'));
    sendText(request, response, 500, 'sorry');
    // The response has begun: its headers cannot change any more.
    logFault(logger, response, new Error('it failed again'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  expect(lines).toMatchObject([{ text: 'it failed' }, { text: 'it failed again' }]);
  expect(lines[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('x-request-id')).toBe(lines[0]?.requestId);
  expect(await response.text()).toBe('sorry\n');
});
