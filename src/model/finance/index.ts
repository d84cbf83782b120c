export * from './invoice.ts';
export * from './items.ts';
export * from './month.ts';
export * from './monthState.ts';
export * from './monthTerms.ts';
export * from './prices.ts';
export * from './statement.ts';
export * from './reconcile.ts';
