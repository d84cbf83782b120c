import { PageViews } from '../../entities/list/PageViews.tsx';

/** Switches between the account's deals and those that suppliers offer and that are not configured. */
export function DealViews({ isObserved }: { isObserved: boolean }) {
  return (
    <PageViews
      label="Deal lists"
      views={[
        { label: 'Configured', to: '/deals', isCurrent: !isObserved },
        { label: 'Offered, not configured', to: '/deals', search: { view: 'observed' }, isCurrent: isObserved },
      ]}
    />
  );
}
