import { Document, Scalar, YAMLSeq } from 'yaml';
import type { Field } from '#model/index.ts';
import { countFieldOf, isMemberList, type MemberList } from '#model/lists/listMembers.ts';
import { isGranted, toDocumentValue } from './documentValue.ts';
import { groupBy } from './groupBy.ts';
import type { Account, AnyRow } from './readAccount.ts';
import {
  memberCountKey,
  membersKey,
  type Section,
  type SectionField,
  waterfallFields,
  waterfallKey,
} from './sections.ts';
import { commentText, yamlText } from './yamlText.ts';

/** The version of the document format. */
export const documentForm = 1;

/** Maximum members of a list that are written; of a longer list only their count is. */
export const maxWrittenMembers = 1000;

/** Reads the members of a list, in their order. */
export type MembersOf = (list: { entity: MemberList; id: number }) => Promise<string[]>;

const itemsPerPiece = 200;

/**
 * Writes the configuration of an account as YAML, in pieces: one list per entity, sorted by name. Default values are
 * left out; ids are included, so that an object can be renamed.
 */
export async function* writeDocument(name: string, account: Account, membersOf: MembersOf): AsyncGenerator<string> {
  yield `# Configuration of ${commentText(name)}\n#\n${meaning}\nbidhouse: ${documentForm}\n`;
  const waterfall = groupBy(account.waterfall, (row) => row['channelId']);
  for (const { section, rows } of account.parts) {
    yield rows.length === 0 ? `\n${section.key}: []\n` : `\n${section.key}:\n`;
    for (let start = 0; start < rows.length; start += itemsPerPiece) {
      const items: unknown[] = [];
      for (const row of rows.slice(start, start + itemsPerPiece)) {
        items.push({
          id: row.id,
          ...itemOf(section.fields, row, account),
          ...(await membersIn(section, row, membersOf)),
          ...waterfallIn(waterfall.get(row.id) ?? [], section, account),
        });
      }
      const text = yamlText({ items });
      yield text.slice(text.indexOf('\n') + 1);
    }
  }
}

const meaning = `# Omitted fields have their default, and secrets stay as they are if they are omitted or have their fingerprint
# (sha256:…). Objects omitted from a section are archived, and omitted sections stay unchanged. Objects are matched by ID,
# or by name if they have no ID.
`;

function itemOf(fields: readonly SectionField[], row: AnyRow, { nameOf, isSeen }: Account): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const { key, name, field } of fields) {
    if (!isSeen(field)) continue;
    const value = row[name] ?? null;
    if (!isGranted(field, value)) item[key] = writtenAs(field, toDocumentValue(field, value, nameOf));
  }
  return item;
}

async function membersIn({ name }: Section, row: AnyRow, membersOf: MembersOf): Promise<Record<string, unknown>> {
  if (!isMemberList(name)) return {};
  const count = Number(row[countFieldOf(name)]);
  if (count > maxWrittenMembers) return { [memberCountKey]: count };
  return { [membersKey]: inLine(count === 0 ? [] : await membersOf({ entity: name, id: row.id })) };
}

function waterfallIn(rows: readonly AnyRow[], { name }: Section, account: Account): Record<string, unknown> {
  if (name !== 'channel' || rows.length === 0) return {};
  const inOrder = rows.toSorted((a, b) => Number(a['tier']) - Number(b['tier']) || a.id - b.id);
  return { [waterfallKey]: inOrder.map((row) => itemOf(waterfallFields, row, account)) };
}

/** Writes amounts as numbers with cents, markup as it is, and short lists of words in one line. */
function writtenAs({ kind }: Field, value: unknown): unknown {
  if (kind === 'money' && typeof value === 'string') {
    const amount = new Scalar(Number(value));
    amount.minFractionDigits = 2;
    return amount;
  }
  if (kind === 'xml' && typeof value === 'string') {
    const markup = new Scalar(value);
    markup.type = Scalar.BLOCK_LITERAL;
    return markup;
  }
  return Array.isArray(value) && value.every((each) => typeof each !== 'object') ? inLine(value) : value;
}

function inLine(values: readonly unknown[]): YAMLSeq {
  const list = new Document().createNode(values, { flow: true });
  if (!(list instanceof YAMLSeq)) throw new Error('a list is written as something else');
  return list;
}
