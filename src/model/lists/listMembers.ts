import type { EntityName } from '../entity/entities.ts';

/** An entity whose rows are lists of members. */
export type MemberList = Extract<EntityName, 'appList' | 'creList' | 'pubList'>;

/** The entities whose rows are lists of members. */
export const memberLists = ['appList', 'creList', 'pubList'] as const satisfies readonly MemberList[];

/** Whether the rows of an entity are lists of members. */
export function isMemberList(name: string): name is MemberList {
  return (memberLists as readonly string[]).includes(name);
}

const countFields = { appList: 'appCount', creList: 'creCount', pubList: 'pubCount' } as const;

/** The field of a list's row that counts its members. */
export function countFieldOf<N extends MemberList>(name: N): (typeof countFields)[N] {
  return countFields[name];
}

/** Most members of one list. */
export const maxMembers = 1_000_000;

/** What lines do to a list: come to it, leave it, or take the place of all its members. */
export const memberModes = ['add', 'remove', 'replace'] as const;
export type MemberMode = (typeof memberModes)[number];

/** A line that is no member, and why. */
export interface BadLine {
  /** From 1. */
  line: number;
  /** The beginning of what it says. */
  text: string;
  message: string;
}

/** Lines that a report names. */
export const maxBadLines = 100;

/** Days for which a change of members can be taken back. */
export const undoDays = 30;

/** What came of lines that were given to a list, or would come of them. */
export interface MemberReport {
  mode: MemberMode;
  /** Nothing was changed: it was only asked what would. */
  isDryRun: boolean;
  /** Lines that say something. */
  read: number;
  /** Lines that name what an earlier one names. */
  duplicates: number;
  added: number;
  removed: number;
  /** Named and there before; for those to be removed: named and not there. */
  unchanged: number;
  invalid: number;
  /** The first of the invalid lines. */
  badLines: BadLine[];
  /** Members afterwards. */
  total: number;
  /** The entry of the log, by which the change can be taken back; null when nothing changed. */
  entry: number | null;
}

/** What came of taking a change of members back. */
export type UndoReport = Pick<MemberReport, 'added' | 'removed' | 'total' | 'entry'>;
