import type { EntityName } from './entities.ts';
import type { Entity } from './entity.ts';

/** Rows that are copied with the row they belong to. */
export interface CloneChild {
  entity: EntityName;
  /** The field by which they point to it. */
  field: string;
}

const children: Partial<Record<EntityName, CloneChild>> = {
  advertiser: { entity: 'tag', field: 'advertiserId' },
  subpublisher: { entity: 'channel', field: 'subpublisherId' },
  tag: { entity: 'waterfallRow', field: 'tagId' },
  channel: { entity: 'waterfallRow', field: 'channelId' },
};

/** What can be copied together with a row of an entity; undefined where a row stands alone. */
export function cloneChildOf(name: EntityName): CloneChild | undefined {
  return children[name];
}

/** Whether rows of an entity can be copied: a copy needs another name, and may need nothing else of its own but a key that is made. */
export function isCloneable({ ownedBy, fields, uniqueTogether = [], regeneratedOnClone = '' }: Entity): boolean {
  if (ownedBy === 'platform' || !fields['name'] || !fields['status']) return false;
  if (!uniqueTogether.every((set) => set.includes(regeneratedOnClone))) return false;
  return Object.entries(fields).every(
    ([path, { kind, unique }]) => kind !== 'secret' && (unique === undefined || path === 'name' || kind === 'uid'),
  );
}

/** The longest name of a copy. */
const maxNameLength = 255;

/** How copies are called. */
export interface CloneNaming {
  /** A name with {name} for the original's and {n} for the number of the copy. */
  pattern: string;
  /** What is replaced in the original's name; '' = nothing. */
  find: string;
  replacement: string;
}

/** The name of a copy, as far as it is free: else with a number behind it. The name counts as taken from then on. */
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

/** The key of a copy: the original's with what is to be replaced, as far as it is free, else with a number behind it. It counts as taken from then on. */
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

/** The longest key of a copy. */
const maxKeyLength = 100;
