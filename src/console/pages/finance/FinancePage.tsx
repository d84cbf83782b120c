import { AccountMonth } from './AccountMonth.tsx';
import { IssuerDialog } from './IssuerDialog.tsx';
import { MonthList } from './MonthList.tsx';
import { useFinanceSearch } from './useFinance.ts';

/** The money of every demand account in one month, and the month of each. */
export function FinancePage() {
  const { search, change } = useFinanceSearch();
  return (
    <>
      {search.account === null ? <MonthList /> : <AccountMonth key={search.account} id={search.account} />}
      {search.isSettings ? <IssuerDialog onClose={() => change({ isSettings: false })} /> : null}
    </>
  );
}
