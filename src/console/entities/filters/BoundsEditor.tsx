import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Entity } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { normalizeNumber } from '../../ui/field/normalizeNumber.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { boundsInSearch, boundText, type FigureBound } from '../list/listFilters.ts';
import { figuresOf } from '../list/listFigures.ts';
import type { ListSearch } from '../list/listSearch.ts';
import { boundValue, boundLabel } from './filterLabels.ts';

/** Minimum and maximum filters for the figures of a row. */
export function BoundsEditor({
  entity,
  search,
  onChange,
}: {
  entity: Entity;
  search: ListSearch;
  onChange: (part: Partial<ListSearch>) => void;
}) {
  const figures = figuresOf(entity);
  const bounds = boundsInSearch(entity, search);
  const [metric, setMetric] = useState('imps');
  const [bound, setBound] = useState<FigureBound['bound']>('max');
  const [text, setText] = useState('');
  const figure = figures.find(({ key }) => key === metric);
  const value = figure ? boundValue(normalizeNumber(text) ?? '', figure.unit) : null;
  const applyBounds = (next: readonly FigureBound[]) =>
    onChange({ having: next.map(boundText).join(',') || undefined });

  return (
    <div className="flex flex-col gap-3 p-3">
      <p className="text-xs text-muted">Only rows whose metrics in the selected period match are shown.</p>
      <ul className="flex flex-col gap-1">
        {bounds.map((each, index) => {
          const rowText = boundLabel(each, figures.find(({ key }) => key === each.metric) ?? noFigure);
          return (
            <li key={`${each.metric}${each.bound}${each.value}`} className="flex h-7 items-center gap-2 text-sm">
              <span className="tnum min-w-0 flex-1 truncate">{rowText}</span>
              <button
                type="button"
                aria-label={`Remove ${rowText}`}
                className="cell-button"
                onClick={() => applyBounds(bounds.filter((_, at) => at !== index))}
              >
                <X aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      <form
        className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (value === null) return;
          applyBounds([
            ...bounds.filter((each) => each.metric !== metric || each.bound !== bound),
            { metric, bound, value },
          ]);
          setText('');
        }}
      >
        <select
          aria-label="Figure"
          className="control-box col-span-3 h-8 px-2 text-sm"
          value={metric}
          onChange={(event) => setMetric(event.currentTarget.value)}
        >
          {figures.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Operator"
          className="control-box h-8 px-2 text-sm"
          value={bound}
          onChange={(event) => setBound(event.currentTarget.value === 'min' ? 'min' : 'max')}
        >
          <option value="max">≤</option>
          <option value="min">≥</option>
        </select>
        <TextField
          aria-label={figure?.unit === 'ratio' ? 'Percent' : 'Value'}
          placeholder={figure?.unit === 'ratio' ? '%' : figure?.unit === 'usd' ? '$' : '0'}
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" icon={<Plus />} disabled={value === null}>
          Add
        </Button>
      </form>
    </div>
  );
}

const noFigure = { key: '', label: '', unit: 'count', help: '' } as const;
