import { entityList } from '#model/index.ts';

/** A field without a tooltip. */
export interface MissingKey {
  key: string;
  entity: string;
  label: string;
  /** The field's built-in help; '' = none. */
  help: string;
}

/** All editable fields without a tooltip, in the order of the model. Keys are compared case-insensitively. */
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
