import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { use, useState } from 'react';
import { isScoped, mayDo } from '#model/index.ts';
import { CutoffDialog } from '../../cutoffs/CutoffDialog.tsx';
import { cutoffsQuery } from '../../cutoffs/useCutoffs.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CutoffTable } from './CutoffTable.tsx';

/** Everything that is cut off: who did it, when and why. */
export function CutoffsPage() {
  const api = use(ApiContext);
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery(cutoffsQuery(api));
  const isLoading = useDelayed(!data && !error);
  const [isAdding, setAdding] = useState(false);
  const canAdd = user.role === 'super' || (!isScoped(user) && mayDo(user, 'tag', 'update'));
  const button = (
    <Button variant="primary" icon={<Ban />} onClick={() => setAdding(true)}>
      Cut off…
    </Button>
  );
  return (
    <main className="toast-room flex flex-col gap-4 p-5">
      <div className="flex items-center gap-3">
        <h1 className="flex-1 text-xl font-semibold tracking-tight">Cut-offs</h1>
        {canAdd && data && data.length > 0 ? button : null}
      </div>
      {data && data.length > 0 ? (
        <CutoffTable cutoffs={data} />
      ) : data ? (
        <Card>
          <EmptyState
            icon={<Ban />}
            title="Nothing is cut off"
            text="Cut off a seat, an advertiser domain or a creative ID here, and an advertiser, tag, creative or supplier in its menu. It is not served anymore within a second."
            action={canAdd ? button : undefined}
          />
        </Card>
      ) : error ? (
        <LoadError title="The cut-offs could not be loaded" query={{ error, refetch, isFetching }} />
      ) : isLoading ? (
        <div aria-busy>
          <Skeleton className="h-16" />
        </div>
      ) : null}
      {isAdding ? <CutoffDialog object={null} onClose={() => setAdding(false)} /> : null}
    </main>
  );
}
