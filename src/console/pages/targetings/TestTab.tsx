import { FlaskConical } from 'lucide-react';
import { useState, type KeyboardEvent, use } from 'react';
import { environments, type Environment } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { paramsOf } from './paramsOf.ts';
import { TestVerdicts } from './TestVerdicts.tsx';
import { useMutation } from '@tanstack/react-query';
import type { TargetingTest } from '#api/targeting/targetingContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';

const environmentOptions: readonly { value: Environment | 'channel'; label: string }[] = [
  { value: 'channel', label: 'Channel of the URL, else web' },
  ...environments,
];

/** Tests the saved targeting against a pasted or typed request. */
export function TestTab({ row }: { row: EntityRow }) {
  const [url, setUrl] = useState('');
  const [params, setParams] = useState('');
  const [agent, setAgent] = useState('');
  const [environment, setEnvironment] = useState<Environment | 'channel'>('channel');
  const { mutate, data, error, isPending } = useTargetingTest();
  const read = paramsOf(params);

  function run() {
    if (read.fault !== null || isPending) return;
    mutate({
      targetingId: row.id,
      request: {
        url: url.trim(),
        params: read.params,
        ...(agent.trim() === '' ? {} : { headers: { 'user-agent': agent.trim() } }),
        ...(environment === 'channel' ? {} : { environment }),
      },
    });
  }
  // The tab is inside the targeting's form: Enter must test, not save.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    const isText = event.target instanceof HTMLTextAreaElement;
    if (isText && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    run();
  }
  return (
    <div className="flex flex-col gap-5">
      <div
        role="group"
        aria-label="Request"
        className="grid grid-cols-2 items-start gap-x-4 gap-y-4"
        onKeyDown={onKeyDown}
      >
        <Field label="Tag URL" hint="The URL of a channel with request parameters." className="col-span-2">
          <TextArea
            rows={3}
            className="font-mono text-xs"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
        <Field
          label="Parameters"
          hint="One per line, such as country=US. They override those in the URL."
          error={read.fault ?? undefined}
          className="col-span-2"
        >
          <TextArea mono rows={3} value={params} onChange={(event) => setParams(event.currentTarget.value)} />
        </Field>
        <Field label="User agent">
          <TextField value={agent} autoComplete="off" onChange={(event) => setAgent(event.currentTarget.value)} />
        </Field>
        <Field label="Environment">
          <Select options={environmentOptions} value={environment} onChange={setEnvironment} />
        </Field>
        <div className="col-span-2">
          <Button icon={<FlaskConical />} loading={isPending} onClick={run}>
            Test
          </Button>
        </div>
      </div>
      {error ? <ErrorState title="The test could not be run" text={messageOf(error)} onRetry={run} /> : null}
      {data ? <TestVerdicts response={data} /> : null}
    </div>
  );
}

function useTargetingTest() {
  const api = use(ApiContext);
  return useMutation({
    mutationFn: (test: TargetingTest) => api.post('/api/demand/targetings/test', { body: test }),
  });
}
