import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { WhatIfTag } from '#api/whatif/whatIfContract.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { FigureCells } from './FigureCells.tsx';

/** Number of tags shown before the list is expanded. */
const fewTags = 20;

/** Ads returned and revenue of each tag, before and after the change. */
export function TagTable({ tags }: { tags: readonly WhatIfTag[] }) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? tags : tags.slice(0, fewTags);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm" aria-label="Tag metrics">
        <thead className="text-xs text-muted">
          <tr>
            <th rowSpan={2} scope="col" className="border-b px-4 py-1 text-left font-medium">
              Tag
            </th>
            <th colSpan={4} scope="colgroup" className="px-3 pt-1.5 text-right font-medium">
              Ads returned
            </th>
            <th colSpan={4} scope="colgroup" className="px-3 pt-1.5 text-right font-medium">
              Revenue
            </th>
          </tr>
          <tr className="border-b">
            {['Ads', 'Revenue'].flatMap((group) =>
              ['Before', 'After', 'Difference', '± (95% CI)'].map((label) => (
                <th key={`${group} ${label}`} scope="col" className="px-3 py-1 text-right font-medium">
                  {label}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {shown.map(({ tag, opps, rev, estimated, unknown }) => (
            <tr key={tag.id}>
              <th scope="row" className="max-w-60 truncate px-4 py-1.5 text-left font-medium">
                <Link to="/tags" search={{ open: tag.id }} className="hover:underline" title={tag.name ?? undefined}>
                  {tag.name ?? `#${tag.id}`}
                </Link>
                <UncertainCounts estimated={estimated} unknown={unknown} />
              </th>
              <FigureCells figure={opps} unit="count" />
              <FigureCells figure={rev} unit="usd" />
            </tr>
          ))}
        </tbody>
      </table>
      {tags.length > shown.length ? (
        <Button size="sm" variant="ghost" className="m-4" onClick={() => setAllShown(true)}>
          {formatCount(tags.length - shown.length)} more
        </Button>
      ) : null}
    </div>
  );
}

/** Requests that would have called the tag, which was not called at the time. */
function UncertainCounts({ estimated, unknown }: Pick<WhatIfTag, 'estimated' | 'unknown'>) {
  const parts = [
    ...(estimated > 0 ? [`${formatCount(estimated)} responses estimated`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
  ];
  if (parts.length === 0) return null;
  return <span className="block truncate text-xs font-normal text-muted">{parts.join(', ')}</span>;
}
