import { z } from 'zod';
import { ScimFault } from './scimFault.ts';

const operationsSchema = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        // Entra ID begins them with a capital letter.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(100),
});

/** A change of one attribute. `path`: its name in lower case, without the schema: name.givenname. */
export interface ScimChange {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value: unknown;
}

/**
 * Reads the changes of a PATCH (RFC 7644, section 3.5.2) as identity providers send them: with a path, or with an object
 * of attributes as the value, whose names may be paths. Throws a ScimFault.
 */
export function changesOfPatch(body: unknown): ScimChange[] {
  const parsed = operationsSchema.safeParse(body);
  if (!parsed.success)
    throw new ScimFault(400, 'The body must have Operations with op add, replace or remove', 'invalidSyntax');
  return parsed.data.Operations.flatMap(({ op, path, value }): ScimChange[] => {
    if (path !== undefined && path !== '') return [{ op, path: plainPath(path), value }];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimFault(400, 'An operation without a path needs an object as its value', 'invalidValue');
    return Object.entries(value).flatMap(([name, each]) => attributesOf(op, plainPath(name), each));
  });
}

/** A value by attribute: the parts of `name` one by one. */
function attributesOf(op: ScimChange['op'], path: string, value: unknown): ScimChange[] {
  const isStructure = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isStructure) return [{ op, path, value }];
  return Object.entries(value).map(([name, each]) => ({ op, path: `${path}.${name.toLowerCase()}`, value: each }));
}

function plainPath(path: string): string {
  return path
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')
    .trim()
    .replace(/^[\w.]+/, (name) => name.toLowerCase());
}

/** A boolean as identity providers send it: true, "True". Throws a ScimFault. */
export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ScimFault(400, `${name} must be true or false`, 'invalidValue');
}
