import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { asciiLabel } from './asciiLabel.ts';

test.each(['plain', 'bücher', '新闻', 'ελληνικά', 'пример', 'ñandú-7', '日本語テスト', 'a–b😀c', 'правда2026'])(
  'a label is encoded as browsers encode it: %s',
  (label) => {
    expect(asciiLabel(label)).toBe(domainToASCII(`${label}.example`).split('.')[0]);
  },
);

test('a label of more than 63 characters has no form', () => {
  expect(asciiLabel('é'.repeat(50))).toBe(domainToASCII(`${'é'.repeat(50)}.example`).split('.')[0]);
  expect(asciiLabel('é'.repeat(64))).toBeNull();
  expect(asciiLabel('a'.repeat(64))).toBeNull();
  expect(asciiLabel('新'.repeat(200_000))).toBeNull();
});
