import type { RowTab } from '../../entities/RowTab.ts';
import { AdsTxtLines } from '../../structures/AdsTxtLines.tsx';

/** The ads.txt lines of a sub-publisher, as last saved. */
export const SellerLines: RowTab['Panel'] = ({ row }) => (
  <div className="pt-6">
    {/* Under 'entity', so that saving the row refetches them. */}
    <AdsTxtLines
      read={(api, signal) => api.get('/api/demand/subs/{id}/adsTxt', { params: { id: row.id }, signal })}
      queryKey={['entity', 'subpublisher', 'adsTxt', row.id]}
    />
  </div>
);
