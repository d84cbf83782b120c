import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { loadChunk } from '../../../../frame/errors/chunkReload.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { buttonClass } from '../../../../ui/Button.tsx';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { cx } from '../../../../ui/cx.ts';
import type { KeyListProps } from './KeyList.tsx';

const loadList = () => import('./KeyList.tsx');
const KeyList = lazyChunk(loadList, 'KeyList');

/** A button that opens the searchable list of dimensions or metrics. */
export function KeyPicker(props: KeyListProps) {
  const { label, items, chosen } = props;
  const names = chosen.map((key) => items.find((item) => item.key === key)?.label ?? key);
  const summary = names.length > 3 ? `${names.slice(0, 3).join(', ')} + ${names.length - 3}` : names.join(', ');
  return (
    <Popover
      label={label}
      trigger={
        <button
          type="button"
          onPointerEnter={() => void loadChunk(loadList).catch(() => undefined)}
          title={names.join(', ')}
          className={cx(buttonClass('secondary', 'md'), 'max-w-96')}
        >
          <span className="text-muted">{label}</span>
          <span className="truncate">{summary || 'None'}</span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="h-96 w-96" />}>
        <KeyList {...props} />
      </Suspense>
    </Popover>
  );
}
