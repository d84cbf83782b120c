import { SellerLinesCard } from './SellerLinesCard.tsx';
import { MissingFilesCard } from './MissingFilesCard.tsx';

/** The lines that publishers add to their ads.txt and app-ads.txt, and the sites and apps whose files have none. */
export function AdsTxtPage() {
  return (
    <main className="flex h-full min-h-0 flex-col overflow-y-auto">
      <div className="flex flex-col gap-1 px-6 pt-5 pb-4">
        <h1 className="text-xl font-semibold tracking-tight">ads.txt</h1>
        <p className="text-xs text-muted">
          Buyers bid on sites and apps whose ads.txt or app-ads.txt lists you as a seller. The files are read once a
          day.
        </p>
      </div>
      <div className="flex flex-col gap-4 px-6 pb-6">
        <MissingFilesCard observed="sites" />
        <MissingFilesCard observed="apps" />
        <SellerLinesCard />
      </div>
    </main>
  );
}
