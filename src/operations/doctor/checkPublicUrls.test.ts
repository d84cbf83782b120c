import { expect, test } from 'vitest';
import { checkPublicUrls } from './checkPublicUrls.ts';

const settings = { PORT: 1, ADS_PORT: 1, HOST: '127.0.0.1' };

test('a public URL with http is a warning, one of this machine is not', async () => {
  const found = await checkPublicUrls(
    { ...settings, CONSOLE_URL: 'http://console.invalid', ADS_URL: 'http://localhost:8090' },
    ['api', 'serving'],
  );
  expect(found.filter(({ state }) => state === 'warning')).toEqual([
    {
      check: 'CONSOLE_URL',
      state: 'warning',
      detail: 'http://console.invalid is http: what is sent to it can be read and changed on its way',
      fix: 'Put a TLS proxy in front of the port, and set CONSOLE_URL to its https URL.',
    },
  ]);
});
