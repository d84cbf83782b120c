import { type Entity, entities, type EntityName, type Field, isAllowed, writableFields } from '#model/index.ts';
import { type FormerNames, formerNamesOf } from '#model/field/formerNames.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import { setEntities } from '../changes/setEntities.ts';

/** A part of the document: the rows of one entity, under one key. */
export interface Section {
  /** The key, also used in references: "tags", "appLists". */
  key: string;
  name: EntityName;
  entity: Entity;
  /** Keys of an item with their fields, in the order in which they are written. */
  fields: readonly SectionField[];
  /** The keys of fields by those that documents of earlier versions had. */
  formerKeys: FormerNames;
  /** Keys of an item that are not fields. */
  more: readonly string[];
}

/** A key of an item. References are written by name: `advertiser: Acme`. */
export interface SectionField {
  key: string;
  name: string;
  field: Field;
}

/** The key of a channel under which its waterfall rows are written. */
export const waterfallKey = 'waterfall';

/** The key of a list's members; of their count when there are too many to write. */
export const membersKey = 'members';
export const memberCountKey = 'memberCount';

function sectionOf(entity: Entity): Section {
  const name = entity.name as EntityName;
  const lists = isMemberList(name) ? [membersKey, memberCountKey] : [];
  const fields = fieldsOf(entity);
  return {
    key: `${name}s`,
    name,
    entity,
    fields,
    formerKeys: formerNamesOf(Object.fromEntries(fields.map(({ key, field }) => [key, field]))),
    more: ['id', ...lists, ...(name === 'channel' ? [waterfallKey] : [])],
  };
}

function fieldsOf(entity: Entity): SectionField[] {
  return writableFields(entity)
    .toSorted((a, b) => Number(b === 'name') - Number(a === 'name'))
    .flatMap((name) => {
      const field = entity.fields[name];
      return field ? [{ key: keyOf(name, field), name, field }] : [];
    });
}

function keyOf(name: string, { kind }: Field): string {
  if (kind === 'reference') return name.replace(/Id$/, '');
  return kind === 'references' ? name.replace(/Ids$/, 's') : name;
}

/** The parts of the document: every entity that the owner of an account manages, each object under its name. */
export const sections: readonly Section[] = setEntities
  .filter(({ name }) => name !== 'waterfallRow' && isAllowed('demand', name as EntityName, 'create'))
  .map(sectionOf);

/** Keys of a waterfall row beside its channel. */
export const waterfallFields: readonly SectionField[] = fieldsOf(entities.waterfallRow).filter(
  ({ name }) => name !== 'channelId',
);

/** The keys of an entity's fields in documents. */
export function fieldsNamed(name: EntityName): readonly SectionField[] {
  if (name === 'waterfallRow') return waterfallFields;
  return sections.find((section) => section.name === name)?.fields ?? [];
}
