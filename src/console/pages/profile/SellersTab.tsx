import { Suspense } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { SellerFields } from '../../structures/SellerFields.tsx';
import { SellersEditor } from '../../structures/SellersEditor.tsx';
import { faultsWithin } from '../../structures/structureFaults.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { TabProps } from './TabProps.ts';

const AdsTxtLines = lazyChunk(() => import('../../structures/AdsTxtLines.tsx'), 'AdsTxtLines');

/** The sellers of an account, or a sub-publisher's entry in the account's sellers.json. */
export function SellersTab({ values, faults, rights, change }: TabProps) {
  const { accountName } = useUser();
  const { sellers, seller } = values;
  const shared = { isReadOnly: rights.isReadOnly, faults: faultsWithin(faults, 'sellersJson') };
  return (
    <div className="flex flex-col gap-3">
      {sellers ? (
        <SellersEditor {...shared} value={sellers} onChange={(next) => change({ sellers: [...next] })} />
      ) : seller ? (
        <SellerFields {...shared} value={seller} onChange={(next) => change({ seller: next })} />
      ) : null}
      {sellers || seller ? (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <AdsTxtLines
            read={(api, signal) => api.get('/api/demand/info/adsTxt', { signal })}
            queryKey={['profile', 'adsTxt']}
            lister={rights.isReadOnly ? (accountName ?? 'your account manager') : null}
          />
        </Suspense>
      ) : null}
      {faults['sellersJson'] ? <p className="text-xs text-bad">{faults['sellersJson']}</p> : null}
    </div>
  );
}
