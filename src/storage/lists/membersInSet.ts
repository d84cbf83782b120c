import { sql } from 'drizzle-orm';
import { isMemberList } from '#model/lists/listMembers.ts';
import type { FollowUp } from '../entities/applyChanges.ts';
import type { Scope } from '../entities/database.ts';
import { listMembers } from '../tables.ts';
import { type MembersOutcome, mergeValues } from './applyMembers.ts';
import { type ListKey, ofList } from './listKey.ts';
import { undoWithin } from './undoMembers.ts';

/** A follow-up that replaces the members of a row's list by these, each given once and normalized. */
export function replacingMembers(values: readonly string[], scope: Scope): FollowUp {
  const table = sql`(select unnest(${sql.param(values)}::text[]) collate "C" as value)`;
  const staged = { table, read: values.length, distinct: values.length };
  return (transaction, row) => merge(transaction, row, scope, { mode: 'replace', staged });
}

/** A follow-up that copies the members of another list of the same kind, as of then. */
export function copyingMembers(from: number, scope: Scope): FollowUp {
  return async (transaction, row) => {
    const source = sql`from ${listMembers} where ${ofList(keyOf(row.entity, from))}`;
    const { rows } = await transaction.execute(sql`select count(*)::integer as count ${source}`);
    const count = Number(rows[0]?.['count']);
    const staged = { table: sql`(select value ${source})`, read: count, distinct: count };
    return merge(transaction, row, scope, { mode: 'add', staged });
  };
}

/** A follow-up that reverts a change of a list's members. */
export function undoingMembers(entry: number, scope: Scope, now: Date): FollowUp {
  return async (transaction, { entity, id, effects }) =>
    followUpResult(await undoWithin(transaction, keyOf(entity, id), scope, { entry, now, sink: { effects } }));
}

async function merge(
  transaction: Parameters<FollowUp>[0],
  { entity, id, effects }: Parameters<FollowUp>[1],
  scope: Scope,
  { mode, staged }: Pick<Parameters<typeof mergeValues>[3], 'mode' | 'staged'>,
): ReturnType<FollowUp> {
  const change = { mode, staged, isDryRun: false, sink: { effects } };
  return followUpResult(await mergeValues(transaction, keyOf(entity, id), scope, change));
}

function keyOf(entity: string, id: number): ListKey {
  if (!isMemberList(entity)) throw new Error(`${entity} has no members`);
  return { entity, id };
}

function followUpResult(
  outcome: MembersOutcome<{ added: number; removed: number; total: number; entry: number | null }>,
) {
  if (outcome.type === 'faults') return { fields: [], faults: outcome.faults };
  if (outcome.type === 'missing') throw new Error('A list that was just locked no longer exists');
  const { added, removed, total, entry } = outcome.counts;
  return { fields: entry === null ? [] : [{ field: 'members', from: total - added + removed, to: total }], faults: [] };
}
