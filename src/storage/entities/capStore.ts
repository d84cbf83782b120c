import { and, eq, exists, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { entities, type Limit, type RowByName } from '#model/index.ts';
import { valuesBefore } from '../pastRows/valuesBefore.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import type { Change } from './change.ts';
import { rowOf, visibleColumns } from './selection.ts';

export const cappedEntities = ['tag', 'channel', 'adexchange'] as const;

export type CappedEntity = (typeof cappedEntities)[number];

/** Caps of one number each. */
const capFields = {
  tag: ['impsPerDay', 'impsTotal', 'spendPerDay'],
  channel: ['reqsPerDay', 'impsPerDay'],
  adexchange: ['spendPerDay'],
} as const;

/** The other fields that determine how a row delivers. */
const deliveryFields = {
  tag: ['limits', 'pace', 'startsOn', 'endsOn'],
  channel: [],
  adexchange: [],
} as const;

/** A row with its caps, and its resulting delivery. */
export interface CappedRow {
  id: number;
  demandId: number;
  /** Whole hours from UTC of its account. */
  timezone: number;
  isActive: boolean;
  /** ISO 8601; null while it is not capped. */
  cappedUntil: string | null;
  /** Not for ad exchanges. */
  impsPerDay: number | null;
  /** Tags only. */
  impsTotal: number | null;
  /** Decimal USD; tags and ad exchanges only. */
  spendPerDay: string | null;
  /** Channels only. */
  reqsPerDay: number | null;
  /** Tags only. */
  limits: Limit[];
  /** Percent of requests that it takes, to pace its caps; always 100 except for tags. */
  pace: number;
  /** YYYY-MM-DD; tags only. */
  startsOn: string | null;
  endsOn: string | null;
}

/** The delivery of a row, as its caps determine it. */
export type Delivery = Pick<CappedRow, 'id' | 'cappedUntil' | 'pace'>;

/** Caps, with the pauses and paces that follow from them. */
export interface CapStore {
  /** Whether any row has a cap, is capped or paced, and is not archived. */
  hasCappedRows(): Promise<boolean>;
  /** Rows that have a cap, are capped or paced, and are not archived. */
  cappedRows(name: CappedEntity): Promise<CappedRow[]>;
  /**
   * Starts or ends pauses, changes paces, and publishes them to serving. No log entry, and no conflict with open edits.
   */
  setDelivery(name: CappedEntity, changes: readonly Delivery[]): Promise<void>;
}

const uncapped = {
  impsPerDay: null,
  impsTotal: null,
  spendPerDay: null,
  reqsPerDay: null,
  limits: [],
  pace: 100,
  startsOn: null,
  endsOn: null,
};

export function openCaps(db: Database): CapStore {
  return {
    async hasCappedRows() {
      const exist = cappedEntities.map((name) => {
        const table = tableOf(name);
        return exists(
          db
            .select({ one: sql`1` })
            .from(table.table)
            .where(isCapped(name, table)),
        );
      });
      const { rows } = await db.execute<{ found: boolean }>(sql`select ${or(...exist)} as found`);
      return rows[0]?.found === true;
    },
    async cappedRows(name) {
      const table = tableOf(name);
      const demands = tableOf('demand');
      const column = (field: string) => columnNamed(table, field);
      const fields = ['id', 'demandId', 'status', 'cappedUntil', ...capFields[name], ...deliveryFields[name]];
      const rows = await db
        .select({
          ...Object.fromEntries(fields.map((field) => [field, column(field)])),
          timezone: columnNamed(demands, 'timezone'),
        })
        .from(table.table)
        .innerJoin(demands.table, eq(columnNamed(demands, 'id'), column('demandId')))
        .where(isCapped(name, table));
      return rows.map((row: Record<string, unknown>) => {
        const { status, ...caps } = row;
        return { ...uncapped, ...caps, isActive: status === 1 } as unknown as CappedRow;
      });
    },
    async setDelivery(name, changes) {
      if (changes.length === 0) return;
      const table = tableOf(name);
      const id = columnNamed(table, 'id');
      await db.transaction(async (transaction) => {
        const published: Change[] = [];
        const ids = changes.map((change) => change.id);
        const fields = name === 'tag' ? ['cappedUntil', 'pace'] : ['cappedUntil'];
        const had = await valuesBefore(transaction, table, ids, fields);
        for (const { ids: alikeIds, cappedUntil, pace } of groupByDelivery(changes)) {
          const updated = await transaction
            .update(table.table)
            .set(name === 'tag' ? { cappedUntil, pace } : { cappedUntil })
            .where(inArray(id, alikeIds))
            .returning(visibleColumns(table));
          for (const selected of updated) {
            const row: RowByName[CappedEntity] = rowOf(name, selected);
            published.push({ id: row.id, row, before: { ...row, ...had.get(row.id) } });
          }
        }
        await publishChanges(transaction, entities[name], published);
      });
    },
  };
}

function isCapped(name: CappedEntity, table: EntityTable): SQL | undefined {
  return and(ne(columnNamed(table, 'status'), 2), hasCap(name, table));
}

function hasCap(name: CappedEntity, table: EntityTable): SQL | undefined {
  const isSet = or(...['cappedUntil', ...capFields[name]].map((field) => isNotNull(columnNamed(table, field))));
  if (name !== 'tag') return isSet;
  return or(isSet, sql`${columnNamed(table, 'limits')} <> '[]'::jsonb`, ne(columnNamed(table, 'pace'), 100));
}

/** Groups rows with the same delivery. */
function groupByDelivery(changes: readonly Delivery[]): (Omit<Delivery, 'id'> & { ids: number[] })[] {
  const groups = new Map<string, Omit<Delivery, 'id'> & { ids: number[] }>();
  for (const { id, cappedUntil, pace } of changes) {
    const key = `${cappedUntil} ${pace}`;
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { ids: [id], cappedUntil, pace });
  }
  return [...groups.values()];
}
