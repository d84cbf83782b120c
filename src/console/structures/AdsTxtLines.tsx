import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { AdsTxtSnippet } from '#api/sellers/adsTxtContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { FormSection } from '../ui/field/FormSection.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/**
 * The lines that a seller adds to its ads.txt and app-ads.txt, to copy. The server derives them from the saved values.
 */
export function AdsTxtLines({
  read,
  queryKey,
  lister = null,
}: {
  read: (api: Api, signal: AbortSignal) => Promise<AdsTxtSnippet>;
  queryKey: readonly unknown[];
  /** Who can list the seller in sellers.json; null = the user. */
  lister?: string | null;
}) {
  const api = use(ApiContext);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    // A seller that was just changed has other lines.
    refetchOnMount: 'always',
    queryFn: ({ signal }) => read(api, signal),
  });
  if (!data) {
    return error ? <LoadError query={{ error, refetch, isFetching }} /> : <Skeleton className="h-16" />;
  }
  const { asi, direct, reseller, isListed } = data;
  return (
    <FormSection
      title="ads.txt and app-ads.txt"
      description="Add these lines to ads.txt on the sites, and to app-ads.txt on the developer’s website of the apps. Without them, many buyers do not bid."
    >
      {direct === null ? null : <CodeBlock titled code={direct} label="line for own sites and apps" />}
      {reseller === null ? null : <CodeBlock titled code={reseller} label="line for partner sites and apps" />}
      {isListed ? null : (
        <p className="text-xs text-muted">
          Buyers also check {asi}/sellers.json, which does not list this seller.{' '}
          {lister === null ? 'Set the seller to active to list it.' : `Ask ${lister} to list it.`}
        </p>
      )}
    </FormSection>
  );
}
