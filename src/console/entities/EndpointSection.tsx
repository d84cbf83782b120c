import { CodeBlock } from '../ui/CodeBlock.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { FormSection } from '../ui/field/FormSection.tsx';

/** The URL to which partners send their POST requests, with a copy button. */
export function EndpointSection({ title, description, url }: { title: string; description: string; url: string }) {
  return (
    <FormSection title={title} description={description} actions={<CopyButton text={url} label="Copy URL" showLabel />}>
      <CodeBlock code={`POST ${url}`} label={title.toLowerCase()} wrap />
    </FormSection>
  );
}
