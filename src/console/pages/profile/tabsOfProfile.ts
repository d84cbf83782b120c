import type { UserType } from '#model/index.ts';
import { contactTitles } from '../../structures/ContactsEditor.tsx';
import type { TabItem } from '../../ui/Tabs.tsx';
import { type ProfileFaults, type ProfileTab, profileTabs, tabOf } from './profileForm.ts';

const labels: Record<ProfileTab, string> = {
  common: 'Common',
  options: 'Options',
  sellers: 'Sellers JSON',
  ...contactTitles,
  tags: 'Tag Parameters',
};

const onlyFor: Partial<Record<ProfileTab, readonly UserType[]>> = {
  options: ['demand'],
  sellers: ['demand', 'sub'],
};

/** The tabs of a user, with those that have faults marked. */
export function tabsOfProfile(type: UserType, faults: ProfileFaults): (TabItem & { id: ProfileTab })[] {
  const wrong = new Set(Object.keys(faults).map(tabOf));
  return profileTabs
    .filter((id) => onlyFor[id]?.includes(type) ?? true)
    .map((id) => ({ id, label: labels[id], error: wrong.has(id) }));
}
