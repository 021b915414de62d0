<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Pairing;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WooCommerce has no other way to its keys, and a revoked one must not work from a cache.

/** The REST key with which a service calls, stored the way WooCommerce stores keys that a merchant makes by hand. */
final class ApiKey {

	/** Number and hash of the key that the last pairing has: neither the key nor its secret is kept. */
	public const OPTION = 'ucp_host_key';

	private const USABLE    = 'read_write';
	/** WooCommerce refuses every call of a key with any other word than its own three. */
	private const SUSPENDED = 'none';

	/**
	 * Makes a key for one attempt to pair. It belongs to the user who presses the button: never to another one.
	 *
	 * @return array{key_id: int, consumer_key: string, consumer_secret: string}|null Null when that user may not run the shop.
	 */
	public static function create( string $service_url ): ?array {
		global $wpdb;
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			return null;
		}
		$consumer_key    = 'ck_' . wc_rand_hash();
		$consumer_secret = 'cs_' . wc_rand_hash();
		$inserted        = $wpdb->insert(
			self::table(),
			array(
				'user_id'         => get_current_user_id(),
				'description'     => substr( 'ucp-host ' . $service_url, 0, 200 ),
				'permissions'     => self::USABLE,
				'consumer_key'    => wc_api_hash( $consumer_key ),
				'consumer_secret' => $consumer_secret,
				'truncated_key'   => substr( $consumer_key, -7 ),
			)
		);
		if ( ! $inserted ) {
			return null;
		}
		return array(
			'key_id'          => (int) $wpdb->insert_id,
			'consumer_key'    => $consumer_key,
			'consumer_secret' => $consumer_secret,
		);
	}

	/** Makes the key of a successful attempt the site's own, and revokes the one of the pairing before. */
	public static function keep( array $key ): void {
		$before = self::kept();
		update_option( self::OPTION, self::without_secrets( $key ), false );
		if ( $before && $before['key_id'] !== $key['key_id'] ) {
			self::delete( $before['key_id'] );
		}
	}

	/** Returns the user whose rights the key has; 0 when the key does not work any more. */
	public static function owner(): int {
		global $wpdb;
		$key = self::kept();
		if ( ! $key ) {
			return 0;
		}
		return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT user_id FROM %i WHERE key_id = %d AND consumer_key = %s AND permissions = %s', self::table(), $key['key_id'], $key['hash'], self::USABLE ) );
	}

	/** True when the site's key, or the one of an attempt under way, is the given one. */
	public static function is( string $consumer_key ): bool {
		$attempt = Attempt::stored( time() );
		$known   = array_filter( array( self::kept(), $attempt ? self::without_secrets( $attempt->key ) : null ) );
		return in_array( wc_api_hash( $consumer_key ), array_column( $known, 'hash' ), true );
	}

	public static function revoke(): void {
		$key = self::kept();
		if ( $key ) {
			self::delete( $key['key_id'] );
		}
		delete_option( self::OPTION );
	}

	public static function delete( int $key_id ): void {
		global $wpdb;
		$wpdb->delete( self::table(), array( 'key_id' => $key_id ) );
	}

	/** Only the active plugin narrows the key (see KeyScope): without it the key works nowhere. */
	public static function suspend(): void {
		self::change( self::USABLE, self::SUSPENDED );
	}

	public static function resume(): void {
		self::change( self::SUSPENDED, self::USABLE );
	}

	/** Earlier versions made a key on activation. One that was never paired is revoked; the other stays, without its secret. */
	public static function upgrade(): void {
		$key = get_option( self::OPTION );
		if ( ! is_array( $key ) || isset( $key['hash'] ) ) {
			return;
		}
		$is_paired = isset( $key['is_known'] ) || null !== Pairing::stored();
		if ( $is_paired && isset( $key['key_id'], $key['consumer_key'] ) ) {
			update_option( self::OPTION, self::without_secrets( $key ), false );
			return;
		}
		if ( isset( $key['key_id'] ) ) {
			self::delete( (int) $key['key_id'] );
		}
		delete_option( self::OPTION );
	}

	/** @return array{key_id: int, hash: string}|null */
	private static function kept(): ?array {
		$key = get_option( self::OPTION );
		return is_array( $key ) && isset( $key['key_id'], $key['hash'] ) ? $key : null;
	}

	/** @return array{key_id: int, hash: string} */
	private static function without_secrets( array $key ): array {
		return array(
			'key_id' => (int) $key['key_id'],
			'hash'   => wc_api_hash( $key['consumer_key'] ),
		);
	}

	private static function change( string $from, string $to ): void {
		global $wpdb;
		$key = self::kept();
		if ( $key ) {
			$wpdb->update(
				self::table(),
				array( 'permissions' => $to ),
				array(
					'key_id'      => $key['key_id'],
					'permissions' => $from,
				)
			);
		}
	}

	private static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'woocommerce_api_keys';
	}
}
