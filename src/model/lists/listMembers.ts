import type { EntityName } from '../entity/entities.ts';

/** The entities whose rows are lists of members. */
export type MemberList = Extract<EntityName, 'appList' | 'creList' | 'pubList'>;

export const memberLists = ['appList', 'creList', 'pubList'] as const satisfies readonly MemberList[];

export function isMemberList(name: string): name is MemberList {
  return (memberLists as readonly string[]).includes(name);
}

const countFields = { appList: 'appCount', creList: 'creCount', pubList: 'pubCount' } as const;

/** The field of a list's row with its number of members. */
export function countFieldOf<N extends MemberList>(name: N): (typeof countFields)[N] {
  return countFields[name];
}

/** Maximum members per list. */
export const maxMembers = 1_000_000;

/** Modes of changing a list: lines are added, removed, or replace all members. */
export const memberModes = ['add', 'remove', 'replace'] as const;
export type MemberMode = (typeof memberModes)[number];

/** An invalid line with its message. */
export interface BadLine {
  /** Counted from 1. */
  line: number;
  /** The beginning of the line. */
  text: string;
  message: string;
}

/** Maximum invalid lines in a report. */
export const maxBadLines = 100;

/** Days for which a change of members can be undone. */
export const undoDays = 30;

/** The result of changing a list's members, or of a dry run. */
export interface MemberReport {
  mode: MemberMode;
  /** Whether nothing was changed. */
  isDryRun: boolean;
  /** Non-empty lines. */
  read: number;
  /** Lines that repeat an earlier member. */
  duplicates: number;
  added: number;
  removed: number;
  /** Members that were already in the list; for removals, members that were not. */
  unchanged: number;
  invalid: number;
  /** The first invalid lines. */
  badLines: BadLine[];
  /** Members after the change. */
  total: number;
  /** The log entry by which the change can be undone; null when nothing changed. */
  entry: number | null;
}

/** The result of undoing a change of members. */
export type UndoReport = Pick<MemberReport, 'added' | 'removed' | 'total' | 'entry'>;
