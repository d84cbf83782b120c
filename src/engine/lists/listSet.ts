import type { AppListKind, ServedEntity } from '#model/index.ts';

/** The members of one list. What a request or an answer tells is brought into the form of `listValue` before it is asked for. */
export interface ListSet {
  /** Whether a value is a member; of addresses, whether it lies in one of the ranges. */
  has(value: string): boolean;
  readonly size: number;
}

/** The entities whose rows are lists. */
export type ListEntity = Extract<ServedEntity, 'appList' | 'pubList' | 'creList'>;

/** Names a list: "appList:12". */
export type ListKey = `${ListEntity}:${number}`;

/** What the members of a list are. */
export type ListKind = AppListKind | 'publisher' | 'creative';

/** The key of a list. */
export function listKey(entity: ListEntity, id: number): ListKey {
  return `${entity}:${id}`;
}

/** A list whose members are wanted in memory, with the contents that its row names. */
export interface WantedMembers {
  entity: ListEntity;
  id: number;
  kind: ListKind;
  /** The row's membersHash, never empty. */
  hash: string;
}

/** Members in memory, and which contents they are. */
export interface LoadedMembers {
  hash: string;
  set: ListSet;
}

/** A list without members. */
export const emptyListSet: ListSet = { has: () => false, size: 0 };

/**
 * The form in which the members of lists of a kind, and what requests tell, are compared; empty for a value that says
 * nothing. Hosts are distinct: a list that names example.com does not name its subdomains. Addresses and ranges stay as
 * written, and publisher ids, sub ids and creative ids keep their case.
 */
export function listValue(kind: ListKind, text: string): string {
  const value = text.trim();
  switch (kind) {
    case 'domain':
      return value
        .toLowerCase()
        .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
        .replace(/^[^/?#@]*@/, '')
        .replace(/[/?#:].*$/s, '')
        .replace(/^www\./, '')
        .replace(/\.$/, '');
    case 'bundle':
    case 'appName':
    case 'deviceId':
    case 'ip':
      return value.toLowerCase();
    case 'postal':
      return value.toUpperCase().replace(/[\s-]/g, '');
    case 'subId':
    case 'publisher':
    case 'creative':
      break;
  }
  return value;
}
