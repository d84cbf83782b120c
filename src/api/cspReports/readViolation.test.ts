import { expect, test } from 'vitest';
import { readViolation } from './readViolation.ts';

const body = (report: Record<string, unknown>) => JSON.stringify({ 'csp-report': report });

test('a report has the directive and the origin, nothing of the page or the path', () => {
  const report = {
    'document-uri': 'https://console.example/shared/secret',
    'violated-directive': "script-src 'self'",
    'blocked-uri': 'https://cdn.example:8443/a.js?user=1',
    'script-sample': 'alert(1)',
  };
  expect(readViolation(body(report))).toEqual({ directive: 'script-src', blocked: 'https://cdn.example:8443' });
  expect(readViolation(body({ ...report, 'effective-directive': 'script-src-elem' }))).toMatchObject({
    directive: 'script-src-elem',
  });
});

test.each([
  ['https://name:word@x.example/p?q', 'https://x.example'],
  ['data', 'data'],
  ['data:image/png;base64,AAAA', 'data'],
  ['chrome-extension://abcdef/script.js', 'chrome-extension'],
  ['inline', 'inline'],
  ['eval', 'eval'],
  ['', ''],
  ['not a url', ''],
  [`https://${'a'.repeat(400)}.example/`, ''],
])('what is blocked as %s is counted as “%s”', (blocked, expected) => {
  const report = body({ 'effective-directive': 'img-src', 'blocked-uri': blocked });
  expect(readViolation(report)).toEqual({ directive: 'img-src', blocked: expected });
});

test('a directive that no policy has is not counted', () => {
  expect(readViolation(body({ 'effective-directive': 'made-up', 'blocked-uri': 'inline' }))).toBe('unknown');
});

test.each(['', 'x', '{}', '[1]', '{"csp-report":1}'])('%s is not a report', (text) => {
  expect(readViolation(text)).toBeNull();
});
