import { ArrowDown, ArrowUp, Layers, Pause, Play, Unlink } from 'lucide-react';
import type { MenuEntry } from '../ui/overlay/Menu.tsx';
import { targetText } from './dragText.ts';
import { planMove, keyOfTarget, stepTarget, targetsOf, tiersOf, type TierTarget } from './tierMoves.ts';
import type { WaterfallListRow } from './waterfallModel.ts';

/** Commands of a row menu. */
export interface RowCommands {
  move: (ids: ReadonlySet<number>, target: TierTarget) => void;
  enable: (ids: ReadonlySet<number>, isEnabled: boolean) => void;
  detach: (ids: ReadonlySet<number>) => void;
}

/** The tiers that rows can move to, including new ones between them. */
export function tierEntries(
  rows: readonly WaterfallListRow[],
  ids: ReadonlySet<number>,
  move: RowCommands['move'],
): MenuEntry[] {
  return targetsOf(tiersOf(rows)).flatMap((target): MenuEntry[] => {
    const plan = planMove(rows, ids, target);
    if (!plan || plan.length === 0) return [];
    return [{ id: keyOfTarget(target), label: targetText(rows, ids, target), onSelect: () => move(ids, target) }];
  });
}

/** The menu of a row in a channel's waterfall. */
export function rowEntries(...args: Parameters<typeof moveEntries>): MenuEntry[] {
  const [, row, commands] = args;
  return [...moveEntries(...args), ...stateEntries(row, new Set([row.id]), commands, 'Detach tag')];
}

/** The menu of the account's own campaigns. */
export function ownEntries(...args: Parameters<typeof moveEntries>): MenuEntry[] {
  const [, row, commands] = args;
  return [
    ...moveEntries(...args),
    { kind: 'separator', id: 'line' },
    {
      id: 'detach',
      label: 'Remove from waterfall',
      icon: <Unlink />,
      danger: true,
      onSelect: () => commands.detach(new Set([row.id])),
    },
  ];
}

function moveEntries(
  rows: readonly WaterfallListRow[],
  row: WaterfallListRow,
  commands: Pick<RowCommands, 'move' | 'enable' | 'detach'>,
  onTiers: () => void,
): MenuEntry[] {
  const ids = new Set([row.id]);
  const step = (direction: -1 | 1): MenuEntry => {
    const target = stepTarget(rows, ids, direction);
    const where = target ? ` to ${targetText(rows, ids, target).toLowerCase()}` : '';
    return {
      id: direction === -1 ? 'up' : 'down',
      label: `Move ${direction === -1 ? 'up' : 'down'}${where}`,
      icon: direction === -1 ? <ArrowUp /> : <ArrowDown />,
      disabled: target === null,
      onSelect: () => target && commands.move(ids, target),
    };
  };
  return [step(-1), step(1), { id: 'tier', label: 'Move to tier…', icon: <Layers />, onSelect: onTiers }];
}

/** Pause and detach entries, the same for both sides. */
export function stateEntries(
  row: WaterfallListRow,
  ids: ReadonlySet<number>,
  commands: Pick<RowCommands, 'enable' | 'detach'>,
  detachLabel: string,
): MenuEntry[] {
  return [
    { kind: 'separator', id: 'line' },
    row.isEnabled
      ? { id: 'pause', label: 'Disable here', icon: <Pause />, onSelect: () => commands.enable(ids, false) }
      : { id: 'enable', label: 'Enable here', icon: <Play />, onSelect: () => commands.enable(ids, true) },
    { id: 'detach', label: detachLabel, icon: <Unlink />, danger: true, onSelect: () => commands.detach(ids) },
  ];
}
