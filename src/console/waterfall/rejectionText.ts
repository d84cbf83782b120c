import type { RowChange } from '#api/changes/changeContract.ts';
import { ApiError, messageOf } from '../lib/problems.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

const maxMessages = 3;

/** Describes why a change set was rejected, each problem with its row. */
export function rejectionText(
  error: unknown,
  changes: readonly RowChange[],
  rows: readonly WaterfallListRow[],
): string {
  if (!(error instanceof ApiError) || error.problems.length === 0) return messageOf(error);
  const messages = error.problems.map(({ message, path }) => {
    const index = /^changes\.(\d+)\b/.exec(path)?.[1];
    const id = index === undefined ? undefined : changes[Number(index)]?.id;
    const row = rows.find((each) => each.id === id);
    const name = row?.tag && row.channel ? `${row.tag.name} in ${row.channel.name}` : undefined;
    return name === undefined ? message : `${name}: ${message}`;
  });
  const unique = [...new Set(messages)];
  const more = unique.length - maxMessages;
  return `${unique.slice(0, maxMessages).join('. ')}${more > 0 ? `, and ${more} more` : ''}`;
}
