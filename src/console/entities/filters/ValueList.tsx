import { useState } from 'react';
import { foldText } from '../../ui/foldText.ts';
import { TextField } from '../../ui/field/TextField.tsx';

/** A selectable value and the number of rows that it matches. */
export interface ListedValue {
  value: string;
  label: string;
  count: string;
}

/** Above this number of values a search box is rendered. */
const fewValues = 8;

/** The values of one filter, of which several can be selected. */
export function ValueList({
  label,
  values,
  chosen,
  status,
  onChange,
}: {
  label: string;
  values: readonly ListedValue[];
  chosen: readonly string[];
  /** Text in place of the values while there are none. */
  status: string | null;
  onChange: (values: string[]) => void;
}) {
  const [query, setQuery] = useState('');
  const wanted = foldText(query);
  const shown = values.filter((each) => foldText(each.label).includes(wanted));
  return (
    <>
      {values.length > fewValues ? (
        <div className="border-b p-2">
          <TextField
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
      ) : null}
      <div role="group" aria-label={label} className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.map(({ value, label, count }) => (
          <label key={value} className="popup-item w-full hover:bg-hover">
            <input
              type="checkbox"
              className="check"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            <span className="min-w-0 flex-1 truncate" title={label}>
              {label}
            </span>
            <span className="tnum text-xs text-muted">{count}</span>
          </label>
        ))}
        {shown.length === 0 ? (
          <p className="p-2 text-sm text-muted">
            {status ?? (query ? 'No matches.' : 'No row has a value for this field.')}
          </p>
        ) : null}
      </div>
    </>
  );
}
