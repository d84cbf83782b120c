import { sql } from 'drizzle-orm';
import { defaultSeller, type Entity, type Seller, type SellerEntry } from '#model/index.ts';
import { accountSellerIdOf, sellerIdOf } from '#model/supply/sellerId.ts';
import type { Transaction } from './database.ts';
import type { Draft, Values } from './draft.ts';

/** Any number that no other lock has. */
const lockKey = 5_251_806;

/** The fields that determine the ids of a row. */
const readFields = ['status', 'domain', 'sellersJson'] as const;

/** New seller ids of a draft in a sellers.json, with the paths of their values; null = already there. */
interface Claim {
  draft: Draft;
  file: number;
  ids: { id: string; path: string | null }[];
}

/**
 * Adds a fault to every draft that gives a seller the id of another one: in one sellers.json an id is one seller.
 * Accounts without a domain of their own share the platform's file (0). The lock prevents two writers from claiming an
 * id at once.
 */
export async function checkSellerIds(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
): Promise<void> {
  const name = entity.name;
  if (name !== 'subpublisher' && name !== 'demand') return;
  const known = drafts.filter(({ faulty }) => !readFields.some((field) => faulty.has(field)));
  const draftsToCheck = known.filter(name === 'demand' ? isNewOfAccount : isNewOfPartner);
  if (draftsToCheck.length === 0) return;
  await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
  const claims =
    name === 'demand'
      ? await claimsOfAccounts(transaction, draftsToCheck)
      : await claimsOfPartners(transaction, draftsToCheck);
  const taken = await takenIds(transaction, name, claims);
  for (const { draft, file, ids } of claims) {
    for (const { id, path } of ids) {
      const key = `${file} ${id}`;
      if (path !== null && taken.has(key)) draft.faults.push(takenFault(id, path));
      taken.add(key);
    }
  }
}

/** The same text whoever has the id, because accounts can share a file. */
function takenFault(id: string, path: string) {
  return { code: 'taken', message: `The seller ID ${id} is not available in this sellers.json`, path };
}

/** The seller of a sub-publisher; database defaults for missing values. */
function sellerIn({ sellersJson = defaultSeller }: Values): Seller {
  return sellersJson as Seller;
}

/** The own sellers of an account. */
function sellersIn({ sellersJson = [] }: Values): SellerEntry[] {
  return sellersJson as SellerEntry[];
}

/** Whether a sub-publisher gets an id that it did not have. A new one without an id gets one of its own. */
function isNewOfPartner({ before, row }: Draft): boolean {
  if (row['status'] === 2) return false;
  const { id } = sellerIn(row);
  if (before === null) return id !== '';
  return before['status'] === 2 || sellerIn(before).id !== id;
}

/** Whether an account lists other sellers than before, or lists them in another file. */
function isNewOfAccount({ before, row, changed }: Draft): boolean {
  if (row['status'] === 2) return false;
  return before === null || before['status'] === 2 || changed.has('sellersJson') || changed.has('domain');
}

async function claimsOfPartners(transaction: Transaction, drafts: readonly Draft[]): Promise<Claim[]> {
  const accounts = [...new Set(drafts.map(({ row }) => Number(row['demandId'])))];
  const found = await transaction.execute<{ id: number }>(
    sql`select id from demands where domain = '' and id = any(${arrayOf(accounts)})`,
  );
  const sharing = new Set(found.rows.map(({ id }) => id));
  return drafts.map((draft) => {
    const account = Number(draft.row['demandId']);
    const id = sellerIdOf({ id: draft.id ?? 0, sellersJson: sellerIn(draft.row) });
    return { draft, file: sharing.has(account) ? 0 : account, ids: [{ id, path: 'sellersJson.id' }] };
  });
}

async function claimsOfAccounts(transaction: Transaction, drafts: readonly Draft[]): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const draft of drafts) {
    const { domain = '' } = draft.row;
    // A new account with a file of its own is alone in it.
    if (draft.id === null && domain !== '') continue;
    const sellersJson = sellersIn(draft.row);
    const own = sellersJson.map(({ id }, index) => ({ id, path: `sellersJson.${index}.id` }));
    if (own.length === 0 && draft.id !== null) {
      own.push({ id: accountSellerIdOf({ id: draft.id, sellersJson }), path: 'sellersJson' });
    }
    // Its partners move with it to the file of its new domain.
    const path = draft.changed.has('domain') ? 'domain' : null;
    const partners = draft.id === null ? [] : await idsOfPartners(transaction, draft.id);
    const ids = [...partners.map((id) => ({ id, path })), ...own];
    claims.push({ draft, file: domain === '' ? 0 : (draft.id ?? 0), ids });
  }
  return claims;
}

async function idsOfPartners(transaction: Transaction, account: number): Promise<string[]> {
  const { rows } = await transaction.execute<{ seller: string }>(
    sql`select ${partnerSeller} as seller from subpublishers where status <> 2 and demand_id = ${account}`,
  );
  return rows.map(({ seller }) => seller);
}

/** `sellerIdOf` and `accountSellerIdOf` in SQL. */
const partnerSeller = sql.raw(`coalesce(nullif(subpublishers.sellers_json ->> 'id', ''), 's' || subpublishers.id)`);
const accountSellers = sql.raw(`jsonb_array_elements(
  case when demands.sellers_json = '[]' then jsonb_build_array(jsonb_build_object('id', 'a' || demands.id)) else demands.sellers_json end)`);

/** The ids of all other sellers in the files, as "file id". */
async function takenIds(
  transaction: Transaction,
  name: 'subpublisher' | 'demand',
  claims: readonly Claim[],
): Promise<Set<string>> {
  const ids = [...new Set(claims.flatMap((claim) => claim.ids.map(({ id }) => id)))];
  const files = [...new Set(claims.map(({ file }) => file))];
  if (ids.length === 0) return new Set();
  const draftsToCheck = claims.flatMap(({ draft }) => (draft.id === null ? [] : [draft.id]));
  // For an account, its partners are included.
  const column = name === 'demand' ? sql`subpublishers.demand_id` : sql`subpublishers.id`;
  const { rows } = await transaction.execute<{ file: number; seller: string }>(sql`
    select file, seller from (
      select case when demands.domain = '' then 0 else demands.id end as file, ${partnerSeller} as seller
      from subpublishers join demands on demands.id = subpublishers.demand_id
      where subpublishers.status <> 2 and not ${column} = any(${arrayOf(draftsToCheck)})
      union all
      select case when demands.domain = '' then 0 else demands.id end, entry ->> 'id'
      from demands cross join lateral ${accountSellers} as entry
      where demands.status <> 2 and not (${name === 'demand'} and demands.id = any(${arrayOf(draftsToCheck)}))
    ) as sellers
    where file = any(${arrayOf(files)})
      and seller in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return new Set(rows.map(({ file, seller }) => `${file} ${seller}`));
}

function arrayOf(ids: readonly number[]) {
  return sql`${`{${ids.join(',')}}`}::int[]`;
}
