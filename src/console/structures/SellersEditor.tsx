import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SellerEntry } from '#model/index.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SearchBox } from '../ui/field/SearchBox.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { findSellers, pageOfSeller, sellersOnPage } from './sellerPages.ts';
import { faultsWithin, type StructureFaults } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';

const columns = [
  { name: 'id', label: 'ID', max: 128 },
  { name: 'domain', label: 'Domain', max: 253 },
  { name: 'name', label: 'Name', max: 255 },
] as const;

/** The sellers of an account as editable rows, with search and pages for long lists. */
export function SellersEditor({ value, onChange, isReadOnly, faults = {} }: StructureProps<readonly SellerEntry[]>) {
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  const added = useRef<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const found = findSellers(value, query);
  const pages = Math.max(1, Math.ceil(found.length / sellersOnPage));
  const shown = Math.min(page, pages);
  const onPage = found.slice((shown - 1) * sellersOnPage, shown * sellersOnPage);

  // A new row focuses its ID.
  useEffect(() => {
    if (added.current === null || value.length <= added.current) return;
    box.current?.querySelector<HTMLInputElement>(`input[name="sellers.${added.current}.id"]`)?.focus();
    added.current = null;
  });

  // Shows the page of the first fault.
  const wrong = firstWrong(faults);
  const [lastWrong, setLastWrong] = useState<number | null>(null);
  if (wrong !== lastWrong) {
    setLastWrong(wrong);
    if (wrong !== null && !onPage.some(({ index }) => index === wrong)) {
      setQuery('');
      setPage(pageOfSeller(wrong));
    }
  }

  function add() {
    added.current = value.length;
    setQuery('');
    setPage(pageOfSeller(value.length));
    onChange([...value, { id: '', domain: '', name: '' }]);
  }
  const change = (index: number, part: Partial<SellerEntry>) =>
    onChange(value.map((seller, at) => (at === index ? { ...seller, ...part } : seller)));

  return (
    <div ref={box} className="flex flex-col gap-3">
      {value.length > sellersOnPage ? (
        <SearchBox
          label="Search sellers"
          placeholder="ID, domain or name"
          shortcut={false}
          value={query}
          onChange={setQuery}
        />
      ) : null}
      {value.length === 0 ? (
        <p className="rounded-md border border-dashed px-3 py-4 text-center text-sm text-muted">No sellers yet.</p>
      ) : (
        <ul aria-label="Sellers" className="flex flex-col gap-2">
          <li aria-hidden className="grid grid-cols-[1fr_1fr_1fr_2rem] gap-2 text-xs font-medium text-ink">
            {columns.map(({ name, label }) => (
              <span key={name}>{label}</span>
            ))}
          </li>
          {onPage.map(({ seller, index }) => {
            const ofSeller = faultsWithin(faults, index);
            return (
              <li key={index} className="grid grid-cols-[1fr_1fr_1fr_2rem] items-start gap-2">
                {columns.map(({ name, label, max }) => (
                  <Field key={name} labelHidden label={`${label} of seller ${index + 1}`} error={ofSeller[name]}>
                    <TextField
                      name={`sellers.${index}.${name}`}
                      value={seller[name]}
                      maxLength={max}
                      readOnly={isReadOnly}
                      autoComplete="off"
                      spellCheck={false}
                      onChange={(event) => change(index, { [name]: event.currentTarget.value })}
                      onBlur={() => {
                        const trimmed = seller[name].trim();
                        if (trimmed !== seller[name]) change(index, { [name]: trimmed });
                      }}
                    />
                  </Field>
                ))}
                {isReadOnly ? null : (
                  <IconButton
                    label={`Remove seller ${seller.name || seller.id || index + 1}`}
                    icon={<Trash2 />}
                    onClick={() => onChange(value.filter((_, at) => at !== index))}
                  />
                )}
              </li>
            );
          })}
          {onPage.length === 0 ? <li className="py-2 text-sm text-muted">No matches for “{query}”.</li> : null}
        </ul>
      )}
      <div className="flex items-center gap-2">
        {isReadOnly ? null : (
          <Button size="sm" icon={<Plus />} onClick={add}>
            Add seller
          </Button>
        )}
        {pages > 1 ? (
          <span className="tnum ml-auto flex items-center gap-2 text-xs text-muted">
            Page {shown} of {pages}
            <Button size="sm" disabled={shown === 1} onClick={() => setPage(shown - 1)}>
              Previous
            </Button>
            <Button size="sm" disabled={shown === pages} onClick={() => setPage(shown + 1)}>
              Next
            </Button>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function firstWrong(faults: StructureFaults): number | null {
  const indexes = Object.keys(faults).map((path) => Number(path.split('.')[0]));
  return indexes.length === 0 ? null : Math.min(...indexes);
}
