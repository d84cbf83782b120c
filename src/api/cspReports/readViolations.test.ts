import { expect, test } from 'vitest';
import { readViolations } from './readViolations.ts';

const former = (report: Record<string, unknown>) => JSON.stringify({ 'csp-report': report });
const sent = (...bodies: unknown[]) =>
  JSON.stringify(
    bodies.map((body) => ({ type: 'csp-violation', age: 1, url: 'https://console.example/shared/x', body })),
  );

test('a report has the directive and the origin, nothing of the page or the path', () => {
  expect(
    readViolations(
      former({
        'document-uri': 'https://console.example/shared/secret',
        'violated-directive': "script-src 'self'",
        'blocked-uri': 'https://cdn.example:8443/a.js?user=1',
        'script-sample': 'alert(1)',
      }),
    ),
  ).toEqual([{ directive: 'script-src', blocked: 'https://cdn.example:8443' }]);
  expect(
    readViolations(
      sent(
        { effectiveDirective: 'img-src', blockedURL: 'https://name:word@x.example/p?q', documentURL: 'https://a/b' },
        { effectiveDirective: 'style-src-attr', blockedURL: 'inline' },
      ),
    ),
  ).toEqual([
    { directive: 'img-src', blocked: 'https://x.example' },
    { directive: 'style-src-attr', blocked: 'inline' },
  ]);
});

test.each([
  ['data', 'data'],
  ['data:image/png;base64,AAAA', 'data'],
  ['chrome-extension://abcdef/script.js', 'chrome-extension'],
  ['eval', 'eval'],
  ['', ''],
  ['not a url', ''],
  [`https://${'a'.repeat(400)}.example/`, ''],
])('what is blocked as %s is counted as “%s”', (blocked, expected) => {
  expect(readViolations(former({ 'effective-directive': 'img-src', 'blocked-uri': blocked }))).toEqual([
    { directive: 'img-src', blocked: expected },
  ]);
});

test('unknown directives and reports of other kinds are not counted, and at most 20 of one call', () => {
  expect(readViolations(former({ 'effective-directive': 'made-up', 'blocked-uri': 'inline' }))).toEqual([]);
  expect(readViolations(JSON.stringify([{ type: 'deprecation', body: { id: 'x' } }]))).toEqual([]);
  const many = Array.from({ length: 30 }, () => ({ effectiveDirective: 'img-src', blockedURL: 'inline' }));
  expect(readViolations(sent(...many))).toHaveLength(20);
});

test.each(['', 'x', '{}', '[1]', '{"csp-report":1}'])('%s is not a report', (body) => {
  expect(readViolations(body)).toBeNull();
});
