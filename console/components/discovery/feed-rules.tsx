import { Stack, Textarea } from '@mantine/core';
import type { Feeds } from '../../../client/index.ts';
import { formatCategoryLines, parseCategoryLines } from '../../../src/commerce/store/feed-rules.ts';
import { saySaved } from '../../saved.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { ABOUT_STORES, useReread } from '../../use-action.ts';
import { useWireForm } from '../../use-wire-form.ts';
import { CategoriesField, joinEntries, splitEntries } from '../entries-field.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { LeaveGuard, SaveBar } from '../save-bar.tsx';
import { TextField } from '../text-field.tsx';

/** Changes that the merchant makes to what the feeds have. */
export function FeedRules() {
  const query = useStoreQuery('getStoreFeeds', {});
  return (
    <Section
      title="Feed rules"
      lead="What the feeds have in place of what your shop says. Nothing changes in your shop, and agents see the shop’s own titles and brands."
    >
      <QueryView query={query}>{(feeds) => <RulesForm {...feeds} />}</QueryView>
    </Section>
  );
}

function RulesForm({ leave_out, title, brand, categories }: Feeds) {
  const { slug } = useStore();
  const reread = useReread(ABOUT_STORES);
  const { form, submit, busy, dirty, error } = useWireForm('updateStoreFeeds', {
    initial: {
      leave_out: joinEntries(leave_out),
      title: title ?? '',
      brand: brand ?? '',
      categories: formatCategoryLines(categories).join('\n'),
    },
    validate: {
      categories(text) {
        const wrong = Object.entries(parseCategoryLines(toLines(text))).find((each) => each.includes(''));
        return wrong ? `Enter your category, =, and Google’s in the line “${wrong.join('')}”` : null;
      },
    },
    inputOf: (values) => ({
      slug,
      body: {
        leave_out: splitEntries(values.leave_out),
        title: values.title.trim() || null,
        brand: values.brand.trim() || null,
        categories: parseCategoryLines(toLines(values.categories)),
      },
    }),
    onDone: async (_answer, { resetDirty }, values) => {
      resetDirty(values);
      await reread();
      saySaved('Saved. Readers get the changes with their next fetch.');
    },
    fieldOf: (path) => path.split('.')[0] ?? path,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <ErrorNotice error={error} title="Your changes were not saved" />
        <CategoriesField
          form={form}
          name="leave_out"
          label="Leave out"
          description="Categories and tags whose products are in no feed. Choose categories, or type a name or a path such as Home > Kitchen."
        />
        <TextField
          form={form}
          name="title"
          label="Title"
          description="A template with {title}, {brand} and {options}. Leave empty for the title, with the options of a variant."
          placeholder="{brand} {title} {options}"
        />
        <TextField
          form={form}
          name="brand"
          label="Brand"
          description="Of products for which your shop names no brand, such as those that you make yourself."
        />
        <Textarea
          label="Google’s categories"
          description="One of your categories a line, with the name or the number in Google’s taxonomy."
          placeholder="Mugs = Home & Garden > Kitchen & Dining"
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('categories')}
        />
        <LeaveGuard dirty={dirty} />
        {dirty && <SaveBar busy={busy} onDiscard={form.reset} />}
      </Stack>
    </form>
  );
}

const toLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
