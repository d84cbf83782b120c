import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Account, AnyRow } from './readAccount.ts';
import { readDocument } from './readDocument.ts';
import { type Section, sections } from './sections.ts';
import { writeDocument } from './writeDocument.ts';

function sectionOf(key: string): Section {
  const found = sections.find((section) => section.key === key);
  if (!found) throw new Error(`there is no part ${key}`);
  return found;
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));

/**
 * Characters that are special in Unicode or YAML, lone surrogates included: all together, and each between letters and
 * at line ends.
 */
const characters = [
  ...range(0x00, 0x17f),
  ...range(0x2000, 0x206f),
  ...range(0x3000, 0x3003),
  ...[0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000].map((code) => String.fromCharCode(code)),
  ...range(0xfdd0, 0xfdd3),
  ...range(0xfef0, 0xff20),
  ...range(0xfff0, 0xffff),
  '\u{1F642}',
  '\u{1FFFE}',
  '\u{10FFFF}',
];
const texts = Array.from({ length: Math.ceil(characters.length / 16) }, (_, part) =>
  characters.slice(part * 16, part * 16 + 16),
).flatMap((some) => [some.join(''), some.map((each) => `a${each}b ${each}\n  ${each}c\r\n`).join('')]);
/** As a key it takes more than the 1024 characters that YAML allows without an explicit key indicator. */
texts.push('\u0085'.repeat(255));

/** Characters that YAML 1.2.2 allows in a stream (section 5.1), except those that older parsers read as line ends. */
const others = /[^\t\n\x20-\x7E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const visible = { isVisible: () => true, isSeen: () => true, find: () => undefined };

async function documentOf(parts: Account['parts'], name = 'Account'): Promise<string> {
  const account = { parts, waterfall: [], ...visible, nameOf: () => undefined };
  let text = '';
  for await (const piece of writeDocument(name, account, async ({ id }) => [texts[id] ?? ''])) text += piece;
  return text;
}

const rowOf = (id: number, values: object) => ({ id, demandId: 1, version: 1, ...values }) as unknown as AnyRow;

test('any character in texts survives: the document is valid YAML with the same texts', async () => {
  const tags = texts.map((text, id) => rowOf(id, { name: text, vastXml: text, notes: text }));
  const lists = texts.map((text, id) => rowOf(id, { name: text, itemCount: 1, entryCount: 1, memberCount: 1 }));
  const campaigns = texts.map((text, id) => rowOf(id, { name: 'c', multipliers: [{ dimension: text, value: text }] }));
  const text = await documentOf([
    { section: sectionOf('tags'), rows: tags, archived: [] },
    { section: sectionOf('appLists'), rows: lists, archived: [] },
    { section: sectionOf('campaigns'), rows: campaigns, archived: [] },
  ]);
  expect(text.match(others)).toBeNull();
  expect(parseAllDocuments(text)).toHaveLength(1);
  const read = readDocument(text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const [tagItems = [], listItems = [], campaignItems = []] = read.parts.map(({ items }) => items);
  expect(tagItems.map(({ name, vastXml, notes }) => [name, vastXml, notes])).toEqual(
    texts.map((each) => [each, each, each]),
  );
  expect(listItems.map(({ name }) => name)).toEqual(texts);
  expect(campaignItems.map(({ multipliers }) => multipliers)).toEqual(
    texts.map((each) => [{ dimension: each, value: each }]),
  );
});

test('the name of an account stays within its comment', async () => {
  for (const each of texts) {
    const text = await documentOf([], each);
    expect(text.match(others)).toBeNull();
    expect(readDocument(text)).toMatchObject({ ok: true, parts: [] });
  }
});

test('keys may contain any character too', async () => {
  const section = sectionOf('campaigns');
  const bids = Object.fromEntries(texts.map((_, id) => [id + 1, '1.00']));
  const account: Account = {
    parts: [{ section, rows: [rowOf(1, { name: 'c', dealBids: bids })], archived: [] }],
    waterfall: [],
    ...visible,
    nameOf: (_, id) => `${texts[id - 1]}`,
  };
  let text = '';
  for await (const piece of writeDocument('Account', account, async () => [])) text += piece;
  expect(text.match(others)).toBeNull();
  const read = readDocument(text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(Object.keys(read.parts[0]?.items[0]?.['dealBids'] as object).toSorted()).toEqual(texts.toSorted());
});
