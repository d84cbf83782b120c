import type { Status } from '#model/index.ts';
import { groupDigits } from '../ui/groupDigits.ts';

/** The verbs of status changes. */
export const statusLabels: Record<Status, { verb: string; done: string }> = {
  1: { verb: 'Activate', done: 'activated' },
  0: { verb: 'Pause', done: 'paused' },
  2: { verb: 'Archive', done: 'archived' },
};

/** Formats a count with its noun: "1 tag", "1,204 tags". */
export function countOf(count: number, entity: { label: string; pluralLabel: string }): string {
  return `${groupDigits(count)} ${(count === 1 ? entity.label : entity.pluralLabel).toLowerCase()}`;
}

/** The warning before archiving one or many rows. */
export function archiveWarning(entity: { label: string; isServed: boolean }, isMany: boolean): string {
  if (isMany) {
    return entity.isServed
      ? 'They stop serving and are hidden from lists. They stay in reports and can be activated again.'
      : 'They are hidden from lists and can be activated again.';
  }
  const one = `1 ${entity.label.toLowerCase()}`;
  return entity.isServed
    ? `${one} stops serving and is hidden from lists. It stays in reports and can be activated again.`
    : `${one} is hidden from lists. It can be activated again.`;
}

/** The name of a stored status; unknown values read as active. */
export function statusName(value: unknown): 'active' | 'paused' | 'archived' {
  if (value === 0) return 'paused';
  return value === 2 ? 'archived' : 'active';
}
