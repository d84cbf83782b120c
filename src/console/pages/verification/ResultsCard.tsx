import { List } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { VerificationState } from '#api/verification/verificationContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse, verificationVendors } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { canImport, ImportResultsButton, vendorsOf } from './ImportResultsButton.tsx';
import { useVerificationImports } from './useVerification.ts';

const ImportsDialog = lazyChunk(() => import('./ImportsDialog.tsx'), 'ImportsDialog');

/** The imported results of vendors, the import button, and what is missing before impressions can be measured. */
export function ResultsCard({ user }: { user: SessionUser }) {
  const mayView = mayUse(user, 'alerts');
  const { data, isError, refetch } = useVerificationImports(mayView);
  const [isOpen, setOpen] = useState(false);
  if (!mayView) return null;
  const isFailed = isError && !data;
  const vendors = vendorsOf(user);
  const missing = data?.vendors.filter(({ vendor, isConfigured }) => !isConfigured && vendors.includes(vendor)) ?? [];
  return (
    <>
      <section
        aria-label="Vendor results"
        className="flex min-w-0 flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-2"
      >
        <p className="min-w-0 flex-1 text-sm">{isFailed ? 'Vendor results could not be loaded.' : textOf(data)}</p>
        <span className="flex gap-2">
          {isFailed ? (
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          ) : (
            <Button size="sm" icon={<List aria-hidden />} disabled={!data} onClick={() => setOpen(true)}>
              Imports…
            </Button>
          )}
          <ImportResultsButton user={user} size="sm" />
        </span>
      </section>
      {missing.length > 0 ? (
        <Banner tone="warn" title="A vendor is not configured.">
          The platform operator has not set{' '}
          {missing.map(({ setting }, index) => (
            <span key={setting}>
              {index > 0 ? ' and ' : ''}
              <code>{setting}</code>
            </span>
          ))}
          (the URL of the vendor’s pixel). Without it the vendor measures no impressions.
        </Banner>
      ) : null}
      <Suspense>
        {isOpen && data ? (
          <ImportsDialog
            user={user}
            imports={data.imports}
            canChange={canImport(user)}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function textOf(state: VerificationState | undefined): string {
  if (!state) return 'Vendor results';
  const vendorTexts = verificationVendors.flatMap(({ value, label }) => {
    const counting = state.imports.filter(({ vendor, daysInForce }) => vendor === value && daysInForce > 0);
    const last = counting.map(({ lastDay }) => lastDay).toSorted();
    return counting.length === 0 ? [] : [`${label} up to ${last.at(-1)}`];
  });
  if (vendorTexts.length === 0) {
    return 'No vendor results imported yet. Import a vendor’s report as CSV to see its results.';
  }
  const both = vendorTexts.length > 1 ? ' An impression measured by both has a result from each.' : '';
  return `Imported results: ${vendorTexts.join(', ')}.${both}`;
}
