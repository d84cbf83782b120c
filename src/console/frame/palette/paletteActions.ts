import type { EntityName, RightsHolder } from '#model/index.ts';
import { mayStart, mayUse } from '#model/account/capabilities.ts';
import { entities } from '#model/entity/entities.ts';
import type { FrameDialog } from '../openDialog.ts';
import { maySwitchMode, type ModeUser } from '../navigation/mode.ts';
import type { Mode } from '../navigation/modes.ts';
import type { NavEntry, NavUser } from '../navigation/navigation.ts';

/** An action of the palette: a page with its form for a new row, a dialog of the frame, or the other mode. */
export interface PaletteAction {
  /** Unique, and the key of its synonyms. */
  id: string;
  label: string;
  does: { new: NavEntry } | { dialog: FrameDialog } | { report: 'market' } | { mode: Mode };
}

/** Names of rows in “New …”, for entities that have a page. */
export const rowLabels: Partial<Record<EntityName, string>> = {
  demand: 'demand account',
  user: 'user',
  manager: 'manager',
  role: 'custom role',
  tooltip: 'tooltip',
  tag: 'tag',
  creative: 'creative',
  campaign: 'campaign',
  adexchange: 'ad exchange',
  advertiser: 'advertiser',
  channel: 'channel',
  subpublisher: 'sub-publisher',
  supplier: 'supplier',
  appList: 'app list',
  targeting: 'targeting',
  ivt: 'pixel',
  creList: 'creative list',
  pubList: 'publisher list',
  deal: 'deal',
  sdkApp: 'app',
};

/** The parts of a user that decide the actions. */
export type ActingUser = NavUser & ModeUser & RightsHolder;

/** The actions of a user in a mode: new rows of the pages that list entities, then those of the account's menu. */
export function paletteActions(
  user: ActingUser,
  mode: Mode,
  pages: ReadonlyMap<EntityName, NavEntry>,
): PaletteAction[] {
  const creations = [...pages].flatMap(([entity, page]): PaletteAction[] => {
    const label = rowLabels[entity];
    return label !== undefined && mayStart(user, entities[entity])
      ? [{ id: page.to, label: `New ${label}`, does: { new: page } }]
      : [];
  });
  const isAdmin = user.type === 'admin';
  const other = mode === 'ssp' ? 'dsp' : 'ssp';
  return [
    ...creations,
    ...(isAdmin
      ? [{ id: 'config', label: 'Config', does: { dialog: 'config' as const } }]
      : [
          { id: 'profile', label: 'Profile', does: { dialog: 'profile' as const } },
          ...(user.type === 'demand'
            ? [{ id: 'options', label: 'Options of the profile', does: { dialog: 'options' as const } }]
            : []),
        ]),
    { id: 'settings', label: 'Settings', does: { dialog: 'settings' } },
    { id: 'keys', label: 'Keyboard shortcuts', does: { dialog: 'keys' } },
    ...((isAdmin || user.type === 'demand') && mayUse(user, 'reports')
      ? [{ id: 'market', label: 'Market report', does: { report: 'market' as const } }]
      : []),
    ...(maySwitchMode(user)
      ? [{ id: 'mode', label: `Switch to ${other.toUpperCase()} mode`, does: { mode: other } as const }]
      : []),
  ];
}
