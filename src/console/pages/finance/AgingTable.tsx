import { Download, FileSpreadsheet } from 'lucide-react';
import type { FinanceItems } from '#api/finance/itemContract.ts';
import { agingBuckets } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import { addressOf } from '../../lib/api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Amount } from './Amount.tsx';
import { itemTexts } from './itemTexts.ts';

const columns = [...agingBuckets, { key: 'total', label: 'Total' }] as const;

/** Open amounts of all months, by partner and days overdue. */
export function AgingTable({ shown, id }: { shown: FinanceItems; id: number }) {
  const { kind, today, aging, total } = shown;
  const fileQuery = { params: { id }, query: { kind } };
  return (
    <section aria-label="Aging" className="border-t">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h3 className="text-sm font-medium">Aging</h3>
        <span className="text-xs text-muted">All months, as of {today} (UTC).</span>
        <div className="ml-auto flex gap-2">
          <a
            href={addressOf('/api/finance/accounts/{id}/aging.csv', fileQuery)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <Download aria-hidden />
            CSV<span className="sr-only"> of the aging report</span>
          </a>
          <a
            href={addressOf('/api/finance/accounts/{id}/aging.xlsx', fileQuery)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <FileSpreadsheet aria-hidden />
            XLSX<span className="sr-only"> of the aging report</span>
          </a>
        </div>
      </div>
      {aging.length === 0 ? (
        <p className="px-4 pb-3 text-sm text-muted">Nothing is outstanding.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm" aria-label="Aging">
            <thead>
              <tr className="border-b text-xs text-muted">
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  {itemTexts[kind].partner}
                </th>
                {columns.map(({ key, label }) => (
                  <th key={key} scope="col" className="px-4 py-2 text-right font-medium whitespace-nowrap">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {aging.map((row) => (
                <tr key={row.partnerId}>
                  <th scope="row" className="px-4 py-1.5 text-left font-normal wrap-anywhere">
                    {row.name}
                  </th>
                  <Amounts of={row} />
                </tr>
              ))}
              <tr className="font-medium">
                <th scope="row" className="px-4 py-1.5 text-left font-medium">
                  Total
                </th>
                <Amounts of={total} />
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Amounts({ of }: { of: FinanceItems['total'] }) {
  return columns.map(({ key }) => (
    <td
      key={key}
      className={`px-4 py-1.5 text-right whitespace-nowrap ${nanosFromUsd(of[key]) === 0n ? 'text-muted' : ''}`}
    >
      <Amount usd={of[key]} />
    </td>
  ));
}
