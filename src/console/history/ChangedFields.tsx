import { Suspense } from 'react';
import type { FieldChange } from '#model/index.ts';
import { asTexts } from '../entities/form/asList.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { useUser } from '../frame/session.ts';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { fieldLabel, fieldOf, isOneSided, listChange, type LoggedChange, shownFields, valueText } from './logText.ts';

// Labels of countries, devices and the like come with the reference data, which is large.
const TreeNames = lazyChunk(() => import('./TreeNames.tsx'), 'TreeNames');

/** Longer values get a scrolling box of their own. */
const longText = 160;

/** Every changed field of an object with both values in full. */
export function ChangedFields({ row, headings }: { row: LoggedChange; headings: { from: string; to: string } }) {
  const hasOneValue = isOneSided(row);
  return (
    <div className="overflow-x-auto rounded-lg border">
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr className="border-b bg-sunken text-left text-xs text-muted [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
            <th scope="col" className="w-44">
              Field
            </th>
            {hasOneValue ? (
              <th scope="col">Value</th>
            ) : (
              <>
                <th scope="col">{headings.from}</th>
                <th scope="col">{headings.to}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child]:border-b-0">
          {shownFields(row).map((change) => (
            <tr key={change.field} className="border-b align-top [&>*]:px-3 [&>*]:py-2">
              <th scope="row" className="text-left font-normal break-words text-muted">
                {fieldLabel(row, change)}
              </th>
              <Values row={row} change={change} hasOneValue={hasOneValue} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Values({ row, change, hasOneValue }: { row: LoggedChange; change: FieldChange; hasOneValue: boolean }) {
  const { from, to } = change;
  if (change.isSecret) {
    return (
      <td colSpan={2} className="text-muted">
        Changed. The value is not stored.
      </td>
    );
  }
  if (hasOneValue) {
    return (
      <td>
        <Value row={row} change={change} value={row.action === 'deleted' ? from : to} />
      </td>
    );
  }
  const lists = Array.isArray(from ?? to) ? listChange(from, to) : null;
  if (lists) {
    return (
      <>
        <td>
          <Value row={row} change={change} value={lists.removed} lead="Removed: " />
        </td>
        <td>
          <Value row={row} change={change} value={lists.added} lead="Added: " />
        </td>
      </>
    );
  }
  return (
    <>
      <td>
        <Value row={row} change={change} value={from} />
      </td>
      <td>
        <Value row={row} change={change} value={to} />
      </td>
    </>
  );
}

function Value({
  row,
  change,
  value,
  lead,
}: {
  row: LoggedChange;
  change: FieldChange;
  value: unknown;
  /** Text before the added or removed items of a list. */
  lead?: string;
}) {
  const { timezone } = useUser();
  const field = fieldOf(row, change);
  if (lead !== undefined && Array.isArray(value) && value.length === 0) return <span className="text-muted">–</span>;
  const text = valueText(field, value, { names: row.names, timezone });
  if (text === 'empty') return <span className="text-muted">empty</span>;
  if (!field?.tree && (text.length > longText || text.includes('\n'))) {
    return <CodeBlock wrap code={text} label={fieldLabel(row, change)} className="max-h-48" />;
  }
  return (
    <span className="tnum break-words">
      {lead ? <span className="text-muted">{lead}</span> : null}
      {field?.tree ? (
        <Suspense fallback={text}>
          <TreeNames tree={field.tree} ids={asTexts(value)} />
        </Suspense>
      ) : (
        text
      )}
    </span>
  );
}
