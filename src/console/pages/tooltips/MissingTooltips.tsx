import { Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { tooltip } from '#model/index.ts';
import { useRows } from '../../entities/useEntity.ts';
import { searchRows } from '../../lib/rows.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { missingKeys, type MissingKey } from './missingKeys.ts';

/** The fields without a tooltip, each with its built-in help. */
export function MissingTooltips({ onAdd }: { onAdd: ((key: MissingKey) => void) | null }) {
  const [query, setQuery] = useState('');
  const list = useRows(tooltip, { size: 1000, sort: 'name' });
  if (list.error && !list.data) {
    return <LoadError query={list} />;
  }
  if (!list.data) return <Skeleton className="h-40" />;
  const missing = missingKeys(list.data.rows.map(({ name }) => name));
  const found = searchRows(missing, query, ({ key, entity, label }) => `${key} ${entity} ${label}`.toLowerCase());
  const groups = new Map<string, MissingKey[]>();
  for (const each of found) groups.set(each.entity, [...(groups.get(each.entity) ?? []), each]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <SearchBox
          label="Search fields"
          placeholder="Field or key"
          value={query}
          onChange={setQuery}
          shortcut={false}
        />
        <p className="tnum text-xs text-muted" aria-live="polite">
          {found.length} of {missing.length} fields
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX />} title={missing.length === 0 ? 'Every field has a tooltip' : 'No matches'} />
      ) : null}
      {[...groups].map(([entity, keys]) => (
        <section key={entity} aria-label={entity} className="flex flex-col gap-1.5">
          <h3 className="text-xs font-medium text-muted">{entity}</h3>
          <ul className="flex flex-col divide-y rounded-lg border">
            {keys.map((each) => (
              <li key={each.key} className="flex items-center justify-between gap-3 px-3 py-2">
                <div className="flex min-w-0 flex-col">
                  <p className="flex min-w-0 items-baseline gap-2 text-sm">
                    <span className="font-medium">{each.label}</span>
                    <span className="truncate font-mono text-xs text-muted">{each.key}</span>
                  </p>
                  {each.help ? <p className="text-xs text-muted">{each.help}</p> : null}
                </div>
                {onAdd ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<Plus />}
                    aria-label={`Add a tooltip for ${each.key}`}
                    onClick={() => onAdd(each)}
                  >
                    Add
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
