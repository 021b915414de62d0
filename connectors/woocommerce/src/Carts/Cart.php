<?php
declare(strict_types=1);

namespace UcpHost\Carts;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/** Cart of an agent, and the order made from it. */
final class Cart {

	/** Statuses of orders that do not prevent another sale of the cart: unpaid for good. */
	private const NOT_SOLD = array( 'checkout-draft', 'auto-draft', 'pending', 'failed', 'cancelled', 'trash' );

	public function __construct(
		public string $id,
		/** Secret of the checkout address, which allows paying. Never to be logged. */
		public string $token,
		public string $session_id,
		public CartContent $content,
		public int $expires_at,
		public int $order_id,
		/** A hash of the WooCommerce session that placed the order. */
		public string $ordered_by
	) {}

	public static function of_row( array $row ): self {
		return new self(
			$row['cart_id'],
			$row['token'],
			$row['session_id'],
			CartContent::of_array( json_decode( $row['content'], true ) ?: array() ),
			(int) $row['expires_at'],
			(int) $row['order_id'],
			$row['ordered_by']
		);
	}

	public function has_expired(): bool {
		return $this->expires_at <= time();
	}

	public function checkout_url(): string {
		// Not the front page: caches that ignore unknown parameters leave the checkout alone.
		return add_query_arg( 'ucp_cart', $this->token, wc_get_checkout_url() );
	}

	/** The order that sold this cart's goods. */
	public function sold_as(): ?WC_Order {
		$order = $this->order_id > 0 ? wc_get_order( $this->order_id ) : null;
		return $order instanceof WC_Order && self::is_sale( $order ) ? $order : null;
	}

	public static function is_sale( WC_Order $order ): bool {
		return self::has_sold( $order->get_status() );
	}

	/** For the status of an order of the cart. */
	public static function has_sold( string $status ): bool {
		return ! in_array( $status, self::NOT_SOLD, true );
	}
}
