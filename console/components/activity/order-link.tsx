import { storePath, useStore, useStoreQuery } from '../../store-context.ts';
import { Link } from '../link.tsx';
import { shortId } from '../short-id.ts';

/** Name of an order as on every page: the shop's number, or what an agent claims without one. */
export function orderName({ id, number }: { id: string; number: string | null }): string {
  return number === null ? `No number yet (${shortId(id)})` : `#${number.replace(/^#/, '')}`;
}

/** Link to an order of which only the id is known; null for none. */
export function OrderLink({ id }: { id: string | null }) {
  const { slug } = useStore();
  const { data } = useStoreQuery('getStoreOrder', { order_id: id ?? '' }, { enabled: id !== null });
  if (id === null) return '—';
  const name = data ? orderName({ id, number: data.order.platform_order_number }) : shortId(id);
  return <Link to={`${storePath(slug)}/orders/${id}`}>{name}</Link>;
}
