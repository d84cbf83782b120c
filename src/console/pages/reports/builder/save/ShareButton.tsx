import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { Button } from '../../../../ui/Button.tsx';

const ShareDialog = lazyChunk(() => import('../../../../reports/ShareDialog.tsx'), 'ShareDialog');

/** Opens the shared links of a saved report. */
export function ShareButton({ report, timezone }: { report: SavedReport; timezone: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Share2 aria-hidden />} onClick={() => setOpen(true)}>
        Share…
      </Button>
      {isOpen ? (
        <Suspense>
          <ShareDialog report={report} timezone={timezone} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
