import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Entity } from '#model/index.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { tabOf } from '../form/tabOf.ts';
import type { EntityRow } from '../useEntity.ts';
import { statesOf } from './listFilters.ts';
import { listSearchSchema } from './listSearch.ts';

/** The state that prevents a row from serving, with all reasons in its title, as a link to where it can be fixed. */
export function stateChip(entity: Entity, row: Pick<EntityRow, 'id' | 'states'>): ReactNode {
  const [first] = row.states ?? [];
  const kind = statesOf(entity).find(({ code }) => code === first?.code);
  if (!first || !kind) return null;
  const more = (row.states?.length ?? 1) - 1;
  const shown = more > 0 ? `${kind.label} +${more}` : kind.label;
  const text = row.states?.map((state) => state.text).join('\n');
  const chipProps = {
    className: `${pillClass(kind.isExpected ? 'neutral' : 'warn')} min-w-0`,
    title: text,
    'aria-label': `${shown}: ${text}`,
  };
  const label = <span className="truncate">{shown}</span>;
  if (!first.fix)
    return (
      <span {...chipProps} role="img">
        {label}
      </span>
    );
  return (
    <Link to="." search={searchOf(row.id, tabOf(entity, first.fix))} resetScroll={false} preload={false} {...chipProps}>
      {label}
    </Link>
  );
}

/** The address of the list with a row open. */
export function searchOf(open: number, tab?: string) {
  return (before: Record<string, unknown>) => ({ ...listSearchSchema.parse(before), open, tab });
}
