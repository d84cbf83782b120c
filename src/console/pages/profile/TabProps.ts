import type { Profile } from '#api/profile/profileContract.ts';
import type { ProfileFaults, ProfileValues } from './profileForm.ts';
import type { ProfileRights } from './profileRights.ts';
import type { ApiToken } from './useApiToken.ts';

/** What a tab of the profile gets. */
export interface TabProps {
  profile: Profile;
  values: ProfileValues;
  faults: ProfileFaults;
  rights: ProfileRights;
  change: (changes: Partial<ProfileValues>) => void;
  /** A field was left. */
  leave: (head: string) => void;
  apiToken: ApiToken;
  /** Leaves the dialog for a page, once nothing in it would be lost unasked. */
  goTo: (page: string) => void;
}
