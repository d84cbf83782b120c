import { costModels, modelsWithCpm, modelsWithShare } from './costModel.ts';
import { defineEntity } from './entity.ts';
import { environments } from './environments.ts';
import { choice, integer, money, optionalInteger, optionalReference, percent, status, text, uid } from './fields.ts';
import { cappedUntil, pixels, restrictions } from './restrictions.ts';

/** The VAST version a channel answers: fixed, or what the request asks for. */
export const answerVersions = [
  { value: 'auto', label: 'As the request asks, else 3.0' },
  { value: '4.2', label: 'VAST 4.2' },
  { value: '3.0', label: 'VAST 3.0' },
  { value: '2.0', label: 'VAST 2.0' },
] as const;

/** A supply endpoint: a public URL that players ask for an ad. */
export const channel = defineEntity({
  name: 'channel',
  label: 'Channel',
  pluralLabel: 'Channels',
  table: 'channels',
  path: 'demand/channels',
  ownedBy: 'account',
  isServed: true,
  removal: 'archive',
  fields: {
    status: { ...status(), help: 'A paused channel answers every request at once with no ad.' },
    name: text({ label: 'Name', unique: 'account', tab: 'Common', isQuick: true }),
    uid: uid(),
    subpublisherId: optionalReference({
      label: 'Sub-publisher',
      target: 'subpublisher',
      tab: 'Common',
      help: 'Who is paid for its impressions.',
    }),
    environment: choice({
      label: 'Environment',
      choices: environments,
      default: 'web',
      tab: 'Common',
      help: 'Decides which parameters the tag carries, and is a report dimension.',
      isQuick: true,
    }),
    costModel: choice({
      label: 'Cost model',
      choices: [{ value: 'inherit', label: 'As its sub-publisher' }, ...costModels],
      default: 'inherit',
      tab: 'Payment',
      isQuick: true,
    }),
    costShare: percent({
      label: 'Revenue share',
      default: 70,
      tab: 'Payment',
      shownWhen: { field: 'costModel', is: modelsWithShare },
      isQuick: true,
    }),
    costCpm: money({
      label: 'CPM',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Payment',
      shownWhen: { field: 'costModel', is: modelsWithCpm },
      isQuick: true,
    }),
    floor: money({
      label: 'Demand floor',
      unit: 'USD CPM',
      default: '0.00',
      tab: 'Payment',
      help: 'Tags that pay less are not called, and cheaper answers are refused.',
      isQuick: true,
    }),
    answerVersion: choice({ label: 'Answer as', choices: answerVersions, default: 'auto', tab: 'Serving' }),
    timeoutMs: integer({
      label: 'Total timeout',
      min: 100,
      max: 5000,
      default: 1500,
      unit: 'ms',
      tab: 'Serving',
      help: 'After this the player gets the best answer so far, or no ad.',
      column: 'optional',
      isQuick: true,
    }),
    parallelCalls: integer({
      label: 'Parallel calls per tier',
      min: 1,
      max: 10,
      default: 3,
      tab: 'Serving',
      help: 'How many tags of one tier are asked at the same time.',
      column: 'optional',
      isQuick: true,
    }),
    reqsPerDay: optionalInteger({
      label: 'Requests a day',
      min: 1,
      max: 2_000_000_000,
      tab: 'Serving',
      column: 'optional',
      help: 'Further requests get no ad until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    impsPerDay: optionalInteger({
      label: 'Impressions a day',
      min: 1,
      max: 1_000_000_000,
      tab: 'Serving',
      column: 'optional',
      help: 'Once it has shown them, requests get no ad until midnight in the account’s time zone. Empty = no cap.',
      isQuick: true,
    }),
    cappedUntil,
    ...restrictions,
    ivtIds: pixels,
    notes: text({ label: 'Notes', max: 2000, default: '', column: 'none', tab: 'Common' }),
  },
});
