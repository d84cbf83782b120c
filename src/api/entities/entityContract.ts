import { z } from 'zod';
import { fourEyesOf } from '#model/fourEyes/fourEyesAreaOf.ts';
import { formerNamesOf } from '#model/field/formerNames.ts';
import { createSchema, type Entity, type EntityName, updateSchema, type ValuesOf } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { entityPath } from './entityPath.ts';
import { listResponseSchema } from './listResponse.ts';
import { exportQuerySchema, listQuerySchema } from './listQuery.ts';
import { states } from './rowParts.ts';
import { rowSchema } from './rowSchema.ts';

const versionSchema = z
  .int('Must be a version number')
  .positive('Must be a version number')
  .optional()
  .describe('The version that the change is based on. If the row has another version, nothing is changed (409).');

/** The schema of a row's change, which may name the version it is based on. */
export function changeSchema(entity: Entity) {
  return updateSchema(entity).extend({ version: versionSchema });
}

/** The fields of a new row; those with a default are optional. */
type NewRow<E extends Entity> = Partial<ValuesOf<E['fields']>>;

/** A schema built from a definition's fields, typed by the values that callers send. */
function sentAs<Sent>(schema: z.ZodObject): z.ZodType<Record<string, unknown>, Sent> {
  return schema as unknown as z.ZodType<Record<string, unknown>, Sent>;
}

const countSchema = z.object({ value: z.string(), count: z.int(), label: z.string().optional() });

/** The number of rows with a value. */
export type ValueCount = z.output<typeof countSchema>;

const facetsSchema = z.object({
  fields: z.record(z.string(), z.array(countSchema)),
  states: z.array(z.object({ code: z.string(), count: z.int() })),
});

/** Cached contracts: several modules need each one, and building its schemas takes time. */
const contracts = new Map<Entity, unknown>();

/** The contract of an entity's routes, built from its definition. Only rows of relations can be deleted. */
export function entityContract<E extends Entity>(entity: E): ReturnType<typeof makeContract<E>> {
  const contract = contracts.get(entity) ?? makeContract(entity);
  contracts.set(entity, contract);
  return contract as ReturnType<typeof makeContract<E>>;
}

function makeContract<E extends Entity>(entity: E) {
  const name = entity.name as EntityName;
  const many = entity.pluralLabel.toLowerCase();
  const one = entity.label.toLowerCase();
  const aOne = `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`;
  const chapter = entity.pluralLabel;
  const reading = { method: 'GET', chapter, access: { entity: name, action: 'read' } } as const;
  const schema = rowSchema(entity);
  const formerNames = formerNamesOf(entity.fields);
  const fourEyes = fourEyesOf(name);
  return {
    list: {
      ...reading,
      path: entityPath(entity, '/api/{entity}'),
      summary: `List ${many}`,
      query: listQuerySchema(entity),
      formerNames,
      responses: { 200: { description: 'One page of the list', schema: listResponseSchema(entity) } },
    },
    facets: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/facets'),
      summary: `Count ${many} per filter value`,
      query: listQuerySchema(entity),
      formerNames,
      responses: {
        200: {
          description:
            'Number of rows per value: none = empty, any = not empty. State and metric filters do not apply.',
          schema: facetsSchema,
        },
      },
    },
    exportCsv: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/export.csv'),
      summary: `Export ${many} as CSV`,
      query: exportQuerySchema(entity),
      formerNames,
      responses: { 200: { description: 'All matching rows, in UTF-8', contentType: 'text/csv', schema: z.string() } },
    },
    read: {
      ...reading,
      path: entityPath(entity, '/api/{entity}/{id}'),
      summary: `Get ${aOne}`,
      params: idParam,
      query: z.strictObject({
        states: z.literal('true', 'Must be true').optional().describe('true = with its states, as lists have them'),
      }),
      responses: { 200: { description: entity.label, schema: rowSchema(entity, { states: states.optional() }) } },
      rejects: [404],
    },
    create: {
      method: 'POST',
      path: entityPath(entity, '/api/{entity}'),
      summary: `Create ${aOne}`,
      chapter,
      access: { entity: name, action: 'create' },
      ...fourEyes,
      body: sentAs<NewRow<E>>(createSchema(entity)),
      formerNames,
      responses: { 201: { description: `The new ${one}`, schema } },
      rejects: [409, 422],
    },
    change: {
      method: 'PATCH',
      path: entityPath(entity, '/api/{entity}/{id}'),
      summary: `Update ${aOne}`,
      chapter,
      access: { entity: name, action: 'update' },
      ...fourEyes,
      params: idParam,
      body: sentAs<NewRow<E> & { version?: number }>(changeSchema(entity)),
      formerNames,
      responses: { 200: { description: `The updated ${one}`, schema } },
      rejects: [404, 409, 422],
    },
    remove: {
      method: 'DELETE',
      path: entityPath(entity, '/api/{entity}/{id}'),
      summary: `Delete ${aOne}`,
      chapter,
      access: { entity: name, action: 'delete' },
      params: idParam,
      responses: { 200: { description: `The deleted ${one}`, schema } },
      rejects: [404, 409, 422],
    },
  } as const satisfies Contract;
}
