import { SellerFields } from '../../structures/SellerFields.tsx';
import { SellersEditor } from '../../structures/SellersEditor.tsx';
import { faultsWithin } from '../../structures/structureFaults.ts';
import type { TabProps } from './TabProps.ts';

/** The sellers of an account; or a sub-publisher as the account's sellers.json tells of it. */
export function SellersTab({ values, faults, rights, change }: TabProps) {
  const { sellers, seller } = values;
  const shared = { isReadOnly: rights.isReadOnly, faults: faultsWithin(faults, 'sellersJson') };
  return (
    <div className="flex flex-col gap-3">
      {sellers ? (
        <SellersEditor {...shared} value={sellers} onChange={(next) => change({ sellers: [...next] })} />
      ) : seller ? (
        <SellerFields {...shared} value={seller} onChange={(next) => change({ seller: next })} />
      ) : null}
      {faults['sellersJson'] ? <p className="text-xs text-bad">{faults['sellersJson']}</p> : null}
    </div>
  );
}
