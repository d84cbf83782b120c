import { tree } from '../field/fields.ts';
import { unknownPolicy, booleanPreference } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.player.label;

/** Targeting fields for the player, and for the ad's position in it. */
export const player = {
  playerSizes: tree({ label: 'Player sizes', tree: 'playerSizes', tab, column: 'optional', help: 'Empty = all.' }),
  excludedPlayerSizes: tree({
    label: 'Excluded player sizes',
    formerLabels: ['Player sizes left out'],
    tree: 'playerSizes',
    tab,
    column: 'none',
  }),
  placements: tree({ label: 'Placements', tree: 'placements', tab, column: 'optional' }),
  excludedPlacements: tree({
    label: 'Excluded placements',
    formerLabels: ['Placements left out'],
    tree: 'placements',
    tab,
    column: 'none',
  }),
  positions: tree({ label: 'Positions', tree: 'positions', tab, column: 'optional' }),
  excludedPositions: tree({
    label: 'Excluded positions',
    formerLabels: ['Positions left out'],
    tree: 'positions',
    tab,
    column: 'none',
  }),
  skippable: booleanPreference({ label: 'Skippable', formerLabels: ['Skip button'], tab }),
  unknownPlayer: unknownPolicy(tab),
};
