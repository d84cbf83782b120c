import type { EntityName } from './entities.ts';
import type { Entity } from './entity.ts';

/** Rows that are copied together with their parent. */
export interface CloneChild {
  entity: EntityName;
  /** The field that refers to the parent. */
  field: string;
}

const children: Partial<Record<EntityName, CloneChild>> = {
  advertiser: { entity: 'tag', field: 'advertiserId' },
  subpublisher: { entity: 'channel', field: 'subpublisherId' },
  tag: { entity: 'waterfallRow', field: 'tagId' },
  channel: { entity: 'waterfallRow', field: 'channelId' },
};

/** The rows that can be copied with a row of an entity; undefined when there are none. */
export function cloneChildOf(name: EntityName): CloneChild | undefined {
  return children[name];
}

/** Whether rows of an entity can be copied: only the name, and at most one regenerated key, has to be unique. */
export function isCloneable({ ownedBy, fields, uniqueTogether = [], regeneratedOnClone = '' }: Entity): boolean {
  if (ownedBy === 'platform' || !fields['name'] || !fields['status']) return false;
  if (!uniqueTogether.every((set) => set.includes(regeneratedOnClone))) return false;
  return Object.entries(fields).every(
    ([path, { kind, unique }]) => unique === undefined || path === 'name' || kind === 'uid',
  );
}

const maxNameLength = 255;

/** The naming of copies. */
export interface CloneNaming {
  /** The name pattern: {name} is the original's name, {n} the number of the copy. */
  pattern: string;
  /** Text to replace in the original's name; '' = none. */
  find: string;
  replacement: string;
}

/** The name of a copy, with a number appended when it is taken. Adds the name to `taken`. */
export function cloneName(original: string, copy: number, naming: CloneNaming, taken: Set<string>): string {
  const { pattern, find, replacement } = naming;
  const replaced = find === '' ? original : original.replaceAll(find, () => replacement);
  const wanted = pattern.replaceAll(/\{(name|n)\}/g, (_, part) => (part === 'n' ? String(copy) : replaced)).trim();
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`;
    const name = `${wanted.slice(0, maxNameLength - end.length)}${end}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

/**
 * The key of a copy: the original's key after the replacement, with a number appended when it is taken. Adds the key to
 * `taken`.
 */
export function cloneKey(
  original: string,
  { find, replacement }: Pick<CloneNaming, 'find' | 'replacement'>,
  taken: Set<string>,
): string {
  const wanted = find === '' ? original : original.replaceAll(find, () => replacement).replace(/\s/g, '');
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`;
    const key = `${wanted.slice(0, maxKeyLength - end.length)}${end}`;
    if (key === '' || taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}

const maxKeyLength = 100;
