import type { ReactNode } from 'react';
import type { WhatIfDifference } from '#api/whatif/whatIfContract.ts';
import { cx } from '../../ui/cx.ts';
import { differenceText, directionOf, exactText, figureText, type WhatIfUnit } from './whatIfText.ts';

/** The four cells of a figure: before, after, difference and margin. */
export function FigureCells({
  figure,
  unit,
  isNeutral = false,
}: {
  figure: WhatIfDifference;
  unit: WhatIfUnit;
  /** Whether an increase is neither good nor bad. */
  isNeutral?: boolean;
}) {
  const direction = directionOf(figure);
  const tone = direction === 'unsure' ? 'text-muted' : isNeutral ? '' : direction === 'more' ? 'text-good' : 'text-bad';
  return (
    <>
      <Cell title={exactText(figure.before, unit)}>{figureText(figure.before, unit)}</Cell>
      <Cell title={exactText(figure.after, unit)}>{figureText(figure.after, unit)}</Cell>
      <Cell title={exactText(figure.difference, unit)} className={cx('font-medium', tone)}>
        {differenceText(figure, unit)}
      </Cell>
      <Cell title={exactText(figure.margin, unit)} className="text-muted">
        ± {figureText(figure.margin, unit)}
      </Cell>
    </>
  );
}

function Cell({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <td title={title} className={cx('tnum px-3 py-1.5 text-right whitespace-nowrap', className)}>
      {children}
    </td>
  );
}
