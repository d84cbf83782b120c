import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { SellerLines } from '#api/sellers/adsTxtContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { ApiContext } from '../../lib/apiContext.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { pillClass } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The lines of the account and of its sub-publishers, to copy one by one or all together. */
export function SellerLinesCard() {
  const api = use(ApiContext);
  const { data, error, refetch, isFetching } = useQuery({
    // Under 'entity', so that saving a sub-publisher refetches them.
    queryKey: ['entity', 'subpublisher', 'adsTxt'],
    queryFn: ({ signal }) => api.get('/api/demand/adsTxt', { signal }),
  });
  return (
    <Card
      title="Lines of your sellers"
      padding="none"
      actions={
        data && data.length > 1 ? <CopyButton text={() => allLines(data)} label="Copy all lines" showLabel /> : null
      }
    >
      {!data ? (
        <div className="px-4 py-3">
          {error ? <LoadError query={{ error, refetch, isFetching }} /> : <Skeleton className="h-16" />}
        </div>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm" aria-label="Lines of your sellers">
            <thead>
              <tr className="border-b text-xs text-muted">
                {['Seller', 'Seller ID', 'sellers.json', 'Own sites and apps', 'Partner sites and apps'].map(
                  (label) => (
                    <th key={label} scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                      {label}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="divide-y">
              {data.map((seller) => (
                <SellerRow key={seller.subpublisher?.id ?? 0} seller={seller} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function SellerRow({ seller }: { seller: SellerLines }) {
  const { subpublisher, sellerId, isListed, direct, reseller } = seller;
  const name = subpublisher?.name ?? 'Your account';
  return (
    <tr>
      <th scope="row" className="px-4 py-1.5 text-left font-normal wrap-anywhere">
        {subpublisher ? (
          <Link to="/subpublishers" search={{ open: subpublisher.id, tab: 'ads-txt' }} className="cell-link">
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      <td className="px-4 py-1.5 font-mono text-xs whitespace-nowrap">{sellerId}</td>
      <td className="px-4 py-1.5">
        <span className={pillClass(isListed ? 'good' : 'warn', true)}>{isListed ? 'Listed' : 'Not listed'}</span>
      </td>
      <LineCell line={direct} label={`Copy own line of ${name}`} />
      <LineCell line={reseller} label={`Copy partner line of ${name}`} />
    </tr>
  );
}

function LineCell({ line, label }: { line: string | null; label: string }) {
  return (
    <td className="px-4 py-1.5">
      {line === null ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="flex items-center gap-1">
          <code className="font-mono text-xs whitespace-nowrap">{line}</code>
          <CopyButton text={line} label={label} />
        </span>
      )}
    </td>
  );
}

/** Each line once, in the order of the table. */
function allLines(sellers: readonly SellerLines[]): string {
  const lines = sellers.flatMap(({ direct, reseller }) => [direct, reseller]).filter((line) => line !== null);
  return `${[...new Set(lines)].join('\n')}\n`;
}
