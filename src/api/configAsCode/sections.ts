import { type Entity, entities, type EntityName, type Field, isAllowed, writableFields } from '#model/index.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import { setEntities } from '../changes/setEntities.ts';

/** A part of the document: the rows of one entity, under one key. */
export interface Section {
  /** The word by which references say it too: "tags", "appLists". */
  key: string;
  name: EntityName;
  entity: Entity;
  /** Keys of an item with their fields, in the order in which they are written. */
  fields: readonly SectionField[];
  /** Keys of an item that are no fields. */
  more: readonly string[];
}

/** A key of an item. References are written by name: `advertiser: Acme`. */
export interface SectionField {
  key: string;
  name: string;
  field: Field;
}

/** Rows of the waterfall stand in their channel. */
export const waterfallKey = 'waterfall';

/** The members of a list; where they are too many to be written, how many. */
export const membersKey = 'members';
export const memberCountKey = 'memberCount';

function sectionOf(entity: Entity): Section {
  const name = entity.name as EntityName;
  const lists = isMemberList(name) ? [membersKey, memberCountKey] : [];
  return {
    key: `${name}s`,
    name,
    entity,
    fields: fieldsOf(entity),
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

/** The parts of the document: what the owner of an account manages, each object under its name. */
export const sections: readonly Section[] = setEntities
  .filter(({ name }) => name !== 'waterfallRow' && isAllowed('demand', name as EntityName, 'create'))
  .map(sectionOf);

/** Keys of a row of the waterfall beside its channel. */
export const waterfallFields: readonly SectionField[] = fieldsOf(entities.waterfallRow).filter(
  ({ name }) => name !== 'channelId',
);

/** The keys of an entity's fields as the document says them. */
export function fieldsNamed(name: EntityName): readonly SectionField[] {
  if (name === 'waterfallRow') return waterfallFields;
  return sections.find((section) => section.name === name)?.fields ?? [];
}
