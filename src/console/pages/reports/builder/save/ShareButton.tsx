import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { mayUse } from '#model/index.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { useUser } from '../../../../frame/session.ts';
import { Button } from '../../../../ui/Button.tsx';

const ShareDialog = lazyChunk(() => import('../../../../reports/ShareDialog.tsx'), 'ShareDialog');

/** Opens the shared links of a saved report; nothing for users who may not share. */
export function ShareButton({ report }: { report: SavedReport }) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!mayUse(user, 'savingReports')) return null;
  return (
    <>
      <Button icon={<Share2 aria-hidden />} onClick={() => setOpen(true)}>
        Share…
      </Button>
      {isOpen ? (
        <Suspense>
          <ShareDialog report={report} timezone={user.timezone} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
