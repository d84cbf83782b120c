import { AccountMonth } from './AccountMonth.tsx';
import { IssuerDialog } from './IssuerDialog.tsx';
import { MonthList } from './MonthList.tsx';
import { useFinanceSearch } from './useFinance.ts';

/** Finances of all demand accounts in one month, or the month of one account. */
export function FinancePage() {
  const { search, change } = useFinanceSearch();
  return (
    <>
      {search.account === null ? <MonthList /> : <AccountMonth key={search.account} id={search.account} />}
      {search.isSettings ? <IssuerDialog onClose={() => change({ isSettings: false })} /> : null}
    </>
  );
}
