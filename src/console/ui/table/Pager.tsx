import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { pageSizes } from '#model/reference/listOptions.ts';
import { IconButton } from '../IconButton.tsx';
import { Select } from '../picker/Select.tsx';
import { cx } from '../cx.ts';
import { groupDigits } from '../groupDigits.ts';

export type PagerProps = {
  /** Counted from 1. */
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  /** Absent when the size cannot be changed. */
  onSize?: (size: number) => void;
  /** "tags", for "1–50 of 1,234 tags". */
  noun?: string;
  disabled?: boolean;
  className?: string;
};

/** The shown rows and their total, the page size, and page buttons. */
export function Pager({ page, size, total, onPage, onSize, noun, disabled = false, className }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const to = Math.min(total, page * size);
  const atStart = disabled || page <= 1;
  const atEnd = disabled || page >= pages;
  return (
    <nav
      aria-label="Pages"
      data-print="hide"
      className={cx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-muted', className)}
    >
      <p className="tnum" aria-live="polite">
        {total === 0
          ? `0${noun ? ` ${noun}` : ''}`
          : `${groupDigits(from)}–${groupDigits(to)} of ${groupDigits(total)}${noun ? ` ${noun}` : ''}`}
      </p>
      <div className="flex items-center gap-3">
        {onSize ? (
          <span className="flex items-center gap-2">
            <span aria-hidden>Rows</span>
            <Select
              aria-label="Rows per page"
              size="sm"
              className="w-18"
              value={size}
              onChange={onSize}
              disabled={disabled}
              options={pageSizes.map((value) => ({ value, label: String(value) }))}
            />
          </span>
        ) : null}
        <span className="tnum whitespace-nowrap">
          Page {groupDigits(page)} of {groupDigits(pages)}
        </span>
        <span className="flex items-center">
          <IconButton
            size="sm"
            label="First page"
            icon={<ChevronsLeft />}
            disabled={atStart}
            onClick={() => onPage(1)}
          />
          <IconButton
            size="sm"
            label="Previous page"
            icon={<ChevronLeft />}
            disabled={atStart}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            size="sm"
            label="Next page"
            icon={<ChevronRight />}
            disabled={atEnd}
            onClick={() => onPage(page + 1)}
          />
          <IconButton
            size="sm"
            label="Last page"
            icon={<ChevronsRight />}
            disabled={atEnd}
            onClick={() => onPage(pages)}
          />
        </span>
      </div>
    </nav>
  );
}
