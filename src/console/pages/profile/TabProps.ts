import type { Profile } from '#api/profile/profileContract.ts';
import type { ProfileFaults, ProfileTab, ProfileValues } from './profileForm.ts';
import type { ProfileRights } from './profileRights.ts';

export interface TabProps {
  profile: Profile;
  values: ProfileValues;
  faults: ProfileFaults;
  rights: ProfileRights;
  change: (changes: Partial<ProfileValues>) => void;
  /** Called when a field loses focus. */
  leave: (head: string) => void;
  /** Leaves the dialog for a page, after confirmation if there are unsaved changes. */
  goTo: (page: string) => void;
  /** Shows another tab of the dialog. */
  showTab: (tab: ProfileTab) => void;
}
