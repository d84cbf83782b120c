import { z } from 'zod';
import { moneyFieldNames } from '#model/field/moneyFieldNames.ts';
import { fieldChangeSchema } from '../responseValues.ts';
import { isMoneySchema } from './moneyValue.ts';

type Schema = z.core.$ZodType;

/** Removes the money from values of a schema; null = they contain none. */
type Removal = ((value: unknown) => unknown) | null;

const removals = new WeakMap<Schema, Removal>();

/** A response body without the values that its schema declares to be money, and without changes of such fields. */
export function withoutMoney(schema: Schema, body: unknown): unknown {
  const remove = removalOf(schema);
  return remove ? remove(body) : body;
}

function removalOf(schema: Schema): Removal {
  const known = removals.get(schema);
  if (known !== undefined) return known;
  // Schemas that contain themselves have no money.
  removals.set(schema, null);
  const found = buildRemoval(schema);
  removals.set(schema, found);
  return found;
}

function buildRemoval(schema: Schema): Removal {
  if (schema instanceof z.ZodObject) return ofObject(schema.shape);
  if (schema instanceof z.ZodArray) return ofArray(schema.element);
  if (schema instanceof z.ZodRecord) return ofRecord(removalOf(schema.valueType));
  if (schema instanceof z.ZodUnion) return inTurn(schema.options.map((option) => removalOf(option)));
  if (schema instanceof z.ZodIntersection) return inTurn([removalOf(schema.def.left), removalOf(schema.def.right)]);
  if (schema instanceof z.ZodPipe) return removalOf(schema.out);
  return isWrapper(schema) ? removalOf(schema.unwrap()) : null;
}

/** The schemas of values that are those of another schema, or empty. */
const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodReadonly, z.ZodLazy];

function isWrapper(schema: Schema): schema is Schema & { unwrap: () => Schema } {
  return wrappers.some((wrapper) => schema instanceof wrapper);
}

function ofObject(shape: Readonly<Record<string, Schema>>): Removal {
  const money = new Set(Object.keys(shape).filter((name) => isMoneySchema(shape[name] as Schema)));
  const inside = new Map(
    Object.entries(shape).flatMap(([name, each]): [string, NonNullable<Removal>][] => {
      const remove = money.has(name) ? null : removalOf(each);
      return remove ? [[name, remove]] : [];
    }),
  );
  if (money.size === 0 && inside.size === 0) return null;
  return (value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !money.has(name))
            .map(([name, part]) => [name, inside.get(name)?.(part) ?? part]),
        )
      : value;
}

function ofArray(element: Schema): Removal {
  if (element === fieldChangeSchema) {
    return (value) => (Array.isArray(value) ? value.filter((change) => !isMoneyChange(change)) : value);
  }
  const remove = removalOf(element);
  return remove && ((value) => (Array.isArray(value) ? value.map(remove) : value));
}

function isMoneyChange(change: unknown): boolean {
  return isObject(change) && moneyFieldNames.has(String(Reflect.get(change, 'field')));
}

function ofRecord(remove: Removal): Removal {
  if (!remove) return null;
  return (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, remove(part)])) : value;
}

function inTurn(parts: readonly Removal[]): Removal {
  const removing = parts.filter((part) => part !== null);
  return removing.length === 0 ? null : (value) => removing.reduce((left, remove) => remove(left), value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
