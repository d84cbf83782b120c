import { RefreshCw, Trash2 } from 'lucide-react';
import type { ShownKey } from '#api/keys/keyContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Cell, NameCell, PlainTable } from '../system/PlainTable.tsx';
import { lastUseText, scopesText, stateLooks } from './keyTexts.ts';

const headings = ['Name', 'Owner', 'State', 'Token and client ID', 'Last used', 'Expires', 'Actions'];

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
              <bdi className="font-medium">{key.name}</bdi>
              <p className="text-xs text-muted">{scopesText(key.scopes)}</p>
              {key.networks.length > 0 ? <p className="text-xs text-muted">From {key.networks.join(', ')}</p> : null}
            </NameCell>
            <Cell>
              <bdi>{key.owner.name}</bdi>
            </Cell>
            <Cell>
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
            <Cell>{lastUseText(key, timezone)}</Cell>
            <Cell>{key.expiresAt === null ? 'No end date' : lastDayText(key.expiresAt, timezone)}</Cell>
            <Cell>
              <div className="flex items-center gap-2">
                {key.isOwn && key.state === 'active' ? (
                  <Button
                    size="sm"
                    icon={<RefreshCw />}
                    aria-label={`Rotate ${key.name}`}
                    onClick={() => onRotate(key)}
                  >
                    Rotate…
                  </Button>
                ) : null}
                {key.state === 'revoked' ? null : (
                  <Button size="sm" icon={<Trash2 />} aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                    Revoke…
                  </Button>
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
