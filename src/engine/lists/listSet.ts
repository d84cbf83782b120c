import { siteInAddress } from '#model/field/domains.ts';
import type { AppListKind, ServedEntity } from '#model/index.ts';

/** The members of one list. Pass values of requests and responses through `listValue` before the lookup. */
export interface ListSet {
  /** Whether a value is a member; for addresses, whether it is in one of the ranges. */
  has(value: string): boolean;
  readonly size: number;
}

/** The entities whose rows are lists. */
export type ListEntity = Extract<ServedEntity, 'appList' | 'pubList' | 'creList'>;

/** The key of a list: "appList:12". */
export type ListKey = `${ListEntity}:${number}`;

export type ListKind = AppListKind | 'publisher' | 'creative';

export function listKey(entity: ListEntity, id: number): ListKey {
  return `${entity}:${id}`;
}

/** A list whose members are needed in memory, with the version of its contents. */
export interface WantedMembers {
  entity: ListEntity;
  id: number;
  kind: ListKind;
  /** The row's `membersHash`, never empty. */
  hash: string;
}

/** Members in memory, with the version of their contents. */
export interface LoadedMembers {
  hash: string;
  set: ListSet;
}

export const emptyListSet: ListSet = { has: () => false, size: 0 };

/**
 * Normalizes a member of a list, or a value of a request, for comparison; empty for an empty value. Hosts are matched
 * exactly: example.com does not include its subdomains. Addresses and ranges stay as written, and publisher ids, sub
 * ids and creative ids keep their case.
 */
export function listValue(kind: ListKind, text: string): string {
  const value = text.trim();
  switch (kind) {
    case 'domain':
      return siteInAddress(value);
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
