import type { NodeBudgets } from './budget/nodeBudgets.ts';
import type { DealDeduplicator } from './imp/offeredDeals.ts';
import type { VerificationPixels } from './vast/verificationOfAd.ts';
import type { ServingDeps } from './servingDeps.ts';
import type { InventoryDeduplicator } from './imp/createInventoryDeduplicator.ts';

/**
 * The dependencies for a test request (OpenRTB 2.6, 3.2.1: `test`). Everything that counts, remembers or reserves is
 * replaced by a read-only version, and the spool records it as a test, so that request handling need not know about
 * tests. QPS limits stay: they protect partners, which are called for tests too.
 */
export function testDeps(deps: ServingDeps): ServingDeps {
  return {
    ...deps,
    spool: testsOnly(deps.spool),
    budgets: readOnly(deps.budgets),
    observedInventory: noObservedInventory,
    deals: noDeals,
    verificationPixels: noVendors,
  };
}

/** A spool that records requests as tests, and their traces. Hits on their ads come with requests of their own. */
function testsOnly(spool: ServingDeps['spool']): ServingDeps['spool'] {
  return {
    async append(record) {
      if (record.type === 'serve') return spool.append({ type: 'test', record });
      return record.type === 'trace' ? spool.append(record) : undefined;
    },
    appendDurably: async () => undefined,
  };
}

function readOnly(budgets: NodeBudgets): NodeBudgets {
  const mayBidInTest: NodeBudgets['mayBidInTest'] = (campaignId, price) => budgets.mayBidInTest(campaignId, price);
  return {
    mayBid: mayBidInTest,
    mayBidInTest,
    reserve: ({ campaignId, price }) => mayBidInTest(campaignId, price) !== 'budget',
    won: () => undefined,
    billed: () => undefined,
    release: () => undefined,
  };
}

const noObservedInventory: InventoryDeduplicator = {
  takeNewInventory: () => undefined,
  takeNewCreative: () => undefined,
};
const noDeals: DealDeduplicator = { takeOffered: () => undefined };
const noVendors: VerificationPixels = { pix: null, wh: null };
