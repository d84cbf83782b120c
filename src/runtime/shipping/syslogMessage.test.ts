import { expect, test } from 'vitest';
import { syslogMessage } from './syslogMessage.ts';

const line = {
  at: '2026-11-28T10:00:00.000Z',
  severity: 'info',
  id: 'signIn',
  data: { user: 'Ann', account: null },
  text: '{"seq":1}',
} as const;

test('RFC 5424, 6: a message has its header, structured data and text', () => {
  expect(syslogMessage(line, 'node-1')).toBe(
    `<110>1 2026-11-28T10:00:00.000Z node-1 bidhouse ${process.pid} signIn [bidhouse@32473 user="Ann"] \uFEFF{"seq":1}`,
  );
});

test('RFC 5424, 6.3.3: values cannot end the structured data, and no part begins another line', () => {
  const user = 'Ann"] <110>1 forged\r\nsecond\u0085third\\';
  const message = syslogMessage({ ...line, data: { user }, text: 'a\r\nb' }, 'no de\n');
  expect(message).toContain(' node bidhouse ');
  expect(message).toContain(String.raw`[bidhouse@32473 user="Ann\"\] <110>1 forged second third\\"]`);
  expect(message).toMatch(/\uFEFFa b$/);
  expect(message).not.toMatch(/\p{Cc}/u);
});
