import type { z } from 'zod';
import { createSchema, type Entity, entities, type EntityName, readValues, updateSchema } from '#model/index.ts';
import type { ChangeSetOptions } from '#storage/entities/applyChanges.ts';
import { addedTagParams } from '../entities/addedTagParams.ts';
import { faultsOutsideSchema } from '../entities/entityRules.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/**
 * Validates the changes of a set by the same schemas and rules as changes of one row. Schemas are built once per set.
 */
export function validatorFor(user: SessionUser): ChangeSetOptions['validate'] {
  const schemas = new Map<string, z.ZodObject>();
  const schemaOf = (name: EntityName, action: 'create' | 'update') => {
    const key = `${action} ${name}`;
    const entity: Entity = entities[name];
    const schema = schemas.get(key) ?? (action === 'create' ? createSchema(entity) : updateSchema(entity));
    schemas.set(key, schema);
    return schema;
  };
  return ({ entity: name, action, id = null, secretsOf }, values) => {
    if (action === 'remove') return { values, faults: [] };
    const read = readValues(schemaOf(name, action), values);
    return {
      values: read.values,
      faults: [
        ...read.faults,
        ...faultsOutsideSchema(name, read.values, { id, user, isCopy: secretsOf !== undefined }),
      ],
      ...(action === 'update' ? addedTagParams(name, read.values, user) : {}),
    };
  };
}
