import { sql } from 'drizzle-orm';
import type { Entity } from '#model/index.ts';
import type { Transaction } from './database.ts';
import type { Draft } from './draft.ts';

const checkedFields = ['advertiserId', 'creativeIds', 'dealIds'] as const;

/**
 * Adds the faults of campaigns with creatives of another advertiser, and of those that would buy under deals that we
 * sell under, or that belong to another advertiser. Unchanged references are not checked again.
 */
export async function checkCampaigns(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
): Promise<void> {
  if (entity.name !== 'campaign') return;
  const known = drafts.filter(({ faulty }) => !faulty.has('advertiserId'));
  const draftsToCheck = known.filter(
    ({ before, changed }) => before === null || checkedFields.some((field) => changed.has(field)),
  );
  if (draftsToCheck.length === 0) return;
  const creatives = await readOwners(transaction, 'creatives', 'creativeIds', draftsToCheck);
  const deals = await readOwners(transaction, 'deals', 'dealIds', draftsToCheck);
  for (const { row, faults } of draftsToCheck) {
    const fault = (path: string, code: string, text: string, found: readonly Owned[]) => {
      // No fault for rows that cannot be referenced.
      const isRefused = faults.some((each) => each.path === path);
      if (found.length === 0 || isRefused) return;
      faults.push({ code, message: `${text}: ${namesOf(found)}`, path });
    };
    const isForeign = ({ advertiserId }: Owned) => advertiserId !== null && advertiserId !== row['advertiserId'];
    const own = (byId: ReadonlyMap<number, Owned>, field: string) =>
      idsIn(row[field]).flatMap((id) => {
        const found = byId.get(id);
        return found && found.demandId === row['demandId'] ? [found] : [];
      });
    fault(
      'creativeIds',
      'other_advertiser',
      'Belongs to another advertiser',
      own(creatives, 'creativeIds').filter(isForeign),
    );
    const chosen = own(deals, 'dealIds');
    const sold = chosen.filter(({ side }) => side === 'sell');
    fault('dealIds', 'sold_deal', 'Campaigns cannot bid under deals that you sell', sold);
    fault('dealIds', 'other_advertiser', 'Reserved for another advertiser', chosen.filter(isForeign));
  }
}

/** A row that a campaign references, with its owner. */
interface Owned {
  id: number;
  name: string;
  demandId: number;
  /** Null = of no particular advertiser. */
  advertiserId: number | null;
  side: string;
}

async function readOwners(
  transaction: Transaction,
  table: 'creatives' | 'deals',
  field: string,
  drafts: readonly Draft[],
): Promise<Map<number, Owned>> {
  const ids = [...new Set(drafts.flatMap(({ row }) => idsIn(row[field])))];
  if (ids.length === 0) return new Map();
  const { rows } = await transaction.execute<Record<keyof Owned, unknown>>(sql`
    select id, name, demand_id as "demandId", advertiser_id as "advertiserId",
      ${sql.raw(table === 'deals' ? 'side' : `''`)} as side
    from ${sql.identifier(table)} where id = any(${`{${ids.join(',')}}`}::int[])`);
  return new Map((rows as unknown as Owned[]).map((row) => [row.id, row]));
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
}

const maxNames = 3;

function namesOf(rows: readonly Owned[]): string {
  const remaining = rows.length - maxNames;
  const names = rows.slice(0, maxNames).map(({ name }) => name);
  return names.join(', ') + (remaining > 0 ? ` and ${remaining} more` : '');
}
