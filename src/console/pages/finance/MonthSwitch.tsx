import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addMonths, type Month, monthLabel } from '#model/finance/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/picker/Select.tsx';

/** Number of past months to choose from. */
const monthsBack = 24;

/** Selects a month, up to the current one. */
export function MonthSwitch({
  month,
  current,
  onChange,
}: {
  month: Month;
  current: Month;
  onChange: (month: Month) => void;
}) {
  const offered = Array.from({ length: monthsBack }, (_, index) => addMonths(current, -index));
  return (
    <>
      <IconButton
        label="Previous month"
        variant="secondary"
        icon={<ChevronLeft />}
        onClick={() => onChange(addMonths(month, -1))}
      />
      <Select
        aria-label="Month"
        className="w-44"
        options={(offered.includes(month) ? offered : [...offered, month]).map((each) => ({
          value: each,
          label: monthLabel(each),
        }))}
        value={month}
        onChange={onChange}
      />
      <IconButton
        label="Next month"
        variant="secondary"
        icon={<ChevronRight />}
        disabled={month >= current}
        onClick={() => onChange(addMonths(month, 1))}
      />
    </>
  );
}
