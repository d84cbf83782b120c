import { expect, test } from 'vitest';
import { campaign, type Entity } from '#model/index.ts';
import { tabsOf } from '../../entities/form/formModel.ts';
import { campaignSections } from './campaignSections.ts';

test('every group of a campaign’s fields has its place on the page', () => {
  const groups = tabsOf(campaign as unknown as Entity).map(({ name }) => name);
  expect(groups.toSorted()).toEqual(
    campaignSections.filter((id) => !['forecast', 'funnel', 'history'].includes(id)).toSorted(),
  );
});
