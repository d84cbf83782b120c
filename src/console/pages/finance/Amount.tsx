import { exactValue } from '#reports/result/formatValue.ts';
import { usdText } from '#model/money/usdText.ts';

/** An amount in dollars and cents, with the exact amount in its title. */
export function Amount({ usd, className }: { usd: string; className?: string }) {
  return (
    <span className={`tnum ${className ?? ''}`} title={exactValue(usd, 'usd')}>
      {usdText(usd)}
    </span>
  );
}
