import type { UseQueryResult } from '@tanstack/react-query';
import type { Profile } from '#api/profile/profileContract.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { CommonTab } from './CommonTab.tsx';
import { ContactTab } from './ContactTab.tsx';
import { OptionsTab } from './OptionsTab.tsx';
import type { ProfileTab } from './profileForm.ts';
import type { ProfileRights } from './profileRights.ts';
import { SellersTab } from './SellersTab.tsx';
import { TagParametersTab } from './TagParametersTab.tsx';
import type { TabProps } from './TabProps.ts';
import type { tabsOfProfile } from './tabsOfProfile.ts';
import type { ProfileForm } from './useProfileForm.ts';

/** The tabs of the profile, or its loading or error state. */
export function ProfileBody({
  query: { data: profile, error, isFetching, refetch },
  form,
  rights,
  tabs,
  tab,
  onTab,
  goTo,
}: {
  query: UseQueryResult<Profile>;
  form: ProfileForm;
  rights: ProfileRights;
  tabs: ReturnType<typeof tabsOfProfile>;
  tab: string;
  onTab: (tab: string) => void;
  goTo: TabProps['goTo'];
}) {
  const isLoading = useDelayed(!profile && !error);
  const { values } = form;
  if (!profile || !values) {
    return (
      <div className="min-h-120 p-5" aria-busy={!error}>
        {error ? (
          <LoadError title="The profile could not be loaded" query={{ error, refetch, isFetching }} />
        ) : isLoading ? (
          <div className="grid grid-cols-2 gap-5">
            <Skeleton className="col-span-2 h-8" />
            <Skeleton className="col-span-2 h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </div>
        ) : null}
      </div>
    );
  }
  const { faults, change, leave } = form;
  const shared = { profile, values, faults, rights, change, leave, goTo, showTab: onTab };
  return (
    <div className="min-h-120">
      {form.isRestored ? (
        <Banner
          bar
          tone="warn"
          action={
            <Button size="sm" onClick={form.discard}>
              Discard
            </Button>
          }
        >
          Your unsaved changes were restored.
        </Banner>
      ) : null}
      <Tabs
        sticky
        label="Profile sections"
        tabs={tabs}
        value={tab}
        onChange={onTab}
        listClassName="bg-raised! px-5 pt-1"
      >
        {tabs.map(({ id }) => (
          <TabPanel key={id} id={id} className="px-5 pt-5 pb-6">
            <div data-profile-tab>
              <TabContent id={id} {...shared} />
            </div>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

function TabContent({ id, ...shared }: TabProps & { id: ProfileTab }) {
  if (id === 'common') return <CommonTab {...shared} />;
  if (id === 'options') return <OptionsTab {...shared} />;
  if (id === 'sellers') return <SellersTab {...shared} />;
  if (id === 'tags') return <TagParametersTab {...shared} />;
  return <ContactTab type={id} {...shared} />;
}
