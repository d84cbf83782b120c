import type { FactSchema, TableSchema } from '#storage/factSchema/factSchema.ts';

/** The migration that renames columns of facts and roll-ups. */
export const renamingVersion = 16;

/** Former names of the columns that it renames, by their present names. */
const formerNames = new Map([
  ['integration', 'door'],
  ['observations', 'sightings'],
  ['verificationFee', 'scanFee'],
]);

/** The name of a column in the tables of a version of the schema. */
export function columnNameAt(version: number, name: string): string {
  return version < renamingVersion ? (formerNames.get(name) ?? name) : name;
}

/** The present name of a column by the name that a version gave it. */
export function presentColumnName(name: string): string {
  return [...formerNames].find(([, former]) => former === name)?.[0] ?? name;
}

/** A schema with the names that its columns have at a version. */
export function schemaAt(version: number, { tables, views }: FactSchema): FactSchema {
  const nameOf = (name: string) => columnNameAt(version, name);
  const tableOf = ({ columns, sortingKey }: TableSchema): TableSchema => ({
    columns: new Map([...columns].map(([name, type]) => [nameOf(name), type])),
    sortingKey: sortingKey.map(nameOf),
  });
  return {
    tables: new Map([...tables].map(([name, table]) => [name, tableOf(table)])),
    views: new Map([...views].map(([name, query]) => [name, query.replaceAll(/\b[a-z]\w+\b/g, nameOf)])),
  };
}
