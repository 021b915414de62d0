<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use UcpHost\Pairing\Attempt;
use UcpHost\Pairing\Pairing;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WooCommerce has no other way to its keys, and a revoked one must not work from a cache.

/**
 * The REST key with which a service calls. The plugin alone accepts it (see KeyScope): its row among WooCommerce's keys is there
 * for the merchant to see and to revoke, and opens nothing. Without the plugin the key works nowhere.
 */
final class ApiKey {

	/** Number and hashes of the key that the last pairing has: neither the key nor its secret is kept. */
	public const OPTION = 'ucp_host_key';

	/** WooCommerce refuses REST calls of a key with any other word than its own three, but on other pages signs its owner in. */
	private const PERMISSIONS = 'none';

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
				'user_id'       => get_current_user_id(),
				'description'   => substr( 'ucp-host ' . $service_url, 0, 200 ),
				'truncated_key' => substr( $consumer_key, -7 ),
			) + self::sealed( wc_api_hash( $consumer_key ) )
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

	/** Returns the user whose rights the site's key has; 0 when the key does not work any more. */
	public static function owner(): int {
		$key = self::kept();
		return $key ? self::owner_of( $key ) : 0;
	}

	/** Returns the user whose rights the given key has; 0 unless it is the site's, or the one of an attempt under way. */
	public static function accept( string $consumer_key, string $consumer_secret ): int {
		$attempt = Attempt::stored( time() );
		foreach ( array_filter( array( self::kept(), $attempt ? self::without_secrets( $attempt->key ) : null ) ) as $key ) {
			if ( hash_equals( $key['hash'], wc_api_hash( $consumer_key ) ) && hash_equals( $key['secret_hash'], wc_api_hash( $consumer_secret ) ) ) {
				return self::owner_of( $key );
			}
		}
		return 0;
	}

	/** WooCommerce's list of keys shows when each was used last. */
	public static function note_use( string $consumer_key ): void {
		global $wpdb;
		$wpdb->update( self::table(), array( 'last_access' => current_time( 'mysql' ) ), array( 'consumer_key' => hash( 'sha256', wc_api_hash( $consumer_key ) ) ) );
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

	/**
	 * Earlier versions left it to WooCommerce to accept the key, and made one on activation. A key that was never paired, or that may
	 * not write, is revoked; of another one the hashes are stored before its row is sealed, so that this can be repeated.
	 */
	public static function upgrade(): void {
		global $wpdb;
		$before = get_option( self::OPTION );
		if ( ! is_array( $before ) || ! isset( $before['key_id'] ) ) {
			return;
		}
		$key = self::kept() ?? self::of_earlier_version( $before );
		if ( ! $key ) {
			self::delete( (int) $before['key_id'] );
			delete_option( self::OPTION );
			return;
		}
		update_option( self::OPTION, $key, false );
		$row = array(
			'key_id'       => $key['key_id'],
			'consumer_key' => $key['hash'],
		);
		$wpdb->update( self::table(), self::sealed( $key['hash'] ), $row );
	}

	/** @return array{key_id: int, hash: string, secret_hash: string}|null */
	private static function of_earlier_version( array $before ): ?array {
		global $wpdb;
		$is_paired = isset( $before['hash'] ) || isset( $before['is_known'] ) || null !== Pairing::stored();
		$hash      = $before['hash'] ?? wc_api_hash( $before['consumer_key'] ?? '' );
		$secret    = $wpdb->get_var( $wpdb->prepare( "SELECT consumer_secret FROM %i WHERE key_id = %d AND consumer_key = %s AND permissions IN ('read_write', 'none')", self::table(), $before['key_id'], $hash ) );
		return $is_paired && $secret ? array(
			'key_id'      => (int) $before['key_id'],
			'hash'        => $hash,
			'secret_hash' => wc_api_hash( $secret ),
		) : null;
	}

	/** @return array{key_id: int, hash: string, secret_hash: string}|null */
	private static function kept(): ?array {
		$key = get_option( self::OPTION );
		return is_array( $key ) && isset( $key['key_id'], $key['hash'], $key['secret_hash'] ) ? $key : null;
	}

	/** @return array{key_id: int, hash: string, secret_hash: string} */
	private static function without_secrets( array $key ): array {
		return array(
			'key_id'      => (int) $key['key_id'],
			'hash'        => wc_api_hash( $key['consumer_key'] ),
			'secret_hash' => wc_api_hash( $key['consumer_secret'] ),
		);
	}

	/** Columns of a row that WooCommerce cannot accept: no key has this hash, and the secret was never sent. */
	private static function sealed( string $hash ): array {
		return array(
			'permissions'     => self::PERMISSIONS,
			'consumer_key'    => hash( 'sha256', $hash ),
			'consumer_secret' => 'cs_' . wc_rand_hash(),
		);
	}

	/** The merchant revokes a key by deleting its row, or by giving it other permissions. */
	private static function owner_of( array $key ): int {
		global $wpdb;
		return (int) $wpdb->get_var( $wpdb->prepare( 'SELECT user_id FROM %i WHERE key_id = %d AND consumer_key = %s AND permissions = %s', self::table(), $key['key_id'], hash( 'sha256', $key['hash'] ), self::PERMISSIONS ) );
	}

	private static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'woocommerce_api_keys';
	}
}
