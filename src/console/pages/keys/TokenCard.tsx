import { Trash2 } from 'lucide-react';
import type { ShownKeys } from '#api/keys/keyContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { lastUseText } from './keyTexts.ts';

/** The API token of the account, which keys replace. */
export function TokenCard({ token, onRevoke }: { token: NonNullable<ShownKeys['token']>; onRevoke: () => void }) {
  const { timezone } = useUser();
  return (
    <Card
      title="API token (of the account)"
      description="It has all rights of the owner. Create a key for each program, then revoke the token."
      actions={
        <Button size="sm" icon={<Trash2 />} onClick={onRevoke}>
          Revoke token…
        </Button>
      }
    >
      <p className="text-sm">
        <span className="font-mono">••••{token.hint}</span>
        <span className="text-muted"> · Created {formatDateTime(token.createdAt, timezone)} · Last used: </span>
        <span className="tnum">{lastUseText(token, timezone)}</span>
      </p>
    </Card>
  );
}
