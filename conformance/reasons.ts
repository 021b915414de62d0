import type { Check } from './suite.ts';

const NO_CLAIMS =
  'The store takes no eligibility claims: it answers each with `eligibility_not_accepted`, and nothing depends on one.';
const ONE_KIND_OF_CODE =
  'The check wants a code that is allocated to lines beside one that is not. Shopify says of every code from which lines it is taken, WooCommerce of none where there are several. Our own tests hold the rule at both.';

const NOTHING_ALLOCATED = 'WooCommerce does not say of several codes from which lines each is taken.';

/** Explanations of deviations that are not defects, and of checks that were not made. */
const REASONS: Readonly<Record<string, string>> = {
  'discovery.profile_schema':
    'Needs the validator `ucp-schema`, which is built from source. Our own tests hold the profile against the same schemas.',
  'profile.leaf_no_supported_versions':
    'The leaf itself is what is looked at. Made where the profile of 2026-08-25 is.',
  'totals.sublines_sum_invariant': 'No total is made of sub-lines here (`totals[].lines` is optional).',
  'eligibility.provisional_discount': NO_CLAIMS,
  'eligibility.provisional_resolved': NO_CLAIMS,
  'eligibility.completion_blocked': NO_CLAIMS,
  'eligibility.invalid_message': NO_CLAIMS,
  'payment.handlers_context_filtered':
    '`payment_handlers` is empty: payment is made on the store’s own page.',
  'discount.automatic_no_code': 'WooCommerce takes nothing off without a code.',
  'discount.automatic_not_removable': 'WooCommerce takes nothing off without a code.',
  'discount.reflected_in_totals': ONE_KIND_OF_CODE,
  'discount.total_type_selection': ONE_KIND_OF_CODE,
  'discount.items_discount_invariant': NOTHING_ALLOCATED,
  'discount.allocation_sum_invariant': NOTHING_ALLOCATED,
};

/** Returns undefined for a check without an explanation. */
export function reasonFor({ id }: Pick<Check, 'id'>): string | undefined {
  return REASONS[id];
}

/** Explains why a passed check would have missed some of the injected defects. */
export function whySurvived(survivors: readonly string[]): string {
  if (survivors.some((each) => each.includes('requires_escalation')))
    return 'One of its defects is to say `requires_escalation`, which is what a store with a payment page of its own says anyway.';
  if (survivors.some((each) => each.includes('line_items.0')))
    return 'Its defects are put into the first line, and the line that went is not the first.';
  return 'One of its defects is to change the code in one place; the answer says it in two.';
}

/** Returns the reason in a status such as `not-applicable (no A2A transport)`. */
export function notApplicableFor({ status, capability }: Check): string {
  const [, reason] = /\((.*)\)/.exec(status) ?? [];
  if (reason?.startsWith('spec')) return 'about other versions of the specification';
  if (reason) return `about a transport that is not offered (${reason.replace(/^no | transport$/g, '')})`;
  return `about a capability that is not declared (\`${capability}\`)`;
}
