import { type Entity, type EntityName, mayRead, maxId } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, ok, type Route } from '../route.ts';
import { chooseHits, hitsPerEntity } from './chooseHits.ts';
import { searchable, searchContract, type SearchHit } from './searchContract.ts';

/** Routes that search objects of every entity by part of their name or login, or by id, uid or deal ID. */
export function searchRoutes({ entities }: Pick<ApiDeps, 'entities'>): Route[] {
  return [
    implement(searchContract.find, async ({ query, user }) => {
      const scope = scopeOf(user);
      const selectedEntities = searchable.filter(
        ({ name }) => mayRead(user, name as EntityName) && (query.entities?.includes(name as EntityName) ?? true),
      );
      const found = await Promise.all(selectedEntities.map((entity) => findIn(entities, entity, query.q, scope)));
      return ok(chooseHits(found, query.q));
    }),
  ];
}

/**
 * The first matching rows of an entity; a row with exactly this id comes first, however many names contain the digits.
 */
async function findIn(store: EntityStore, entity: Entity, q: string, scope: Scope): Promise<SearchHit[]> {
  const name = entity.name as EntityName;
  const id = /^[1-9]\d{0,9}$/.test(q) ? Number(q) : null;
  const [exact, page] = await Promise.all([
    id !== null && id <= maxId ? store.getMany(name, [id], scope) : [],
    store.list(name, { q, scope, sort: 'name', page: 1, size: hitsPerEntity }),
  ]);
  const ids = new Set(exact.map((row) => row.id));
  return [...exact, ...page.rows.filter((row) => !ids.has(row.id))].map((row) => hitOf(name, row));
}

function hitOf(entity: EntityName, row: { id: number }): SearchHit {
  const { id, name, uid, status } = row as { id: number; name: string } & Pick<SearchHit, 'uid' | 'status'>;
  return { entity, id, name, ...(uid === undefined ? {} : { uid }), ...(status === undefined ? {} : { status }) };
}
