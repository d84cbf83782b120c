import { expect, test } from 'vitest';
import { readEnvironment } from './config.ts';

test.each([
  ['PORT', 'web', 'Must be a whole number from 0 to 65535, not “web”'],
  ['SERVING_WORKERS', '1.5', 'Must be a whole number from 1 to 64, not “1.5”'],
  ['OVERLOAD_MS', '0', 'Must be a whole number of at least 1, not “0”'],
  ['TRACE_SHARE', '10%', 'Must be a number from 0 to 1, not “10%”'],
  ['TRUST_PROXY', 'yes', 'Must be one of 0, 1, true, false, not “yes”'],
  ['LOG_LEVEL', 'loud', 'Must be one of'],
  ['ADMIN_PASSWORD', 'sesame', 'Must have at least 10 characters'],
  ['CONSOLE_URL', 'console', 'Must be a URL such as https://host.example'],
  ['ADS_URL', 'ftp://ads.example', 'Must be a URL such as https://host.example'],
  ['SECRET', 'sesame', 'Must be 64 hexadecimal digits in lower case'],
  ['REDIS_URL', 'http://:sesame@redis', 'Must be a redis or rediss URL'],
])('%s=%s: %s', (name, value, text) => {
  const read = () => readEnvironment({ [name]: value }, { isDemo: false });
  expect(read).toThrow(`${name}: ${text}`);
  expect(read).not.toThrow('sesame');
});

test('all faults are listed, also those of settings that do not fit each other', () => {
  const settings = { CLICKHOUSE_CLUSTER: 'main', FACTS_DAYS: '400', SMTP_URL: 'smtp://mail.example' };
  expect(() => readEnvironment(settings, { isDemo: false })).toThrow(
    [
      'Invalid settings:',
      '  MAIL_FROM: Required if SMTP_URL is set',
      '  CLICKHOUSE_URL: Required if CLICKHOUSE_CLUSTER is set',
      '  DATABASE_URL: Required if CLICKHOUSE_CLUSTER is set',
      '  ROLLUP_DAYS: Must be more than FACTS_DAYS',
    ].join('\n'),
  );
});
