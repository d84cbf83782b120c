import { entityList } from '#model/index.ts';

/** A field that no tooltip explains. */
export interface MissingKey {
  key: string;
  entity: string;
  label: string;
  /** What the console says of the field by itself; '' = nothing. */
  help: string;
}

/** Every field that people fill in and no tooltip explains, in the order of the model. Keys are compared without case. */
export function missingKeys(existing: readonly string[]): MissingKey[] {
  const known = new Set(existing.map((key) => key.toLowerCase()));
  return entityList.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([, field]) => !field.isGenerated)
      .map(([name, { label, help = '' }]) => ({
        key: `${entity.name}.${name}`,
        entity: entity.pluralLabel,
        label,
        help,
      }))
      .filter(({ key }) => !known.has(key.toLowerCase())),
  );
}
