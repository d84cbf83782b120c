import {
  ArrowLeftRight,
  ChartCandlestick,
  Keyboard,
  Plus,
  Settings,
  SlidersHorizontal,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { FrameDialog } from '../openDialog.ts';
import type { PaletteAction } from './paletteActions.ts';

const dialogIcons: Readonly<Partial<Record<FrameDialog, LucideIcon>>> = {
  profile: UserRound,
  options: UserRound,
  config: SlidersHorizontal,
  keys: Keyboard,
};

/** The icon of an action. */
export function actionIcon({ does }: PaletteAction): LucideIcon {
  if ('new' in does) return Plus;
  if ('dialog' in does) return dialogIcons[does.dialog] ?? Settings;
  return 'report' in does ? ChartCandlestick : ArrowLeftRight;
}
