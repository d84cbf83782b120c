import type { Choice, ShownWhen } from '../field/choice.ts';
import { integrationLabel } from './integrations.ts';
import { companies, type Company } from './partners/companies.ts';
import { preBidPartners } from './partners/preBidPartners.ts';

type PartnerChoice = Choice & { value: string };

const none: PartnerChoice = { value: '', label: 'None' };

const choiceOf = ({ id, name, integration }: Company): PartnerChoice => ({
  value: id,
  label: name,
  note: integrationLabel(integration),
});

const sorted = (choices: PartnerChoice[]) =>
  choices.toSorted((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));

const isIn = (...integrations: string[]): ShownWhen => ({ field: 'integration', is: integrations });

/** The partners of suppliers and ad exchanges, by name: those of OpenRTB first. */
export const rtbPartnerChoices: readonly PartnerChoice[] = [
  none,
  ...[true, false].flatMap((isRtb) =>
    sorted(companies.filter((each) => (each.integration === 'RTB') === isRtb).map(choiceOf)),
  ),
];

/**
 * The partners of tags, by name: Prebid variants for tags through Prebid, and all others for other tags, those of the
 * tag's integration first.
 */
export const tagPartnerChoices: readonly PartnerChoice[] = [
  none,
  ...sorted([
    ...companies.map((each) => ({
      ...choiceOf(each),
      shownWhen: isIn('VAST', 'RTB'),
      firstWhen: isIn(each.integration),
    })),
    ...preBidPartners.map(({ id, name }) => ({ value: id, label: name, shownWhen: isIn('PreBid') })),
  ]),
];
