import { RefreshCw, Trash2 } from 'lucide-react';
import type { ShownKey } from '#api/keys/keyContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Cell, NameCell, PlainTable } from '../system/PlainTable.tsx';
import { scopesText, stateLooks } from './keyTexts.ts';

const headings = ['Name', 'Owner', 'Token and client ID', 'Last used', 'Expires', 'Actions'];

/** The list of API keys. Users rotate their own. */
export function KeyTable({
  keys,
  onRotate,
  onRevoke,
}: {
  keys: readonly ShownKey[];
  onRotate: (key: ShownKey) => void;
  onRevoke: (key: ShownKey) => void;
}) {
  const { timezone } = useUser();
  return (
    <Card padding="none">
      <PlainTable label="API keys" headings={headings}>
        {keys.map((key) => (
          <tr key={key.id}>
            <NameCell>
              <div className="min-w-44">
                <bdi className="font-medium">{key.name}</bdi>
                <p className="text-xs text-muted">{scopesText(key.scopes)}</p>
                {key.networks.length > 0 ? <p className="text-xs text-muted">From {key.networks.join(', ')}</p> : null}
              </div>
            </NameCell>
            <Cell>
              <p>
                <bdi>{key.owner.name}</bdi>
              </p>
              <Pill tone={stateLooks[key.state].tone}>{stateLooks[key.state].label}</Pill>
            </Cell>
            <Cell>
              {key.hint === '' ? null : <span className="font-mono">••••{key.hint}</span>}
              <p className="font-mono text-xs text-muted">{key.clientId}</p>
              {key.formerTokens.map(({ hint, endsAt }) => (
                <p key={endsAt} className="text-xs text-muted">
                  ••••{hint} until {formatDateTime(endsAt, timezone)}
                </p>
              ))}
            </Cell>
            <Cell>
              {key.lastUsedAt === null ? 'Never' : formatDateTime(key.lastUsedAt, timezone)}
              <p className="text-xs text-muted">{key.lastUsedIp}</p>
            </Cell>
            <Cell>{key.expiresAt === null ? 'No end date' : lastDayText(key.expiresAt, timezone)}</Cell>
            <Cell>
              <div className="flex justify-end">
                {key.isOwn && key.state === 'active' ? (
                  <IconButton icon={<RefreshCw />} label={`Rotate ${key.name}`} onClick={() => onRotate(key)} />
                ) : null}
                {key.state === 'revoked' ? null : (
                  <IconButton icon={<Trash2 />} label={`Revoke ${key.name}`} onClick={() => onRevoke(key)} />
                )}
              </div>
            </Cell>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

/** The last day of a key that ends with a day, or with the moment. */
function lastDayText(expiresAt: string, timezone: number): string {
  return formatDate(new Date(Date.parse(expiresAt) - 1).toISOString(), timezone);
}
