import { Badge, List, Text } from '@mantine/core';
import type { ListedProduct } from '../../../client/index.ts';

type ProductIssue = ListedProduct['issues'][number];

const ISSUES: Record<ProductIssue, { label: string; advice: string }> = {
  no_description: {
    label: 'No description',
    advice:
      'Agents find and compare products by their text. Describe material, size and use in the shop; the title alone is no description.',
  },
  no_image: {
    label: 'No image',
    advice: 'Buyers want to see what an agent proposes. Add an image in the shop.',
  },
  ambiguous_variants: {
    label: 'Ambiguous variants',
    advice:
      'Two variants have the same title and options. Agents cannot tell which one a buyer wants: name what differs.',
  },
  no_identifier: {
    label: 'No identifier',
    advice:
      'A variant has neither SKU nor barcode (GTIN). With them, agents find the exact product and compare it with other shops.',
  },
  instructions_to_models: {
    label: 'Instructions to AI',
    advice:
      'A text of this product contains instructions to language models. Agents get a warning with it and may skip the product. Remove the text.',
  },
};

const WORST: ProductIssue = 'instructions_to_models';

export const ISSUE_NAMES = Object.keys(ISSUES) as ProductIssue[];

export function issueLabel(issue: ProductIssue): string {
  return ISSUES[issue].label;
}

/** Badge with the worst of the issues, which counts the others. */
export function Issues({ issues }: { issues: readonly ProductIssue[] }) {
  const [worst] = issues.toSorted((one, other) => Number(other === WORST) - Number(one === WORST));
  if (worst === undefined) return null;
  const more = issues.length - 1;
  return (
    <Badge color={worst === WORST ? 'red' : 'orange'} title={issues.map(issueLabel).join(', ')}>
      {issueLabel(worst)}
      {more > 0 && ` +${more}`}
    </Badge>
  );
}

/** Each issue with what the merchant can do about it. */
export function IssueAdvice({ issues }: { issues: readonly ProductIssue[] }) {
  if (issues.length === 0) return <Text size="sm">Nothing is missing.</Text>;
  return (
    <List size="sm" spacing="xs">
      {issues.map((issue) => (
        <List.Item key={issue}>
          <strong>{issueLabel(issue)}.</strong> {ISSUES[issue].advice}
        </List.Item>
      ))}
    </List>
  );
}
