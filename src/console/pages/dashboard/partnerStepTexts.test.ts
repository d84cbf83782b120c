import { expect, test } from 'vitest';
import type { FirstStep } from '#api/dashboard/dashboardContract.ts';
import { partnerStepsSummary, partnerStepText } from './partnerStepTexts.ts';

const steps = (...named: [FirstStep['step'], boolean][]): FirstStep[] =>
  named.map(([step, isDone]) => ({ step, isDone, id: null }));

test('a step that only the account can do says whom to ask until it is done', () => {
  expect(partnerStepText({ step: 'channel', isDone: false, id: null }, 'Northwind').text).toContain('Ask Northwind');
  expect(partnerStepText({ step: 'channel', isDone: true, id: null }, 'Northwind').text).toBe('');
});

test.each([
  ['You have no active channel yet.', steps(['channel', false], ['request', false])],
  ['No requests arrived in the last 30 days.', steps(['channel', true], ['demand', false], ['request', false])],
  ['Your channels have no ads at the moment.', steps(['channel', true], ['demand', false], ['request', true])],
  [
    'No campaign or tag is running at the moment.',
    steps(['creative', true], ['campaign', false], ['impression', true]),
  ],
  ['No ad was counted in the last 30 days.', steps(['creative', true], ['campaign', true], ['impression', false])],
])('the card says: %s', (text, given) => expect(partnerStepsSummary(given)).toBe(text));
