import { Link } from '@tanstack/react-router';
import { Download, Eye, EyeOff, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../lib/api.ts';
import { useConfirmedDownload } from '../../lib/useConfirmedDownload.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CodeLines } from './CodeLines.tsx';
import { useConfigDocument } from './useConfigAsCode.ts';

/** The current account as a document: to download, to view, or to start a change from. */
export function CurrentDocument({ onEdit }: { onEdit: (text: string) => void }) {
  const [isShown, setShown] = useState(false);
  const { data, error, refetch, isFetching } = useConfigDocument(isShown);

  const download = useConfirmedDownload();

  async function edit() {
    const fresh = await refetch();
    if (fresh.data !== undefined) onEdit(fresh.data);
    else setShown(true);
  }

  return (
    <Card title="Current configuration">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          Everything that is not archived, each object with its name and ID. Default values are omitted.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <a href={addressOf('/api/config.yaml')} download onClick={download} className={buttonClass()}>
            <Download aria-hidden />
            Download
          </a>
          <Button icon={isShown ? <EyeOff /> : <Eye />} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'View'}
          </Button>
          <Button icon={<PencilLine />} loading={isFetching && !isShown} onClick={() => void edit()}>
            Edit here
          </Button>
          {isShown && data !== undefined ? <CopyButton text={data} label="Copy document" className="ml-auto" /> : null}
        </div>
        {isShown ? (
          data !== undefined ? (
            <CodeLines text={data} label="Document of the account" />
          ) : error ? (
            <LoadError query={{ error, refetch, isFetching }} />
          ) : (
            <Skeleton className="h-96" />
          )
        ) : null}
        <CommandLine />
      </div>
    </Card>
  );
}

function CommandLine() {
  return (
    <p className="text-xs text-muted">
      The command line does the same: run{' '}
      <code className="font-mono text-ink">npm run config -- export &gt; account.yaml</code>, then{' '}
      <code className="font-mono text-ink">npm run config -- plan account.yaml</code> and{' '}
      <code className="font-mono text-ink">npm run config -- apply account.yaml</code>. Set{' '}
      <code className="font-mono text-ink">BIDHOUSE_TOKEN</code> to the token of an{' '}
      <Link to="/keys" className="text-ink underline">
        API key
      </Link>
      .
    </p>
  );
}
