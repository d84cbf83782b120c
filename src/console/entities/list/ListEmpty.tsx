import type { ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import type { Entity } from '#model/index.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { withoutFilters, type ListSearch } from './listSearch.ts';
import { countOf } from '../statusLabels.ts';
import { useRows } from '../useEntity.ts';

/** Explains an empty list and offers a next step: an error, no matches for the filter, or no rows yet. */
export function ListEmpty({
  entity,
  intro,
  newButton,
  isFiltered,
  search,
  error,
  onRetry,
  isRetrying,
  onChange,
}: {
  entity: Entity;
  intro: { icon: ReactNode; text: string };
  newButton: ReactNode;
  isFiltered: boolean;
  search: ListSearch;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
  onChange: (part: Partial<ListSearch>) => void;
}) {
  const many = entity.pluralLabel.toLowerCase();
  // The default list shows active rows only, so an empty one does not mean that there are none.
  const all = useRows(entity, { status: '0,1,2', size: 1 }, { isWanted: !error && !isFiltered });
  const others = isFiltered ? 0 : (all.data?.total ?? 0);

  if (error) {
    return (
      <ErrorState
        title={`The ${many} could not be loaded`}
        text={messageOf(error)}
        onRetry={onRetry}
        retrying={isRetrying}
      />
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No ${many} match`}
        text={search.q ? `No matches for “${search.q}” with these filters.` : 'No matches for these filters.'}
        action={<Button onClick={() => onChange(withoutFilters(search))}>Clear filters</Button>}
      />
    );
  }
  if (all.isPending) return null;
  if (others > 0) {
    return (
      <EmptyState
        icon={intro.icon}
        title={`No active ${many}`}
        text={`${countOf(others, entity)} ${others === 1 ? 'is' : 'are'} paused or archived.`}
        action={<Button onClick={() => onChange({ status: 'all' })}>Show all</Button>}
      />
    );
  }
  return <EmptyState icon={intro.icon} title={`No ${many} yet`} text={intro.text} action={newButton} />;
}
