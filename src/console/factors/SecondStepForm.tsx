import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondStep } from '#api/session/sessionContract.ts';
import { completeSignIn, useSessionParts } from '../frame/session.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/field/Checkbox.tsx';
import { ProofForm, type Proof } from './ProofForm.tsx';

/** The second step of signing in, after the password. `onDone` is called once the user is signed in. */
export function SecondStepForm({
  step: { methods, rememberDays },
  onDone,
  onBack,
}: {
  step: SecondStep;
  onDone: () => Promise<void>;
  onBack: () => void;
}) {
  const parts = useSessionParts();
  const [isRemembered, setRemembered] = useState(false);
  const pass = useMutation({
    mutationFn: async (proof: Exclude<Proof, { password: string }>) => {
      completeSignIn(parts, await parts.api.post('/api/auth/factor', { body: { ...proof, isRemembered } }));
      await onDone();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <ProofForm
        methods={methods}
        challenge={() => parts.api.post('/api/auth/factor/challenge')}
        submitLabel="Sign in"
        isBusy={pass.isPending}
        error={pass.error}
        onProof={(proof) => {
          if (!('password' in proof)) pass.mutate(proof);
        }}
      >
        {rememberDays > 0 ? (
          <Checkbox
            name="isRemembered"
            label={`Remember this browser for ${rememberDays === 1 ? 'a day' : `${rememberDays} days`}`}
            hint="You then sign in with only your password. Not for shared devices."
            checked={isRemembered}
            onChange={(event) => setRemembered(event.currentTarget.checked)}
          />
        ) : null}
      </ProofForm>
      <Button variant="ghost" onClick={onBack} className="w-full">
        Back to sign-in
      </Button>
    </div>
  );
}
