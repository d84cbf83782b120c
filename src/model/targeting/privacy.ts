import { choice } from '../field/fields.ts';
import { unknownPolicy, booleanPreference } from './choices.ts';
import { dimensionGroups } from './dimensions.ts';

const tab = dimensionGroups.privacy.label;

/** Targeting fields for privacy signals and consent. */
export const privacy = {
  gdpr: booleanPreference({ label: 'GDPR applies', tab }),
  consent: choice({
    label: 'Consent string',
    choices: [
      { value: 'any', label: 'Not required', formerLabels: ['Not needed'] },
      { value: 'gdpr', label: 'Required where GDPR applies', formerLabels: ['Needed where GDPR applies'] },
      { value: 'always', label: 'Always required', formerLabels: ['Always needed'] },
    ],
    default: 'any',
    tab,
    column: 'none',
  }),
  usPrivacy: choice({
    label: 'US privacy',
    choices: [
      { value: 'any', label: 'Any' },
      { value: 'declared', label: 'Only with a US privacy string', formerValues: ['told'] },
      { value: 'sale', label: 'Only without a sale opt-out', formerLabels: ['Only without an opt-out of sale'] },
    ],
    default: 'any',
    tab,
    column: 'none',
  }),
  gpp: booleanPreference({ label: 'GPP string', tab }),
  gpc: booleanPreference({
    label: 'Global Privacy Control',
    tab,
    help: 'The Sec-GPC header, which browsers send to opt out.',
  }),
  coppa: booleanPreference({ label: 'COPPA', tab, help: 'Content directed to children.' }),
  limitedTracking: booleanPreference({
    label: 'Limited ad tracking',
    formerLabels: ['Limited tracking'],
    tab,
    help: 'LMT or Do Not Track.',
  }),
  unknownPrivacy: unknownPolicy(tab),
};
