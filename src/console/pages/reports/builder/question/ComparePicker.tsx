import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { comparedRange, type ComparedTo } from '#reports/index.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { buttonClass } from '../../../../ui/Button.tsx';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import type { CompareChoicesProps } from './CompareChoices.tsx';

const CompareChoices = lazyChunk(() => import('./questionEditors.ts'), 'CompareChoices');

type ComparePickerProps = Omit<CompareChoicesProps, 'onDone'> & { onChange: CompareChoicesProps['onDone'] };

/** Selects the dates to compare the figures with. */
export function ComparePicker({ value, range, fault, onChange }: ComparePickerProps) {
  const days = value ? comparedRange(range.from, range.to, value) : null;
  return (
    <Popover
      label="Compare with"
      align="end"
      trigger={
        <button
          type="button"
          title={days ? `${days.startDate} – ${days.endDate}` : 'Compare with another period'}
          aria-invalid={fault ? true : undefined}
          className={buttonClass()}
        >
          <span>{value ? labelOf(value) : 'Compare'}</span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="h-64 w-64" />}>
          <CompareChoices
            value={value}
            range={range}
            fault={fault}
            onDone={(compare) => {
              onChange(compare);
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}

function labelOf(compare: ComparedTo): string {
  if (compare.to === 'custom') return `vs. period from ${compare.startDate}`;
  return compare.to === 'previous' ? 'vs. previous period' : 'vs. earlier week';
}
