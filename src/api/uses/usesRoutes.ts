import { entityList, mayRead, type Entity, type EntityName } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { maxNamed, type UsesResponse, usesContract } from './usesContract.ts';

/** A field by which rows of one entity reference rows of another. */
interface Use {
  entity: EntityName;
  field: string;
  label: string;
}

/**
 * Routes of a row's uses, one for each entity that objects can have several of, derived from the fields of the model.
 */
export function usesRoutes({ entities }: Pick<ApiDeps, 'entities'>): Route[] {
  return entityList.flatMap((entity): Route[] => {
    const uses = usesOf(entity);
    if (uses.length === 0) return [];
    const name = entity.name as EntityName;
    return [
      implement(usesContract(entity).list, async ({ params, user }) => {
        const scope = scopeOf(user);
        if (!(await entities.get(name, params.id, scope))) return notFound();
        const visible = uses.filter((use) => mayRead(user, use.entity));
        const lists = await Promise.all(
          visible.map(({ entity: usingEntity, field }) =>
            entities.list(usingEntity, {
              scope,
              filters: { [field]: [params.id] },
              sort: 'id',
              page: 1,
              size: maxNamed,
            }),
          ),
        );
        return ok(
          visible.map((use, index) => {
            const { rows = [], total = 0 } = lists[index] ?? {};
            return { ...use, total, rows: rows.map(namedRow) };
          }),
        );
      }),
    ];
  });
}

/** The fields that reference rows of an entity, except those of users. */
function usesOf(target: Entity): Use[] {
  const usingEntities = entityList.filter((entity) => entity.name !== 'user' && entity.partOf === undefined);
  return usingEntities.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'references' && field.target === target.name)
      .map(([field, { label }]) => ({ entity: entity.name as EntityName, field, label })),
  );
}

function namedRow(row: object): UsesResponse[number]['rows'][number] {
  const { id, name, status } = row as UsesResponse[number]['rows'][number];
  return { id, name, status };
}
