import { expect, test } from 'vitest';
import type { BudgetOutlook, ForecastResponse } from '#api/forecast/forecastContract.ts';
import { areMarginsShown } from './forecastText.ts';

function buildForecast(
  outlook: BudgetOutlook['outlook'],
  margins: Partial<Record<keyof ForecastResponse['figures'], string>> = {},
): Pick<ForecastResponse, 'figures' | 'budget'> {
  const figure = (key: keyof ForecastResponse['figures']) => ({ perDay: '100', margin: margins[key] ?? '0' });
  return {
    figures: {
      requests: figure('requests'),
      eligible: figure('eligible'),
      bids: figure('bids'),
      wins: figure('wins'),
      imps: figure('imps'),
      spend: figure('spend'),
    },
    budget: { outlook, unit: 'spend', period: null, perDay: null, used: null, imps: '100', spend: '1.00' },
  };
}

test('± is explained only when a figure shows it', () => {
  expect(areMarginsShown(buildForecast('none'))).toBe(false);
  expect(areMarginsShown(buildForecast('none', { wins: '3' }))).toBe(true);
  expect(areMarginsShown(buildForecast('unused', { spend: '0.25' }))).toBe(true);
  expect(areMarginsShown(buildForecast('used', { imps: '3', spend: '0.25' }))).toBe(false);
});
