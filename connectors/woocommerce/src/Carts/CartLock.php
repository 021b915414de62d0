<?php
declare(strict_types=1);

namespace UcpHost\Carts;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WordPress has no locks.

/**
 * Serializes requests of a cart, since WooCommerce's sessions have no lock. The database releases it at the end of the
 * request.
 */
final class CartLock {

	/** False when another request has held it for the whole timeout in seconds. */
	public static function take( string $cart_id, int $seconds ): bool {
		global $wpdb;
		$taken = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', self::name( $cart_id ), $seconds ) );
		// NULL means a database without such locks, which must not prevent selling.
		return '0' !== $taken;
	}

	public static function release( string $cart_id ): void {
		global $wpdb;
		$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', self::name( $cart_id ) ) );
	}

	/** Locks are the server's, and hold at most 64 characters. */
	private static function name( string $cart_id ): string {
		return 'ucp_host_' . md5( DB_NAME . CartTable::name() . $cart_id );
	}
}
