import { z } from 'zod';
import { entityList, isAllowed, type Entity, type EntityName } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';

/** A field by which rows of an entity carry rows of another one. */
interface Use {
  entity: EntityName;
  field: string;
  label: string;
}

/** Rows that one answer names of each use. */
const named = 100;

const usesSchema = z.array(
  z.object({
    entity: z.string(),
    field: z.string(),
    label: z.string().describe('What the field is called'),
    total: z.int().min(0),
    rows: z.array(z.object({ id: z.int(), name: z.string(), status: z.int().min(0).max(2) })),
  }),
);

/** Where a row is used: one route for each entity that objects carry several of, all from the fields of the model. */
export function usesRoutes({ entities }: Pick<ApiDeps, 'entities'>): Route[] {
  return entityList.flatMap((entity): Route[] => {
    const uses = usesOf(entity);
    if (uses.length === 0) return [];
    const name = entity.name as EntityName;
    return [
      defineRoute({
        method: 'GET',
        path: `/api/${entity.path}/{id}/uses`,
        summary: `Tell which objects carry one ${entity.label.toLowerCase()}`,
        chapter: entity.pluralLabel,
        access: { entity: name, action: 'read' },
        params: idParam,
        answers: { 200: { description: `By field, at most ${named} of each; archived ones not`, schema: usesSchema } },
        refuses: [404],
        async handler({ params, user }) {
          const scope = scopeOf(user);
          if (!(await entities.get(name, params.id, scope))) return notFound();
          const visible = uses.filter((use) => isAllowed(user.role, use.entity, 'read'));
          const lists = await Promise.all(
            visible.map(({ entity: carrier, field }) =>
              entities.list(carrier, { scope, filters: { [field]: [params.id] }, sort: 'id', page: 1, size: named }),
            ),
          );
          return ok(
            visible.map((use, index) => {
              const { rows = [], total = 0 } = lists[index] ?? {};
              return { ...use, total, rows: rows.map(namedRow) };
            }),
          );
        },
      }),
    ];
  });
}

/** The fields that carry rows of an entity. People are told of in other ways. */
function usesOf(target: Entity): Use[] {
  const carriers = entityList.filter((entity) => entity.name !== 'user' && entity.partOf === undefined);
  return carriers.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'references' && field.target === target.name)
      .map(([field, { label }]) => ({ entity: entity.name as EntityName, field, label })),
  );
}

function namedRow(row: object): { id: number; name: string; status: number } {
  const { id, name, status } = row as { id: number; name: string; status: number };
  return { id, name, status };
}
