import { Calendar, ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { buttonClass } from '../../../../ui/Button.tsx';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { endsText, searchRangeText, type SearchRange } from '../url/searchRange.ts';

const RangeChoices = lazyChunk(() => import('./RangeChoices.tsx'), 'RangeChoices');

/** Shows the range of a report, and selects another: a named range, or custom ends with times. */
export function RangePicker({
  value,
  onChange,
  now,
  zone,
}: {
  value: SearchRange;
  onChange: (range: SearchRange) => void;
  /** The current minute, YYYY-MM-DD HH:MM in the time zone of the report. */
  now: string;
  /** "UTC+3", shown beside the range. */
  zone: string;
}) {
  return (
    <Popover
      label="Date range"
      trigger={
        <button type="button" title={endsText(value)} className={buttonClass()}>
          <Calendar aria-hidden className="text-muted" />
          <span className="tnum">{searchRangeText(value)}</span>
          <span className="text-xs font-normal text-muted">{zone}</span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      }
    >
      {(close) => (
        <Suspense fallback={<div className="h-96 w-112" />}>
          <RangeChoices
            value={value}
            now={now}
            zone={zone}
            onDone={(range) => {
              onChange(range);
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
