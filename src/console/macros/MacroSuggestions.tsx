import { ArrowRight, Wand2 } from 'lucide-react';
import { useId, useState } from 'react';
import { tagParamNames } from '#model/index.ts';
import { findForeignMacros, replaceMacros, type ForeignMacro } from '#standards/foreignMacros.ts';
import { SERVER_MACROS } from '#standards/macros.ts';
import { useUser } from '../frame/session.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';

/**
 * Lists other ad servers' macros in a tag's URL, which would stay unfilled, with our equivalents to replace them.
 * Renders nothing when there are none.
 */
export function MacroSuggestions({ url, onApply }: { url: string; onApply: (url: string) => void }) {
  const heading = useId();
  /** Checkboxes changed from their suggested state, by key. */
  const [overrides, setOverrides] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { tagParams } = useUser();
  const found = findForeignMacros(url, tagParamNames(tagParams ?? []));
  if (found.length === 0) return null;
  const isTicked = (place: ForeignMacro) => overrides.get(keyOf(place)) ?? place.replacement !== null;
  const ticked = found.filter(isTicked);
  const unfilled = found.filter(({ kind }) => kind !== 'empty').length;

  return (
    <div
      role="group"
      aria-labelledby={heading}
      className={cx('rounded-md border text-xs', unfilled > 0 ? 'border-bad-dot' : 'border-line-strong')}
    >
      <div className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
        <p
          id={heading}
          role="status"
          className={cx('min-w-0 flex-1 font-medium', unfilled > 0 ? 'text-bad' : 'text-ink')}
        >
          {headingOf(unfilled, found.length - unfilled)}
        </p>
        <Button
          size="sm"
          icon={<Wand2 />}
          disabled={ticked.length === 0}
          onClick={() => {
            setOverrides(new Map());
            onApply(replaceMacros(url, ticked));
          }}
        >
          Apply macros
        </Button>
      </div>
      <ul className="max-h-56 divide-y overflow-y-auto border-t" tabIndex={0} aria-labelledby={heading}>
        {found.map((place) => {
          const key = keyOf(place);
          return (
            <li key={`${place.index} ${key}`}>
              <label className="grid min-h-8 grid-cols-[auto_1fr_auto_1fr] items-center gap-2 px-3 py-1">
                <input
                  type="checkbox"
                  className="check"
                  checked={isTicked(place)}
                  onChange={(event) => setOverrides(new Map(overrides).set(key, event.currentTarget.checked))}
                />
                <code className="min-w-0 font-mono break-all">
                  {place.param === '' ? '' : <span className="text-muted">{place.param}=</span>}
                  {place.written}
                </code>
                <ArrowRight aria-label="becomes" className="size-3.5 text-muted" />
                {place.replacement === null ? (
                  <span className="text-muted">empty: no matching macro</span>
                ) : (
                  <span className="min-w-0">
                    <code className="font-mono">{place.replacement}</code>{' '}
                    <span className="text-muted">{meaningOf(place.replacement)}</span>
                  </span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function keyOf({ param, written }: ForeignMacro): string {
  return `${param}=${written}`;
}

function headingOf(unfilled: number, empty: number): string {
  const ofOthers =
    unfilled === 1
      ? '1 macro of another ad server will not be filled'
      : `${unfilled} macros of other ad servers will not be filled`;
  const without = empty === 1 ? '1 known parameter has no value' : `${empty} known parameters have no value`;
  return [unfilled > 0 ? ofOthers : '', empty > 0 ? without : ''].filter(Boolean).join('; ');
}

/** The description of one of our macros. */
function meaningOf(form: string): string {
  return SERVER_MACROS.find(({ forms }) => forms.includes(form))?.description ?? 'A parameter of your account';
}
