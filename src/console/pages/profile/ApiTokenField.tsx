import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import type { ApiToken } from './useApiToken.ts';

/** Creates, replaces and revokes the account's API token, for its owner. A new token can be copied only once. */
export function ApiTokenField({ token, hint }: { token: ApiToken; hint: ReactNode }) {
  const { masked, created } = token;
  if (masked === undefined) return null;
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Field label="API token" hint={hint}>
        <div className="flex items-start gap-2">
          <TextField
            mono
            readOnly
            className="min-w-0 flex-1"
            value={created ?? masked}
            placeholder="No token"
            suffix={created === null ? null : <CopyButton text={created} label="Copy API token" className="-mr-1.5" />}
          />
          {masked === '' ? (
            <Button icon={<KeyRound />} loading={token.isCreating} onClick={token.create}>
              Create token
            </Button>
          ) : (
            <>
              <Button icon={<RefreshCw />} loading={token.isCreating} onClick={token.replace}>
                Replace token…
              </Button>
              <Button icon={<Trash2 />} loading={token.isRevoking} onClick={token.revoke}>
                Revoke…
              </Button>
            </>
          )}
        </div>
      </Field>
      {created === null ? null : <Banner tone="warn">Copy the new token now. It will not be shown again.</Banner>}
    </div>
  );
}
