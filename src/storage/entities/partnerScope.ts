import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Entity, entities, type EntityName } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { PartnerScope, Scope } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';

/** The partners that own rows, with the part of a scope that restricts to some of them. */
export const partnersOf = { advertiser: 'advertiserIds', subpublisher: 'subpublisherIds' } as const;

/** A kind of partner that owns rows. */
export type Partner = keyof typeof partnersOf;

/** A reference by which rows of an entity belong to a partner. */
interface Belonging {
  field: string;
  /** The partner itself, or an entity whose rows reference it. */
  target: EntityName;
}

/** Whether a scope is restricted to some partners of an account. */
export function isPartnerScope(scope: Scope): scope is PartnerScope {
  return scope !== 'all' && 'demandId' in scope;
}

/** The kinds of partners that a scope is restricted to, with their ids. */
export function restrictedPartners(scope: PartnerScope): { partner: Partner; ids: readonly number[] }[] {
  return (Object.keys(partnersOf) as Partner[]).flatMap((partner) => {
    const ids = scope[partnersOf[partner]];
    return ids === null ? [] : [{ partner, ids }];
  });
}

/** The references by which rows of an entity belong to a partner: to it, or to a row that references it. */
export function belongingsTo(entity: Entity, partner: Partner): Belonging[] {
  return referencesOf(entity).filter(
    ({ target }) =>
      target === partner ||
      (target !== entity.name && referencesOf(entities[target]).some((other) => other.target === partner)),
  );
}

/** Whether rows of an entity are partners or belong to some; all others are shared by the account's partners. */
export function isOfPartners(entity: Entity): boolean {
  return (Object.keys(partnersOf) as Partner[]).some(
    (partner) => entity.name === partner || belongingsTo(entity, partner).length > 0,
  );
}

/**
 * The condition for rows that a manager of some partners sees: these partners, their rows, and shared rows; undefined =
 * all.
 */
export function partnerCondition(table: EntityTable, scope: Scope): SQL | undefined {
  if (!isPartnerScope(scope)) return undefined;
  const conditions = restrictedPartners(scope).flatMap(({ partner, ids }) => [
    ...(table.entity.name === partner ? [anyIdOf(columnNamed(table, 'id'), ids)] : []),
    ...belongingsTo(table.entity, partner).map(({ field, target }) =>
      target === partner
        ? anyIdOf(columnNamed(table, field), ids)
        : ofPartner(columnNamed(table, field), tableOf(target), { partner, ids }),
    ),
  ]);
  return and(...conditions);
}

/** Restricts to rows that reference a row of some partners. */
function ofPartner(
  column: PgColumn,
  other: EntityTable,
  { partner, ids }: { partner: Partner; ids: readonly number[] },
): SQL {
  const named = referencesOf(other.entity).filter(({ target }) => target === partner);
  const condition = and(...named.map(({ field }) => anyIdOf(columnNamed(other, field), ids)));
  return sql`${column} in (select ${columnNamed(other, 'id')} from ${other.table} where ${condition})`;
}

function referencesOf({ fields }: Entity): Belonging[] {
  return Object.entries(fields).flatMap(([field, { kind, target }]) =>
    kind === 'reference' && target !== undefined ? [{ field, target: target as EntityName }] : [],
  );
}

function anyIdOf(column: PgColumn, ids: readonly number[]): SQL {
  return ids.length === 0 ? sql`false` : inArray(column, [...ids]);
}
