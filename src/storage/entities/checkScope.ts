import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { pageOf } from '#model/entity/entityPages.ts';
import { type Entity, entities, entityList, type EntityName, type Fault } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { PartnerScope, Scope, Transaction } from './database.ts';
import type { Draft, Values } from './draft.ts';
import { columnNamed } from './entityTable.ts';
import { belongingsTo, isOfPartners, isPartnerScope, partnerCondition, restrictedPartners } from './partnerScope.ts';
import { hasStatus } from './selection.ts';

/**
 * Adds the faults of rows that a manager of some partners must not write: a row must belong to these partners once it
 * is written, and a shared row must only be used by their rows. Runs after the references are checked.
 */
export async function checkScope(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
  scope: Scope,
): Promise<void> {
  if (!isPartnerScope(scope)) return;
  for (const draft of drafts) draft.faults.push(...outsideFaults(entity, draft, scope));
  if (isOfPartners(entity)) return;
  const ids = drafts.flatMap(({ id }) => id ?? []);
  const used = await usedOutside(transaction, entity.name as EntityName, ids, scope);
  for (const { id, before, faults } of drafts) {
    if (id === null) continue;
    if (appliesToAllAds(entity, before)) faults.push(allAdsFault(entity));
    else if (used.has(id)) faults.push(usedElsewhere(entity));
  }
}

/** The fault of changing a row that other partners of the account use too. */
export function usedElsewhere({ label }: Entity): Fault {
  const message = `Other partners of the account use this ${label.toLowerCase()}, and you have access to some partners only. Clone it and edit the copy`;
  return { code: 'used_elsewhere', message, path: '' };
}

/** The fault of changing a row that applies to all ads of the account: a copy would apply to all of them too. */
function allAdsFault({ name, label }: Entity): Fault {
  const message = `This ${label.toLowerCase()} applies to all ads of the account, and you have access to some partners only. Create your own`;
  const fix = { label: `New ${label.toLowerCase()}`, href: `${pageOf(name)}?open=new` };
  return { code: 'used_elsewhere', message, path: '', fix };
}

function outsideFaults(entity: Entity, { id, row, faults }: Draft, scope: PartnerScope): Fault[] {
  const found = restrictedPartners(scope).flatMap(({ partner, ids }): Fault[] => {
    const message = `You have access to some ${entities[partner].pluralLabel.toLowerCase()} of the account only`;
    if (entity.name === partner) return id === null ? [{ code: 'out_of_scope', message, path: '' }] : [];
    return belongingsTo(entity, partner).flatMap(({ field, target }) => {
      const value = row[field];
      const isInside = target !== partner || (typeof value === 'number' && ids.includes(value));
      return isInside ? [] : [{ code: 'out_of_scope', message: `${message}. Select one of them`, path: field }];
    });
  });
  if (appliesToAllAds(entity, row)) {
    const message = 'You have access to some partners of the account only; this would apply to the ads of all';
    found.push({ code: 'out_of_scope', message, path: 'scope' });
  }
  const named = new Set(faults.map(({ path }) => path));
  return found.filter(({ path }) => !named.has(path));
}

/** Whether a row applies to all ads of its account without being referenced. */
function appliesToAllAds(entity: Entity, row: Values | null): boolean {
  return entity.name === 'ivt' && row?.['scope'] === 'all';
}

/** The shared rows used by objects outside a scope: those of other partners, suppliers and ad exchanges. */
export async function usedOutside(
  transaction: Transaction,
  name: EntityName,
  ids: readonly number[],
  scope: Scope,
): Promise<Set<number>> {
  const outside = new Set<number>();
  if (!isPartnerScope(scope) || ids.length === 0) return outside;
  for (const { carrier, field } of entitiesReferencing(name)) {
    const isTargeting = carrier.name === 'targeting';
    const uses = await readUses(transaction, { carrier, field, ids, scope }, isTargeting);
    // A targeting's references count as references of the objects that use the targeting.
    const carriersOutside = isTargeting
      ? await usedOutside(
          transaction,
          'targeting',
          uses.map((use) => use.carrier),
          scope,
        )
      : null;
    for (const use of uses) if (!carriersOutside || carriersOutside.has(use.carrier)) outside.add(use.id);
  }
  return outside;
}

/** The fields that reference rows of an entity. */
function entitiesReferencing(name: EntityName): { carrier: Entity; field: string }[] {
  const referencingEntities = entityList.filter(
    (entity) => entity.ownedBy !== 'platform' && entity.partOf === undefined,
  );
  return referencingEntities.flatMap((carrier) =>
    Object.entries(carrier.fields)
      .filter(([, { kind, target }]) => kind === 'references' && target === name)
      .map(([field]) => ({ carrier, field })),
  );
}

/** Which of some rows are used by objects that are not archived: by all, or by those outside the scope. */
async function readUses(
  transaction: Transaction,
  { carrier, field, ids, scope }: { carrier: Entity; field: string; ids: readonly number[]; scope: PartnerScope },
  isUnscoped: boolean,
): Promise<{ id: number; carrier: number }[]> {
  const table = tableOf(carrier.name as EntityName);
  const inside: SQL | undefined = isUnscoped ? undefined : partnerCondition(table, scope);
  const isOutside = isOfPartners(carrier) ? inside && sql`(${inside}) is not true` : sql`true`;
  // No part of the scope restricts such objects.
  if (!isUnscoped && isOutside === undefined) return [];
  const by = isUnscoped ? sql`${columnNamed(table, 'id')}` : sql`0`;
  const { rows } = await transaction.execute<{ id: number; carrier: number }>(sql`
    select distinct used.id::int as id, ${by} as carrier
    from ${table.table} cross join lateral jsonb_array_elements_text(${columnNamed(table, field)}) as used(id)
    where ${and(
      eq(columnNamed(table, 'demandId'), scope.demandId),
      hasStatus(carrier) ? ne(columnNamed(table, 'status'), 2) : undefined,
      sql`used.id::int = any(${`{${ids.join(',')}}`}::int[])`,
      isOutside,
    )}`);
  return rows;
}
