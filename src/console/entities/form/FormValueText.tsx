import { Suspense } from 'react';
import type { Field } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { valueText } from '../../history/logText.ts';
import { asNumbers, asTexts } from './asList.ts';
import { toInput } from './formModel.ts';
import { useNames } from '../useNames.ts';

const TreeNames = lazyChunk(() => import('../../history/TreeNames.tsx'), 'TreeNames');

/** A form value in full, as text. */
export function FormValueText({ field, value }: { field: Field; value: unknown }) {
  const { timezone } = useUser();
  const input = toInput(field, value) ?? null;
  const isReference = field.kind === 'reference' || field.kind === 'references';
  const list = useNames(field.target ?? '', isReference);
  if (isReference) {
    const ids = asNumbers([input].flat());
    if (ids.length === 0) return <span className="text-muted">none</span>;
    return ids.map((id) => list.data?.find((item) => item.id === id)?.name ?? `#${id}`).join(', ');
  }
  const text = valueText(field, input, { names: {}, timezone });
  if (text === 'empty') return <span className="text-muted">empty</span>;
  if (!field.tree) return <span className="tnum whitespace-pre-wrap wrap-anywhere">{text}</span>;
  return (
    <Suspense fallback={text}>
      <TreeNames tree={field.tree} ids={asTexts(input)} />
    </Suspense>
  );
}
