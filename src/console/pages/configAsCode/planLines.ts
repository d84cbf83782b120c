import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import type { FieldChange } from '#model/index.ts';
import { formatCount } from '../../lib/format.ts';

type Change = ConfigResponse['changes'][number];
type Action = Change['action'];

/** One line of a plan: a section head, an object, or one of its fields. */
export type PlanLine =
  | { type: 'part'; key: string; part: string; counts: string }
  | { type: 'object'; key: string; change: Change }
  | { type: 'field'; key: string; field: string; from: string | null; to: string };

/** The lines of a plan: section by section in document order, with changed fields under their object. */
export function planLines(changes: ConfigResponse['changes']): PlanLine[] {
  const parts = new Map<string, Change[]>();
  for (const change of changes) {
    const part = change.place.split('.')[0] ?? '';
    const others = parts.get(part);
    if (others) others.push(change);
    else parts.set(part, [change]);
  }
  const lines: PlanLine[] = [];
  for (const [part, own] of parts) {
    lines.push({ type: 'part', key: part, part, counts: countsOf(own) });
    for (const [index, change] of own.entries()) {
      const key = `${part}.${index}`;
      lines.push({ type: 'object', key, change });
      if (change.action === 'archive' || change.action === 'remove') continue;
      for (const each of change.fields) lines.push(fieldLine(key, change.action, each));
    }
  }
  return lines;
}

function fieldLine(key: string, action: Action, { field, from, to }: FieldChange): PlanLine {
  return {
    type: 'field',
    key: `${key}.${field}`,
    field,
    from: action === 'create' ? null : documentValueText(from),
    to: documentValueText(to),
  };
}

const verbs: Record<Action, string> = {
  create: 'to create',
  update: 'to change',
  archive: 'to archive',
  remove: 'to remove',
};

/** Counts of changes by kind: "2 to create, 1 to archive". */
export function countsOf(changes: readonly Change[]): string {
  const counts = new Map<Action, number>();
  for (const { action } of changes) counts.set(action, (counts.get(action) ?? 0) + 1);
  return (Object.keys(verbs) as Action[])
    .filter((action) => counts.has(action))
    .map((action) => `${formatCount(counts.get(action))} ${verbs[action]}`)
    .join(', ');
}

/** A document value on one line. */
export function documentValueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(documentValueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
