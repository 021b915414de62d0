<?php
declare(strict_types=1);

namespace UcpHost\Carts;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WordPress has no other way to a plugin's own table, and a copy in a cache would sell twice.

/** Agents' carts until they expire. WooCommerce's own cart is filled when a buyer comes. */
final class CartTable {

	/** As long as WooCommerce keeps a guest's session. */
	private const LIFETIME = 2 * DAY_IN_SECONDS;

	/** Time for which an old address still leads to its order. */
	private const ORDER_MEMORY = 90 * DAY_IN_SECONDS;

	public static function name(): string {
		global $wpdb;
		return $wpdb->prefix . 'ucp_host_carts';
	}

	public static function create(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta(
			'CREATE TABLE ' . self::name() . " (
cart_id char(36) NOT NULL,
token varchar(64) NOT NULL,
session_id char(36) NOT NULL DEFAULT '',
content longtext NOT NULL,
expires_at bigint(20) unsigned NOT NULL,
order_id bigint(20) unsigned NOT NULL DEFAULT 0,
ordered_by varchar(64) NOT NULL DEFAULT '',
PRIMARY KEY  (cart_id),
UNIQUE KEY token (token),
KEY expires_at (expires_at)
) " . $wpdb->get_charset_collate() . ';'
		);
	}

	public static function find( string $cart_id ): ?Cart {
		return self::row( 'cart_id', $cart_id );
	}

	public static function of_token( string $token ): ?Cart {
		$cart = self::row( 'token', $token );
		// The database compares without regard to case.
		return $cart && hash_equals( $cart->token, $token ) ? $cart : null;
	}

	/** Creates or replaces a cart under the same token; an expired cart gets a new token. */
	public static function put( string $cart_id, string $session_id, CartContent $content, ?Cart $before ): Cart {
		global $wpdb;
		$cart = new Cart(
			$cart_id,
			$before ? $before->token : bin2hex( random_bytes( 24 ) ),
			$session_id,
			$content,
			time() + self::LIFETIME,
			0,
			''
		);
		$wpdb->replace(
			self::name(),
			array(
				'cart_id'    => $cart->id,
				'token'      => $cart->token,
				'session_id' => $cart->session_id,
				'content'    => wp_json_encode( $content->to_array() ),
				'expires_at' => $cart->expires_at,
			)
		);
		if ( '' !== $wpdb->last_error ) {
			throw new \RuntimeException( 'The cart could not be stored.' );
		}
		return $cart;
	}

	/** Deletes a cart that no buyer was given and that became no order. */
	public static function discard( string $cart_id ): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "DELETE FROM %i WHERE cart_id = %s AND session_id = '' AND order_id = 0", self::name(), $cart_id ) );
	}

	public static function note_order( string $cart_id, int $order_id, string $ordered_by ): void {
		global $wpdb;
		$columns = array_filter(
			array(
				'order_id'   => $order_id,
				'ordered_by' => $ordered_by,
			)
		);
		$wpdb->update( self::name(), $columns, array( 'cart_id' => $cart_id ) );
	}

	/** Deletes expired carts, which hold personal data, unless needed to report a payment. */
	public static function clean(): void {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE order_id = 0 AND expires_at < %d', self::name(), time() ) );
		$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE expires_at < %d', self::name(), time() - self::ORDER_MEMORY ) );
		$wpdb->query( $wpdb->prepare( "UPDATE %i SET content = '{}' WHERE expires_at < %d", self::name(), time() ) );
	}

	private static function row( string $column, string $value ): ?Cart {
		global $wpdb;
		$row = $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM %i WHERE %i = %s', self::name(), $column, $value ), ARRAY_A );
		return $row ? Cart::of_row( $row ) : null;
	}
}
