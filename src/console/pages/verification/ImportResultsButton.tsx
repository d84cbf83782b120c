import { FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { isScoped, mayUse, type VerificationVendor } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Button } from '../../ui/Button.tsx';

const ResultsDialog = lazyChunk(() => import('./ResultsDialog.tsx'), 'ResultsDialog');

/** Opens the import of a vendor's report; nothing for users who may not import. */
export function ImportResultsButton({
  user,
  vendor,
  label = 'Import results…',
  size,
}: {
  user: SessionUser;
  /** The preselected vendor. */
  vendor?: VerificationVendor;
  label?: string;
  size?: 'sm';
}) {
  const [isOpen, setOpen] = useState(false);
  if (!canImport(user)) return null;
  return (
    <>
      <Button {...(size ? { size } : {})} icon={<FileUp aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>
        {isOpen ? <ResultsDialog vendors={vendorsOf(user)} first={vendor} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

/** Whether a user may import and remove results: only with access to the whole account. */
export function canImport(user: SessionUser): boolean {
  return mayUse(user, 'verificationImports') && !isScoped(user);
}

/** The vendors that an account has enabled. */
export function vendorsOf({ showPostbidPix, showPostbidWh }: SessionUser): VerificationVendor[] {
  return [...(showPostbidPix ? (['pix'] as const) : []), ...(showPostbidWh ? (['wh'] as const) : [])];
}
