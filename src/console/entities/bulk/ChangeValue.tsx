import { Suspense } from 'react';
import type { Field, FieldChange } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { listChange, valueText } from '../../history/logText.ts';
import { structureText } from '../../structures/structureText.ts';
import { asNumbers, asTexts } from '../form/asList.ts';
import { NamesCell } from '../controls/NamesCell.tsx';
import { ReferencesCell } from '../controls/ReferencesCell.tsx';

const TreeCell = lazyChunk(() => import('../controls/TreeCell.tsx'), 'TreeCell');

/** The value before or after a change; of a list field, the removed or added items. */
export function ChangeValue({
  field,
  change,
  side,
}: {
  field: Field | undefined;
  change: FieldChange;
  side: 'from' | 'to';
}) {
  const { timezone } = useUser();
  const value = change[side];
  if (field?.kind === 'structure' && structureText(field.structure, value) === null) {
    return <span className="cell-muted">{side === 'to' ? 'Changed' : ''}</span>;
  }
  const lists = Array.isArray(change.from ?? change.to) ? listChange(change.from, change.to) : null;
  if (lists) {
    const items = side === 'from' ? lists.removed : lists.added;
    if (items.length === 0) return <span className="cell-muted">–</span>;
    return (
      <>
        <span className="cell-muted">{side === 'from' ? '− ' : '+ '}</span>
        <Items field={field} items={items} />
      </>
    );
  }
  if (field?.kind === 'reference' && typeof value === 'number') {
    return <ReferencesCell target={field.target ?? ''} ids={[value]} />;
  }
  const text = valueText(field, value, { names: {}, timezone });
  if (text === 'empty') return <span className="cell-muted">empty</span>;
  return (
    <span className="tnum" title={text}>
      {text}
    </span>
  );
}

function Items({ field, items }: { field: Field | undefined; items: readonly unknown[] }) {
  if (field?.kind === 'references') return <ReferencesCell target={field.target ?? ''} ids={asNumbers(items)} />;
  if (field?.tree) {
    return (
      <Suspense fallback={items.length}>
        <TreeCell tree={field.tree} ids={asTexts(items)} />
      </Suspense>
    );
  }
  return <NamesCell names={items.map(String)} />;
}
