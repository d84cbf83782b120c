import type { AdNotice, BudgetCall } from '#engine/budget/budgetCall.ts';
import type { AdNotices } from '#storage/notices/redisAdNotices.ts';
import type { BudgetTransport } from './httpBudgetTransport.ts';

/**
 * A budget transport that passes ad notices on over Redis too, because an API process passes on only those that it
 * receives itself. Notices are shared once their call has succeeded: by then the controller knows the reservations that
 * replace others. While Redis is unavailable, those of the API process are all that arrive.
 */
export function withSharedNotices(transport: BudgetTransport, notices: AdNotices): BudgetTransport {
  let isSkipped = false;
  const share = async ({ node, ads, cursor }: BudgetCall): Promise<AdNotice[]> => {
    // The process has no bids from before its first call, or from before a pause. Redis may have been unavailable then.
    if (!isSkipped || cursor === '') await notices.skip();
    isSkipped = true;
    return notices.exchange(node, ads);
  };
  return {
    async exchange(call) {
      const response = await transport.exchange(call);
      const shared = await share(call).catch(() => []);
      return { ...response, ads: [...response.ads, ...shared] };
    },
  };
}
