import { expect, test } from 'vitest';
import { readXml } from '../vast/readXml.ts';
import { escapeAttribute, escapeText, insideCdata, writeCdata } from './escapeXml.ts';
import { textOf } from './xmlElement.ts';
import { xmlCharacters } from './xmlCharacters.ts';

/** Every character of the first plane, including lone surrogates, and some of the other planes. */
const all = `${Array.from({ length: 0x10000 }, (_, code) => `${String.fromCharCode(code)} `).join('')}\u{1F642}\u{10FFFF}`;

/** Char of XML 1.0, section 2.2. */
const others = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const allowed = all.replace(others, '');

test('the result contains XML characters only', () => {
  for (const write of [escapeText, escapeAttribute, writeCdata, insideCdata]) {
    expect(write(all).match(others), write.name).toBeNull();
    expect(write('a\u{1F642}b\uFFFDc'), write.name).toContain('a\u{1F642}b\uFFFDc');
  }
  expect(xmlCharacters(all)).toBe(allowed);
  expect(xmlCharacters('\uD800\uDC00\uD800')).toBe('\uD800\uDC00');
});

test('a document with any of them, literal or as references, is read without those that XML forbids', () => {
  const references = [...Array.from({ length: 32 }, (_, code) => code), 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffe, 0xffff]
    .filter((code) => ![9, 10, 13].includes(code))
    .flatMap((code) => [`&#${code};`, `&#x${code.toString(16)};`, `&#x000${code.toString(16).toUpperCase()};`]);
  const root = readXml(`<VAST><Ad>a${references.join('')}\u0001\uFFFE\uD800b</Ad></VAST>`);
  if (typeof root === 'string') throw new Error(root);
  expect(textOf(root.children[0])).toBe('ab');
});
