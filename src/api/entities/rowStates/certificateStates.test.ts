import { expect, test } from 'vitest';
import { certificateStatesOf } from './certificateStates.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const valid = {
  field: 'url',
  server: 'ads.example',
  problem: '',
  detail: '',
  validUntil: '2026-03-10T00:00:00Z',
} as const;
const textOf = (row: object) => certificateStatesOf({ ...valid, ...row }, now).map(({ code, text }) => [code, text]);

test('[ALERT-03] a certificate that ends soon has its day, and the field with the URL', () => {
  expect(certificateStatesOf(valid, now)).toEqual([
    {
      code: 'certificate_ends',
      text: 'The TLS certificate of ads.example expires on 2026-03-10, in 8 days.',
      fix: 'url',
    },
  ]);
  expect(textOf({ validUntil: '2026-03-02T13:00:00Z' })[0]?.[1]).toMatch(/2026-03-02, in 1 day\.$/);
  expect(textOf({ validUntil: '2026-03-01T13:00:00Z' })[0]?.[1]).toMatch(/2026-03-01, in less than a day\.$/);
});

test('[ALERT-03] a certificate that is not accepted has the reason', () => {
  const far = '2027-01-01T00:00:00Z';
  expect(textOf({ validUntil: '2026-02-20T00:00:00Z' })).toEqual([
    ['bad_certificate', 'The TLS certificate of ads.example expired on 2026-02-20.'],
  ]);
  // It was still valid when it was read.
  expect(textOf({ validUntil: '2026-03-01T12:00:00Z' })[0]?.[0]).toBe('bad_certificate');
  const words = [
    { problem: 'expired' },
    { problem: 'early' },
    { problem: 'wrong_name', detail: 'other.example, *.other.example' },
    { problem: 'untrusted', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    { problem: 'untrusted', detail: 'INVALID_CA' },
  ].map((row) => textOf({ ...row, validUntil: far })[0]?.[1]);
  expect(words).toEqual([
    'The TLS certificate of ads.example was issued by one that has expired.',
    'The TLS certificate of ads.example is not valid yet.',
    'The TLS certificate of ads.example is for another name: other.example, *.other.example.',
    'The TLS certificate of ads.example is not trusted: it is self-signed.',
    'The TLS certificate of ads.example is not trusted: INVALID_CA.',
  ]);
});
