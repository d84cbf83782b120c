import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { RowTab } from '../../entities/RowTab.ts';
import { asTexts } from '../../entities/form/asList.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { EndpointSection } from '../../entities/EndpointSection.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { KeyBox } from './KeyBox.tsx';
import { bidCommand, sampleBid, type SampleForm } from './sampleBid.ts';

const forms: readonly { value: SampleForm; label: string }[] = [
  { value: 'video', label: 'Video' },
  { value: 'banner', label: 'Display' },
  { value: 'native', label: 'Native' },
  { value: 'audio', label: 'Audio' },
];

/** A supplier's endpoint and key, with a sample bid request. */
export const EndpointTab: RowTab['Panel'] = ({ row, isReadOnly }) => {
  const api = use(ApiContext);
  const acceptedTypes = asTexts(row['mediaTypes']);
  const shown = forms.filter(({ value }) => acceptedTypes.length === 0 || acceptedTypes.includes(value));
  const [selectedForm, setForm] = useState<SampleForm>('video');
  const form = shown.some(({ value }) => value === selectedForm) ? selectedForm : (shown[0]?.value ?? 'video');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['entity', 'supplier', 'endpoint', row.id],
    queryFn: ({ signal }) => api.get('/api/demand/sups/{id}/endpoint', { params: { id: row.id }, signal }),
  });
  if (!data && error) {
    return <LoadError title="The URL could not be loaded" query={{ error, refetch, isFetching }} />;
  }
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div>
      <EndpointSection
        title="Bid endpoint"
        description="Give this URL to the supplier. It accepts OpenRTB 2.5 and 2.6 bid requests as JSON, with or without gzip. A 204 response means no bid."
        url={data.url}
      />
      <FormSection
        title="Key"
        description="The supplier sends it as a bearer token with each bid request. Without a key, anyone who knows the URL can send bid requests."
      >
        <KeyBox row={row} hasKey={data.hasKey} isReadOnly={isReadOnly} />
      </FormSection>
      <FormSection
        title="Sample bid request"
        description="Paste it into a terminal. Replace the sample values with those of the inventory. test: 1 marks a test request: it gets a bid like any other and appears in Why no ad?, but nothing is billed. Remove test from live requests."
        actions={
          shown.length > 1 ? (
            <SegmentedControl label="Sample for" size="sm" options={shown} value={form} onChange={setForm} />
          ) : null
        }
      >
        <CodeBlock
          code={bidCommand(data.url, sampleBid(form), data.hasKey)}
          label="sample bid request"
          className="max-h-96"
        />
      </FormSection>
    </div>
  );
};
